/** Books weekly jobs: one place or thousands in one call, all or nothing. */
import type { PropertyId, WeeklyJobId } from '#domain/ids.ts'
import { comingDates } from '#domain/schedule/series.ts'
import type { LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { isPausedByDunning } from '../payments/find-pause.ts'
import {
  type BookingItem,
  type CheckedItem,
  type Duplicate,
  findDuplicates,
  ruleOfItem,
} from '../prices/booking-queries.ts'
import { checkBooking, DUPLICATES_SHOWN } from '../prices/check-booking.ts'
import { hasCard, readRateCard } from '../prices/queries.ts'
import { bookingFaults } from '../prices/texts.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { insertJobs, lockCustomer, lockJobsOf, lockProperties, type NewJobs } from './job-queries.ts'
import { planVisits } from './plan-visits.ts'
import { loadSeries } from './series-queries.ts'
import { firstVisitDay } from './visit-queries.ts'

export type WeeklyBooking = {
  readonly items: readonly BookingItem[]
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate | null
  readonly notes: string
  readonly skipDuplicates: boolean
}

/** More jobs than this get their visits from a task instead of before the answer. */
const PLANNED_AT_ONCE = 250
const IDS_SHOWN = 200

/**
 * The visits of the next four weeks exist when this answers, or soon after where `isPlanned` is false. One customer's
 * bookings come after one another; different customers' do not wait, nor fail, for each other.
 */
export async function bookWeeklyJobs(app: App, scope: CustomerScope, booking: WeeklyBooking) {
  return inTransaction(app.db, (trx) => rateCard(app, trx, scope, booking), { isolation: 'read committed' })
}

async function rateCard(app: App, trx: Db, scope: CustomerScope, booking: WeeklyBooking) {
  const now = app.ports.clock.now()
  await lockCustomer(trx, scope)
  // Else whoever does not pay ends what is paused and books the same again.
  if (await isPausedByDunning(trx, scope.userId, now)) throw new Refused('payment_overdue')
  const checked = await checkBooking(trx, scope, { ...booking, now })
  await lockPlaces(trx, checked)
  await checkPrices(trx, checked, booking.startsOn)
  const booked: WeeklyJobId[] = []
  let leftOutCount = 0
  for (const [index, each] of checked.entries()) {
    const duplicates = await findDuplicates(trx, scope, each, booking)
    if (duplicates.length > 0 && !booking.skipDuplicates) throw bookedAlready(scope, index, duplicates)
    const taken = new Set(duplicates.map((duplicate) => duplicate.propertyId))
    const free = each.properties.filter((property) => !taken.has(property.id))
    leftOutCount += each.properties.length - free.length
    const ids = free.map((property) => property.id)
    booked.push(...(await insertJobs(trx, scope, newJobs(booking, each.item, ids), now)))
  }
  const isPlanned = booked.length <= PLANNED_AT_ONCE
  if (isPlanned) await planVisits(app, { weeklyJobIds: booked }, trx)
  else await enqueue(trx, 'plan_visits', { customerId: scope.userId }, { now })
  return {
    jobCount: booked.length,
    weeklyJobIds: booked.slice(0, IDS_SHOWN),
    leftOutCount,
    needsCard: !(await hasCard(trx, scope)),
    isPlanned,
    firstVisitOn: isPlanned ? await firstVisitOf(trx, scope, booked) : null,
  }
}

/** Planned already, or further ahead than anything is planned. */
async function firstVisitOf(
  db: Db,
  scope: CustomerScope,
  ids: readonly WeeklyJobId[],
): Promise<LocalDate | null> {
  const planned = await firstVisitDay(db, scope, ids)
  if (planned !== null || ids.length === 0) return planned
  const jobs = await lockJobsOf(db, scope.userId, ids)
  const series = await loadSeries(db, jobs, jobs[0]!.starts_on)
  const dates = [...series.values()].flatMap((each) => comingDates(each.series, jobs[0]!.starts_on, 1))
  return dates.reduce<LocalDate | null>((one, other) => (one === null || other < one ? other : one), null)
}

/** A place that is being removed meanwhile is not found; one that is locked is removed after the booking, with its jobs. */
async function lockPlaces(db: Db, checked: readonly CheckedItem[]): Promise<void> {
  const ids = [...new Set(checked.flatMap(({ properties }) => properties.map(({ id }) => id)))]
  if ((await lockProperties(db, ids)) < ids.length) throw new Refused('not_found')
}

function newJobs(booking: WeeklyBooking, item: BookingItem, propertyIds: readonly PropertyId[]): NewJobs {
  const { serviceKey, windowStart, windowEnd, quantity } = item
  const { startsOn, endsOn, notes } = booking
  const weekdays = [...item.weekdays].sort((a, b) => a - b)
  const { rhythm } = ruleOfItem(item, startsOn, endsOn)
  return {
    propertyIds,
    serviceKey,
    weekdays,
    rhythm,
    windowStart,
    windowEnd,
    quantity,
    startsOn,
    endsOn,
    notes,
  }
}

/** Nothing is booked that has no price: the customer has seen the exact one before. */
async function checkPrices(db: Db, checked: readonly CheckedItem[], date: LocalDate): Promise<void> {
  const places = checked.flatMap(({ properties }) => properties)
  const rateCard = await readRateCard(db, {
    propertyIds: places.map((place) => place.id),
    groupIds: places.map((place) => place.group_id),
  })
  for (const { item, properties } of checked)
    for (const { id, group_id, time_zone } of properties) {
      const place = { propertyId: id, groupId: group_id, zone: time_zone }
      if (rateCard.pick({ ...place, serviceKey: item.serviceKey, date }) === null)
        throw new Refused('no_price')
    }
}

/** A field per place, named by its id, at most 100. */
function bookedAlready(scope: CustomerScope, index: number, duplicates: readonly Duplicate[]): Refused {
  const sentence = bookingFaults[scope.locale].booked_already
  const byPlace = new Map(duplicates.map((each) => [each.propertyId, each.propertyName]))
  const fields = [...byPlace]
    .slice(0, DUPLICATES_SHOWN)
    .map(([propertyId, name]) => [`items.${index}.${propertyId}`, `${name}: ${sentence}`])
  return new Refused('already_booked', { fields: Object.fromEntries(fields) })
}
