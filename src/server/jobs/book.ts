/** Books weekly jobs: one place or thousands in one call, all or nothing. */
import { sql } from 'kysely'
import type { PropertyId, WeeklyJobId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import {
  type CheckedItem,
  checkOrder,
  DUPLICATES_SHOWN,
  type Duplicate,
  findDuplicates,
  type OrderItem,
} from '../prices/order.ts'
import { hasCard, readPriceBook } from '../prices/queries.ts'
import { orderFaults } from '../prices/texts.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { planVisits } from './plan-visits.ts'

export type Order = {
  readonly items: readonly OrderItem[]
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
export async function bookWeeklyJobs(app: App, scope: CustomerScope, order: Order) {
  return inTransaction(app.db, (trx) => book(app, trx, scope, order), { isolation: 'read committed' })
}

async function book(app: App, trx: Db, scope: CustomerScope, order: Order) {
  const now = app.ports.clock.now()
  await trx.selectFrom('users').where('id', '=', scope.userId).forNoKeyUpdate().select('id').execute()
  const checked = await checkOrder(trx, scope, { ...order, now })
  await holdPlaces(trx, checked)
  await checkPrices(trx, checked, order.startsOn)
  const booked: WeeklyJobId[] = []
  let leftOutCount = 0
  for (const [index, each] of checked.entries()) {
    const duplicates = await findDuplicates(trx, scope, each, order)
    if (duplicates.length > 0 && !order.skipDuplicates) throw bookedAlready(scope, index, duplicates)
    const taken = new Set(duplicates.map((duplicate) => duplicate.propertyId))
    const free = each.properties.filter((property) => !taken.has(property.id))
    leftOutCount += each.properties.length - free.length
    const ids = free.map((property) => property.id)
    booked.push(
      ...(await insertJobs(trx, scope, {
        order,
        item: each.item,
        propertyIds: ids,
        now: toTimestamp(now),
      })),
    )
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
  }
}

/** How many jobs have not had their first planning. */
export async function countWaitingJobs(db: Db, scope: CustomerScope): Promise<number> {
  const row = await db
    .selectFrom('weekly_job')
    .where('customer_id', '=', scope.userId)
    .where('state', '<>', 'cancelled')
    .where('planned_until', 'is', null)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** A place that is being removed meanwhile is not found; one that is held is removed after the booking, with its jobs. */
async function holdPlaces(db: Db, checked: readonly CheckedItem[]): Promise<void> {
  const ids = [...new Set(checked.flatMap(({ properties }) => properties.map(({ id }) => id)))]
  const held = await sql`
    select from property where id = any(${ids}::uuid[]) and removed_at is null order by id for key share
  `.execute(db)
  if (held.rows.length < ids.length) throw new Refused('not_found')
}

/** Nothing is booked that has no price: the customer has seen the exact one before. */
async function checkPrices(db: Db, checked: readonly CheckedItem[], date: LocalDate): Promise<void> {
  const places = checked.flatMap(({ properties }) => properties)
  const book = await readPriceBook(db, {
    propertyIds: places.map((place) => place.id),
    groupIds: places.map((place) => place.group_id),
  })
  for (const { item, properties } of checked)
    for (const { id, group_id, time_zone } of properties) {
      const place = { propertyId: id, groupId: group_id, zone: time_zone }
      if (book.pick({ ...place, serviceKey: item.serviceKey, date }) === null) throw new Refused('no_price')
    }
}

async function insertJobs(
  db: Db,
  scope: CustomerScope,
  input: { order: Order; item: OrderItem; propertyIds: readonly PropertyId[]; now: Date },
): Promise<WeeklyJobId[]> {
  const { order, item } = input
  const weekdays = [...item.weekdays].sort((a, b) => a - b)
  const inserted = await sql<{ id: WeeklyJobId }>`
    insert into weekly_job (customer_id, property_id, service_key, weekdays, window_start, window_end, quantity,
      starts_on, ends_on, notes, created_at, updated_at)
    select ${scope.userId}, place.id, ${item.serviceKey}, ${weekdays}::smallint[], ${item.windowStart}::time,
      ${item.windowEnd}::time, ${item.quantity}, ${order.startsOn}, ${order.endsOn}, ${order.notes}, ${input.now},
      ${input.now}
    from unnest(${input.propertyIds}::uuid[]) as place (id)
    returning id
  `.execute(db)
  return inserted.rows.map((row) => row.id)
}

/** A field per place, named by its id, at most 100. */
function bookedAlready(scope: CustomerScope, index: number, duplicates: readonly Duplicate[]): Refused {
  const sentence = orderFaults[scope.locale].booked_already
  const byPlace = new Map(duplicates.map((each) => [each.propertyId, each.propertyName]))
  const fields = [...byPlace]
    .slice(0, DUPLICATES_SHOWN)
    .map(([propertyId, name]) => [`items.${index}.${propertyId}`, `${name}: ${sentence}`])
  return new Refused('already_booked', { fields: Object.fromEntries(fields) })
}
