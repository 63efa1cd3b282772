/** Whoever is chosen in the list, beside it: who it is, what one does for it on the phone, and the way to all of it. */
import { useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Detail } from '#web/ui/dialogs/panes.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonFacts } from './person-facts.tsx'

export function PersonPane({ id, onClose }: { id: string; onClose: () => void }) {
  const { peopleDesk: texts } = useText()
  const { data: person, error, refetch } = useEndpoint('GET /api/person', { query: { id } })
  return (
    <Detail title={person?.name ?? texts.kinds.Customer} onClose={onClose}>
      {person ? (
        <div className="grid gap-4">
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={linkTo('operatorPerson', { person_id: person.id })}>{texts.openPage}</ButtonLink>
            <PersonActions person={person} />
          </div>
          <PersonFacts person={person} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Detail>
  )
}
