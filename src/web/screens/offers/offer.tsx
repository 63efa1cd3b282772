/** One offer: the pay large, the rough place, how long there is to answer, and two buttons. */
import { useParams } from 'react-router'
import { ApiError, useAction, useEndpoint } from '#web/api.ts'
import { ReleaseRule } from '#web/assignments/release-rule.tsx'
import { useServices } from '#web/jobs/services.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { OfferEnded } from './offer.ended.tsx'
import { Countdown, Hindrances, OfferFacts, OfferPay } from './offer.parts.tsx'
import { type Offer, useRefreshOffers } from './taking-offers.ts'
import { useTimeLeft } from './time-left.ts'

/** Somebody else may be faster while one looks. */
const LOOK_EVERY_MS = 10_000
const NOT_THERE = ['not_found', 'bad_input']

export function OfferScreen() {
  const { offer_id: offerId = '' } = useParams()
  const { offers } = useText()
  const services = useServices()
  const offer = useEndpoint('GET /api/offer', { query: { offerId } }, { refetchMs: LOOK_EVERY_MS })
  const isUnknown = offer.error instanceof ApiError && NOT_THERE.includes(offer.error.code)
  return (
    <Page
      title={offer.data ? services.name(offer.data.serviceKey) : offers.title}
      back={linkTo('home')}
      width="narrow"
    >
      {offer.isPending && <SkeletonCard rows={6} />}
      {isUnknown ? (
        <Unknown />
      ) : (
        offer.isError &&
        !offer.data && <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />
      )}
      {offer.data && !isUnknown && (
        <OfferView offer={offer.data} readAt={offer.dataUpdatedAt} onOver={offer.refetch} />
      )}
    </Page>
  )
}

type OfferViewProps = { offer: Offer; readAt: number; onOver: () => unknown }

function OfferView({ offer, readAt, onOver }: OfferViewProps) {
  const leftMs = useTimeLeft(offer, readAt, onOver)
  const isOpen = offer.state === 'open' && leftMs > 0
  const shown: Offer = offer.state === 'open' && !isOpen ? { ...offer, state: 'expired' } : offer
  return (
    <>
      {isOpen && (
        <Card>
          <div className="grid gap-4">
            <OfferPay offer={offer} />
            <Countdown offer={offer} leftMs={leftMs} />
            <Hindrances offer={offer} />
            <Answers offer={offer} />
            <ReleaseRule />
          </div>
        </Card>
      )}
      {/* There from the start, so that what happens while one looks is read out. */}
      <div aria-live="polite">{!isOpen && <OfferEnded offer={shown} />}</div>
      <OfferFacts offer={shown} />
    </>
  )
}

function Answers({ offer }: { offer: Offer }) {
  const { offers } = useText()
  const refresh = useRefreshOffers()
  const accept = useAction('POST /api/accept-offer')
  const decline = useAction('POST /api/decline-offer')
  const undo = useAction('POST /api/undo-decline-offer')
  const body = { offerId: offer.offerId }
  const fail = (error: Error) => showToast(error.message, { tone: 'danger' })
  const sayYes = () =>
    accept.mutate(
      { body },
      { onSuccess: () => showToast(offers.accepted), onError: fail, onSettled: refresh },
    )
  const takeBack = () =>
    undo.mutate({ body }, { onSuccess: () => showToast(offers.undone), onError: fail, onSettled: refresh })
  const sayNo = () =>
    decline.mutate(
      { body },
      {
        onSuccess: () => showToast(offers.declinedToast, { undo: takeBack }),
        onError: fail,
        onSettled: refresh,
      },
    )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Button
        tone="primary"
        icon="check"
        isWide
        isLarge
        isBusy={accept.isPending}
        disabled={offer.hindrance !== null || decline.isPending}
        onClick={sayYes}
      >
        {offers.accept}
      </Button>
      <Button isWide isLarge isBusy={decline.isPending} disabled={accept.isPending} onClick={sayNo}>
        {offers.decline}
      </Button>
    </div>
  )
}

function Unknown() {
  const { offers } = useText()
  return (
    <Card>
      <EmptyState
        icon="search"
        title={offers.notFound}
        action={
          <ButtonLink tone="primary" isLarge to={linkTo('home')}>
            {offers.toHome}
          </ButtonLink>
        }
      >
        {offers.notFoundText}
      </EmptyState>
    </Card>
  )
}
