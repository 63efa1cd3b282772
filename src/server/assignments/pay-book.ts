/** What a crew earns for one visit of a weekly job, asked thousands of times: each distinct price is split once. */
import { type Cents, cents } from '#domain/money.ts'
import { type Price, priceVisit } from '#domain/pricing/price.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { isRefusal } from '#domain/refusals.ts'
import { DEFAULT_SETTINGS } from '#domain/settings.ts'
import { addDays, type LocalDate, type Weekday, weekdayOf } from '#domain/time.ts'
import type { Db } from '../app.ts'
import { pricingSettings, readPriceBook } from '../prices/queries.ts'

export type PaidJob = {
  readonly property_id: string
  readonly group_id: string | null
  readonly time_zone: string
  readonly service_key: string
  readonly quantity: number
}

/** Pay on the next date of a weekday from `today` on; null where the service has no price. */
export type PayBook = { payOf(job: PaidJob, weekday: Weekday): Cents | null }

export async function readPayBook(
  db: Db,
  { jobs, marketId, today }: { jobs: readonly PaidJob[]; marketId: string; today: LocalDate },
): Promise<PayBook> {
  const [book, settings] = [
    await readPriceBook(db, {
      propertyIds: [...new Set(jobs.map((job) => job.property_id))],
      groupIds: jobs.map((job) => job.group_id),
    }),
    await pricingSettings(db, marketId),
  ]
  const dates = datesByWeekday(today)
  const known = new Map<Price, Map<string, Cents | null>>()
  const split = (price: Price, quantity: number, weekday: Weekday): Cents | null => {
    const date = dates.get(weekday)!
    const lines = priceVisit({
      price,
      quantity,
      date,
      isSameDay: false,
      isLongCarry: false,
      couponCreditCents: cents(0),
      settings,
    })
    return isRefusal(lines) ? null : crewPayFor(lines, DEFAULT_SETTINGS)
  }
  return {
    payOf: (job, weekday) => {
      const price = book.pick({
        serviceKey: job.service_key,
        propertyId: job.property_id,
        groupId: job.group_id,
        zone: job.time_zone,
        date: dates.get(weekday)!,
      })
      if (price === null) return null
      const pays = known.get(price) ?? new Map<string, Cents | null>()
      known.set(price, pays)
      const key = `${job.quantity}|${weekday}`
      const pay = pays.get(key)
      if (pay !== undefined) return pay
      const fresh = split(price, job.quantity, weekday)
      pays.set(key, fresh)
      return fresh
    },
  }
}

function datesByWeekday(today: LocalDate): ReadonlyMap<Weekday, LocalDate> {
  return new Map(
    Array.from({ length: 7 }, (_, index) => addDays(today, index)).map((date) => [weekdayOf(date), date]),
  )
}
