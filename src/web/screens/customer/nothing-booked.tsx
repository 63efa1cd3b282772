/** Where a customer's weekly services would stand: what they are, and the way to book one. */
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { EmptyWeekDrawing } from '#web/ui/looks/drawings.tsx'
import { linkTo } from '#web/urls.ts'

export function NothingBooked({ title }: { title: string }) {
  const { jobs: texts, home } = useText().customer
  return (
    <Card>
      <EmptyState
        drawing={<EmptyWeekDrawing />}
        title={title}
        action={
          <ButtonLink tone="primary" icon="plus" to={linkTo('jobs', {}, { book: 'new' })}>
            {home.book}
          </ButtonLink>
        }
      >
        {texts.emptyBody}
      </EmptyState>
    </Card>
  )
}
