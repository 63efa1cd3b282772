/** An offer that needs no answer any more: what became of it, and what to do next. */
import { useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'
import { Hindrances } from './offer.parts.tsx'
import { type Offer, useRefreshOffers } from './taking-offers.ts'

type EndedState = Exclude<Offer['state'], 'open'>

const icons: Record<EndedState, IconName> = {
  accepted: 'check',
  declined: 'close',
  expired: 'clock',
  lost: 'users',
  withdrawn: 'info',
}

export function OfferEnded({ offer }: { offer: Offer }) {
  const { offers } = useText()
  if (offer.state === 'open') return null
  const { title, text } =
    offer.state === 'withdrawn'
      ? offers.ended.withdrawn[offer.withdrawnBecause ?? 'closed']
      : offers.ended[offer.state]
  return (
    <Card>
      <EmptyState icon={icons[offer.state]} title={title} action={<NextSteps offer={offer} />}>
        {text}
      </EmptyState>
      {offer.state === 'accepted' && <Hindrances offer={{ ...offer, hindrance: null }} />}
    </Card>
  )
}

function NextSteps({ offer }: { offer: Offer }) {
  const { offers } = useText()
  if (offer.visitId !== null)
    return (
      <>
        <ButtonLink tone="primary" isLarge to={linkTo('visit', { visit_id: offer.visitId })}>
          {offers.toVisit}
        </ButtonLink>
        <ButtonLink isLarge to={linkTo('home')}>
          {offers.toHome}
        </ButtonLink>
      </>
    )
  if (offer.openOfferId !== null)
    return (
      <ButtonLink tone="primary" isLarge to={linkTo('offer', { offer_id: offer.openOfferId })}>
        {offers.again}
      </ButtonLink>
    )
  return (
    <>
      {offer.canUndo && <UndoDecline offerId={offer.offerId} />}
      <ButtonLink tone={offer.canUndo ? 'secondary' : 'primary'} isLarge icon="search" to={linkTo('jobs')}>
        {offers.toWork}
      </ButtonLink>
    </>
  )
}

function UndoDecline({ offerId }: { offerId: string }) {
  const { offers } = useText()
  const refresh = useRefreshOffers()
  const undo = useAction('POST /api/undo-decline-offer')
  const takeBack = () =>
    undo.mutate(
      { body: { offerId } },
      {
        onSuccess: () => showToast(offers.undone),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
        onSettled: refresh,
      },
    )
  return (
    <Button tone="primary" icon="undo" isLarge isBusy={undo.isPending} onClick={takeBack}>
      {offers.undo}
    </Button>
  )
}
