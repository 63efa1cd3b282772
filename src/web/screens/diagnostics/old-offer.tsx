import { Navigate, useSearchParams } from 'react-router'
import { useText } from '#web/text/store.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

/** Old links name the offer in the query; they go on to where offers are now. */
export function OldOffer() {
  const [search] = useSearchParams()
  const { diagnostics, shell } = useText()
  const texts = diagnostics.oldOffer
  const offerId = search.get('offer_id')
  if (offerId) return <Navigate to={linkTo('offer', { offer_id: offerId })} replace />
  return (
    <Page title={shell.titles.oldOffer}>
      <EmptyState
        icon="bell"
        title={texts.title}
        action={<ButtonLink to={linkTo('home')}>{shell.goHome}</ButtonLink>}
      >
        {texts.body}
      </EmptyState>
    </Page>
  )
}
