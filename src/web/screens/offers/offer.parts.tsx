import { HOUR_MS } from '#domain/time.ts'
import { useServices } from '#web/jobs/services.ts'
import { useWindowText } from '#web/jobs/window-text.ts'
import { PayoutWarning } from '#web/money/payout-warning.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Money } from '#web/ui/money.tsx'
import type { Offer } from './taking-offers.ts'
import { minutesAndSeconds } from './time-left.ts'

export function OfferPay({
  offer,
}: {
  offer: Pick<Offer, 'payCents' | 'raiseCents' | 'isChosen' | 'isOnDemand'>
}) {
  const { offers } = useText()
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div>
        <p className="text-sm text-muted">{offers.pay}</p>
        <p className="text-5xl font-bold tracking-tight">
          <Money amountCents={offer.payCents} isLarge />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {offer.raiseCents > 0 && <Badge tone="good">{offers.raised(format.money(offer.raiseCents))}</Badge>}
        {offer.isChosen && <Badge tone="good">{offers.chosen}</Badge>}
        {offer.isOnDemand && <Badge tone="accent">{offers.onDemand}</Badge>}
      </div>
    </div>
  )
}

const HURRY_MS = 60_000
/** So many offers before its limit a crew is told of it. */
const FEW = 5

/** The clock of the answer; what stands for hours is shown by its end instead. */
export function Countdown({ offer, leftMs }: { offer: Offer; leftMs: number }) {
  const { offers } = useText()
  const format = useFormat()
  const isLong = leftMs > HOUR_MS
  const look = leftMs <= HURRY_MS ? 'bg-danger-soft text-danger' : 'bg-sunken text-ink'
  return (
    <div className={`flex flex-wrap items-center justify-between gap-3 rounded-2xl px-4 py-3 ${look}`}>
      <p className="flex-1 basis-[7rem] text-sm font-medium">
        {offer.isStanding ? offers.standing : offers.timeLeft}
        {!offer.isStanding && (
          <span className="block font-normal text-muted">
            {offer.isChosen ? offers.chosenAlone : offers.firstWins}
          </span>
        )}
      </p>
      <p role="timer" className="nums text-3xl font-bold whitespace-nowrap">
        {isLong ? format.time(offer.expiresAt, offer.timeZone) : minutesAndSeconds(leftMs)}
      </p>
    </div>
  )
}

/** What would refuse an acceptance, or make its money wait, said before it is tried. */
export function Hindrances({
  offer,
}: {
  offer: Pick<Offer, 'hindrance' | 'payoutWarning' | 'payoutDueAt' | 'taking' | 'timeZone'>
}) {
  const { offers } = useText()
  const format = useFormat()
  const { hindrance, payoutWarning, payoutDueAt, taking, timeZone } = offer
  return (
    <>
      {hindrance && (
        <Banner tone="danger">
          {textFor(offers.clash, hindrance) ?? offers.frozen}
          {taking.againAt && <> {offers.takesAgain(format.dateTime(taking.againAt, timeZone))}</>}
        </Banner>
      )}
      {!hindrance && taking.left > 0 && taking.left <= FEW && (
        <p className="text-sm text-muted">{offers.takesLeft(taking.left)}</p>
      )}
      <PayoutWarning payoutWarning={payoutWarning} payoutDueAt={payoutDueAt} />
    </>
  )
}

export function OfferFacts({ offer }: { offer: Offer }) {
  const { crew, offers } = useText()
  const format = useFormat()
  const windowText = useWindowText()
  const services = useServices()
  const { exactPlace } = offer
  const area = offer.neighbourhood === null ? offers.areaUnknown : offers.area(offer.neighbourhood)
  const way = [
    offer.distanceFeet !== null && offers.away(format.distance(offer.distanceFeet)),
    offer.drivingMinutes !== null && offers.drive(format.minutes(offer.drivingMinutes)),
  ].filter((part) => part !== false)
  const facts = [
    [offers.when, `${format.longDay(offer.date)} · ${windowText(offer.window)}`, null],
    [offers.where, exactPlace ? (exactPlace.address ?? exactPlace.propertyName) : area, way.join(', ')],
    [
      offers.what,
      `${services.name(offer.serviceKey)}, ${crew.units(offer.quantity, services.unit(offer.serviceKey))}`,
      offers.work(format.minutes(offer.minutes)),
    ],
  ] as const
  return (
    <Card isFlush>
      <dl className="grid gap-3 p-4 sm:p-5">
        {facts.map(([term, value, more]) => (
          <div key={term} className="grid gap-0.5">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-medium first-letter:uppercase">{value}</dd>
            {more && <dd className="nums text-sm text-muted">{more}</dd>}
          </div>
        ))}
      </dl>
      <RouteMap
        stops={[{ id: offer.offerId, place: { lat: offer.lat, lng: offer.lng }, label: area }]}
        {...(offer.base === null ? {} : { base: offer.base })}
        activeId={offer.offerId}
        isRoute={false}
        hasVisibleList
      />
      {!exactPlace && offer.state === 'open' && (
        <p className="px-4 py-3 text-sm text-muted sm:px-5">{offers.placeLater}</p>
      )}
    </Card>
  )
}
