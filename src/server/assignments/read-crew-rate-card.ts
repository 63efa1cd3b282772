/** What a crew earns for one visit of a weekly job, asked thousands of times: each distinct price is split once. */
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { type SettingsTimeline, settingsOn } from '#domain/settings/book.ts'
import { addDays, type LocalDate, type Weekday, weekdayOf } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { linesOfVisit } from '../prices/price-visits.ts'
import { type RateCard, readRateCard } from '../prices/queries.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { findPlacesWithOwnPrices } from './queries.ts'

export type PaidJob = {
  readonly property_id: PropertyId
  readonly group_id: PropertyGroupId | null
  readonly time_zone: string
  readonly service_key: string
  readonly quantity: number
}

/** Pay on the next date of a weekday from `today` on; null where the service has no price. */
export type CrewRateCard = { payOf(job: PaidJob, weekday: Weekday): Cents | null }

export async function readCrewRateCard(
  db: Db,
  { jobs, marketId, today }: { jobs: readonly PaidJob[]; marketId: string; today: LocalDate },
): Promise<CrewRateCard> {
  const special = await findPlacesWithOwnPrices(db)
  const own = jobs.filter((job) => hasOwnPrice(special, job))
  const [rateCard, settings] = [
    await readRateCard(db, {
      propertyIds: own.map((job) => job.property_id),
      groupIds: own.map((job) => job.group_id),
      marketId,
    }),
    await settingsTimeline(db, marketId),
  ]
  const dates = datesByWeekday(today)
  const known = new Map<string, Cents | null>()
  return {
    payOf: (job, weekday) => {
      const place = hasOwnPrice(special, job) ? job.property_id : ''
      const key = `${job.service_key}|${job.quantity}|${weekday}|${job.time_zone}|${place}`
      const pay = known.get(key)
      if (pay !== undefined) return pay
      const fresh = payFor(rateCard, settings, job, dates.get(weekday)!)
      known.set(key, fresh)
      return fresh
    },
  }
}

function payFor(rateCard: RateCard, settings: SettingsTimeline, job: PaidJob, date: LocalDate): Cents | null {
  const visit = {
    propertyId: job.property_id,
    groupId: job.group_id,
    zone: job.time_zone,
    serviceKey: job.service_key,
    quantity: job.quantity,
    date,
  }
  const lines = linesOfVisit(rateCard, visit, settings)
  return lines === null ? null : crewPayFor(lines, settingsOn(settings, date, job.time_zone))
}

function hasOwnPrice(special: ReadonlySet<string>, job: PaidJob): boolean {
  return (
    special.size > 0 && (special.has(job.property_id) || (job.group_id !== null && special.has(job.group_id)))
  )
}

function datesByWeekday(today: LocalDate): ReadonlyMap<Weekday, LocalDate> {
  return new Map(
    Array.from({ length: 7 }, (_, index) => addDays(today, index)).map((date) => [weekdayOf(date), date]),
  )
}
