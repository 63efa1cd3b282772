/** Where Hospitable sends people back to. Its code never comes here: the guard leaves it behind and keeps the answer. */
import { useSearchParams } from 'react-router'
import { useText } from '#web/text/store.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

export function HospitableRedirect() {
  const [search] = useSearchParams()
  const { places, shell } = useText()
  const texts = places.hospitable
  const answer = search.get('answer')
  const { title, body } = answer === 'allowed' || answer === 'denied' ? texts[answer] : texts.none
  return (
    <Page title={shell.titles.hospitableRedirect} width="narrow">
      <EmptyState
        icon="home"
        title={title}
        action={
          <>
            <ButtonLink tone="primary" to={linkTo('importProperties')}>
              {places.list.import}
            </ButtonLink>
            <ButtonLink to={linkTo('home')}>{shell.goHome}</ButtonLink>
          </>
        }
      >
        {body}
      </EmptyState>
    </Page>
  )
}
