/** What the chosen time costs before the last step, and the coming workday where that is cheaper. */
import type { Cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import { addDays, isLocalDate, weekdayOf } from '#domain/time.ts'
import { type CallInput, useEndpoint } from '#web/api.ts'
import { referralCodes } from '#web/session/referral.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { OrderDraft } from './order-draft.ts'

const SATURDAY = 6

type When = CallInput<'POST /api/quote-on-demand'>['body']['when']

type WhenOfferProps = {
  order: Pick<OrderDraft, 'place' | 'propertyId' | 'serviceKey' | 'quantity'>
  /** The chosen time. */
  when: When
  today: LocalDate
  onTake: (date: LocalDate) => void
}

export function WhenOffer({ order, when, today, onTake }: WhenOfferProps) {
  const { when: texts } = useText().ondemand
  const format = useFormat()
  const later = nextWorkday(today)
  const chosen = useTotal(order, when)
  const cheaper = useTotal(order, { kind: 'window', date: later, from: '09:00', until: '12:00' })
  if (chosen === undefined) return null
  const isThatDay = when.kind === 'window' && when.date === later
  const isCheaper = cheaper !== undefined && cheaper < chosen && !isThatDay
  return (
    <Banner
      tone="info"
      title={texts.costs(format.money(chosen))}
      actions={isCheaper && <Button onClick={() => onTake(later)}>{texts.take(format.day(later))}</Button>}
    >
      {isCheaper ? texts.cheaper(format.longDay(later), format.money(cheaper)) : texts.allIn}
    </Banner>
  )
}

/** Undefined until it is known, and where such a time cannot be booked: the form says why. */
function useTotal(order: WhenOfferProps['order'], when: When): Cents | undefined {
  const { place, propertyId, serviceKey, quantity } = order
  const { coupon } = referralCodes()
  const where =
    propertyId === null ? { place: place && { lat: place.lat, lng: place.lng } } : { place: null, propertyId }
  const quote = useEndpoint(
    'POST /api/quote-on-demand',
    {
      body: { serviceKey, quantity, when, ...where, ...(coupon === undefined ? {} : { couponCode: coupon }) },
    },
    { isEnabled: place !== null && (when.kind === 'now' || isLocalDate(when.date)), staleMs: 60_000 },
  )
  return quote.data?.totalCents
}

function nextWorkday(today: LocalDate): LocalDate {
  const days = [1, 2, 3].map((count) => addDays(today, count))
  return days.find((day) => weekdayOf(day) < SATURDAY) ?? addDays(today, 1)
}
