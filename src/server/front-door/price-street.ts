/** Prices for a stranger's street, by the very rules that a booking there would be priced by. */
import type { LatLng } from '#domain/geo.ts'
import { customerTotalOf, sumOf } from '#domain/pricing/lines.ts'
import { priceVisit } from '#domain/pricing/price.ts'
import { isRefusal } from '#domain/refusals.ts'
import { settingsOn } from '#domain/settings/book.ts'
import { addDays, dateAt, type Instant, type LocalDate, weekdayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import { marketAt } from '../markets/queries.ts'
import { servicesOfCrewsAround } from '../ondemand/place-queries.ts'
import { readRateCard } from '../prices/queries.ts'
import { settingsTimeline } from '../settings/read-settings.ts'

type Asked = LatLng & {
  readonly items: readonly { readonly serviceKey: string; readonly quantity: number }[]
}

const SATURDAY = 6

/** What has no price for everybody is left out. */
export async function priceStreet(app: App, { items, ...place }: Asked) {
  const now = app.ports.clock.now()
  const market = await marketAt(app.db, place)
  if (market?.state !== 'open') return { market: null, prices: [] }
  const [settings, rateCard, around] = await Promise.all([
    settingsTimeline(app.db, market.id),
    readRateCard(app.db, { propertyIds: [], groupIds: [], marketId: market.id }),
    servicesOfCrewsAround(app.db, { place, marketId: market.id, now }),
  ])
  const zone = market.timeZone
  const date = nextWorkday(now, zone)
  const prices = items.flatMap(({ serviceKey, quantity }) => {
    if (market.serviceKeys?.includes(serviceKey) === false) return []
    const price = rateCard.pick({ serviceKey, propertyId: null, groupId: null, zone, date })
    if (price === null) return []
    const lines = priceVisit({
      price,
      serviceKey,
      quantity,
      date,
      isSameDay: false,
      isLongCarry: false,
      coupon: null,
      exemptionId: null,
      settings: settingsOn(settings, date, zone),
    })
    if (isRefusal(lines)) return []
    const taxCents = sumOf(lines, 'tax')
    return [
      {
        serviceKey,
        quantity,
        totalCents: customerTotalOf(lines),
        taxCents,
        hasCrews: around.has(serviceKey),
      },
    ]
  })
  return { market: { name: market.name }, prices }
}

/** A day without the surcharge of weekends, which is told where it is booked. */
function nextWorkday(now: Instant, zone: string): LocalDate {
  const tomorrow = addDays(dateAt(now, zone), 1)
  return [0, 1, 2].map((days) => addDays(tomorrow, days)).find((day) => weekdayOf(day) < SATURDAY) ?? tomorrow
}
