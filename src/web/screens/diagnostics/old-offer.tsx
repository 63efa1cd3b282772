import { Navigate, useSearchParams } from 'react-router'
import { NotFound } from '#web/errors/not-found.tsx'
import { linkTo } from '#web/urls.ts'

/** Old links name the offer in the query; they go on to where offers are now. */
export function OldOffer() {
  const [search] = useSearchParams()
  const offerId = search.get('offer_id')
  if (!offerId) return <NotFound />
  return <Navigate to={linkTo('offer', { offer_id: offerId })} replace />
}
