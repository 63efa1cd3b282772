/** Offers that wait for an answer, on the crew's home. They stay away while there are none, or while they are not known. */
import { useState } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useWindowText } from '#web/jobs/window-text.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'

type Offer = Reply<'GET /api/offers'>['offers'][number]

/** What stays open while nobody takes it does not push the day's own stops off a phone. */
const SHOWN_AT_FIRST = 3
const LOOK_EVERY_MS = 30_000

/** One line on top for what runs out soon; the list itself stands under the day's own stops. */
export function OffersLine() {
  const { offers: text } = useText()
  const format = useFormat()
  const { data } = useEndpoint('GET /api/offers', {}, { refetchMs: LOOK_EVERY_MS })
  const urgent = data?.offers.filter((offer) => !offer.isStanding) ?? []
  const [first] = urgent
  if (first === undefined) return null
  return (
    <Banner
      icon="bell"
      title={text.count(urgent.length)}
      actions={
        <ButtonLink to={linkTo('offer', { offer_id: first.offerId })}>{text.look(urgent.length)}</ButtonLink>
      }
    >
      {text.until(format.time(first.expiresAt, first.timeZone))}
    </Banner>
  )
}

export function OffersWaiting() {
  const { offers: text } = useText()
  const [isWhole, setIsWhole] = useState(false)
  const { data } = useEndpoint('GET /api/offers', {}, { refetchMs: LOOK_EVERY_MS })
  if (!data || data.offers.length === 0) return null
  const shown = isWhole ? data.offers : data.offers.slice(0, SHOWN_AT_FIRST)
  const hidden = data.offers.length - SHOWN_AT_FIRST
  return (
    <Card title={text.waiting} isFlush isBelow>
      <List label={text.waiting}>
        {shown.map((offer) => (
          <OfferRow key={offer.offerId} offer={offer} />
        ))}
      </List>
      {hidden > 0 && (
        <div className="grid p-2">
          <Button tone="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? text.fewer : text.more(hidden)}
          </Button>
        </div>
      )}
    </Card>
  )
}

function OfferRow({ offer }: { offer: Offer }) {
  const { offers: text } = useText()
  const format = useFormat()
  const services = useServices()
  const windowText = useWindowText()
  const where = [
    offer.neighbourhood ?? text.areaUnknown,
    offer.distanceFeet !== null && format.distance(offer.distanceFeet),
  ].filter(Boolean)
  return (
    <ListRow
      icon={services.icon(offer.serviceKey)}
      title={services.name(offer.serviceKey)}
      detail={
        <>
          <span className="block">{where.join(' · ')}</span>
          <span className="block">{`${format.day(offer.date)} · ${windowText(offer.window)}`}</span>
        </>
      }
      state={
        offer.isStanding ? undefined : (
          <Badge tone="warn">{text.until(format.time(offer.expiresAt, offer.timeZone))}</Badge>
        )
      }
      end={<Money amountCents={offer.payCents} />}
      to={linkTo('offer', { offer_id: offer.offerId })}
    />
  )
}
