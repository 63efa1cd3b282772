/** What stays say of the days of a job, and whose jobs are asked. */
import { sql } from 'kysely'
import type { PropertyId, UserId, WeeklyJobId } from '#domain/ids.ts'
import { PICKUP_SERVICES, type PickupDay } from '#domain/pickups/plan-pickups.ts'
import type { Instant, LocalDate, LocalTime } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'

const PLACES_AT_ONCE = 500

/** Jobs that could follow the stays of a place and are not over. */
export async function findPickupJobs(db: Db, propertyId: PropertyId): Promise<WeeklyJobId[]> {
  const rows = await db
    .selectFrom('weekly_job')
    .where('property_id', '=', propertyId)
    .where('service_key', 'in', [...PICKUP_SERVICES])
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** When the last visit of each job before a day began, of those that took place. */
export async function findLastPickups(
  db: Db,
  jobIds: readonly WeeklyJobId[],
  before: LocalDate,
): Promise<ReadonlyMap<WeeklyJobId, Instant>> {
  const { rows } = await sql<{ id: WeeklyJobId; starts_at: Instant }>`
    select job.id, last.starts_at
    from unnest(${[...jobIds]}::uuid[]) as job (id)
    cross join lateral (
      select starts_at from visit
      where visit.weekly_job_id = job.id and visit.date < ${before}::date
        and visit.state not in ('skipped', 'cancelled', 'missed')
      order by visit.date desc limit 1
    ) as last
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row.starts_at]))
}

export type KnownDay = PickupDay & { readonly isKept: boolean }

/** What was said of the days from one on. A day that was only brought back has no check-out. */
export async function findDays(
  db: Db,
  jobIds: readonly WeeklyJobId[],
  from: LocalDate,
): Promise<Map<WeeklyJobId, (Omit<KnownDay, 'notBefore'> & { readonly notBefore: LocalTime | null })[]>> {
  const rows = await db
    .selectFrom('pickup_day')
    .where('weekly_job_id', 'in', [...jobIds])
    .where('date', '>=', from)
    .orderBy('date')
    .selectAll()
    .execute()
  const days = rows.map((row) => ({
    jobId: row.weekly_job_id,
    date: row.date,
    notBefore: row.not_before,
    extra: row.nights === null ? null : { nights: row.nights, guests: row.guests },
    isKept: row.is_kept,
  }))
  return Map.groupBy(days, ({ jobId }) => jobId)
}

export async function findVacant(
  db: Db,
  jobIds: readonly WeeklyJobId[],
  from: LocalDate,
): Promise<Map<WeeklyJobId, LocalDate[]>> {
  const rows = await db
    .selectFrom('weekly_job_skip')
    .where('weekly_job_id', 'in', [...jobIds])
    .where('date', '>=', from)
    .where('reason', '=', 'vacant')
    .orderBy('date')
    .select(['weekly_job_id', 'date'])
    .execute()
  const byJob = Map.groupBy(rows, (row) => row.weekly_job_id)
  return new Map([...byJob].map(([id, some]) => [id, some.map(({ date }) => date)]))
}

/** In place of everything that was said of the days from one on, but for what the host brought back. */
export async function replaceDays(
  db: Db,
  {
    jobId,
    from,
    days,
    now,
  }: { jobId: WeeklyJobId; from: LocalDate; days: readonly PickupDay[]; now: Instant },
): Promise<void> {
  const future = () =>
    db.deleteFrom('pickup_day').where('weekly_job_id', '=', jobId).where('date', '>=', from)
  await future().where('is_kept', '=', false).execute()
  await db
    .updateTable('pickup_day')
    .set({ not_before: null, is_extra: false, nights: null, guests: null })
    .where('weekly_job_id', '=', jobId)
    .where('date', '>=', from)
    .execute()
  if (days.length === 0) return
  await db
    .insertInto('pickup_day')
    .values(
      days.map(({ date, notBefore, extra }) => ({
        weekly_job_id: jobId,
        date,
        not_before: notBefore,
        is_extra: extra !== null,
        nights: extra?.nights ?? null,
        guests: extra?.guests ?? null,
        created_at: toTimestamp(now),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['weekly_job_id', 'date']).doUpdateSet((eb) => ({
        not_before: eb.ref('excluded.not_before'),
        is_extra: eb.ref('excluded.is_extra'),
        nights: eb.ref('excluded.nights'),
        guests: eb.ref('excluded.guests'),
      })),
    )
    .execute()
}

/** What the host skipped stays the host's. */
export async function replaceVacant(
  db: Db,
  {
    jobId,
    from,
    dates,
    now,
  }: { jobId: WeeklyJobId; from: LocalDate; dates: readonly LocalDate[]; now: Instant },
): Promise<void> {
  await db
    .deleteFrom('weekly_job_skip')
    .where('weekly_job_id', '=', jobId)
    .where('date', '>=', from)
    .where('reason', '=', 'vacant')
    .execute()
  if (dates.length === 0) return
  await db
    .insertInto('weekly_job_skip')
    .values(
      dates.map((date) => ({
        weekly_job_id: jobId,
        date,
        reason: 'vacant' as const,
        created_at: toTimestamp(now),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Puts the places of a market that follow stays into the queue. */
export async function queuePlaces(db: Db, marketId: string, now: Instant): Promise<void> {
  let after: PropertyId | null = null
  do {
    const places: { id: PropertyId; customerId: UserId }[] = await db
      .selectFrom('pickup_rule')
      .innerJoin('property', 'property.id', 'pickup_rule.property_id')
      .innerJoin('users', 'users.id', 'property.customer_id')
      .where('pickup_rule.is_on', '=', true)
      .where('property.removed_at', 'is', null)
      .where('users.market_id', '=', marketId)
      .$if(after !== null, (query) => query.where('pickup_rule.property_id', '>', after!))
      .orderBy('pickup_rule.property_id')
      .limit(PLACES_AT_ONCE)
      .select(['property.id', 'property.customer_id as customerId'])
      .execute()
    await enqueueAll(
      db,
      places.map(({ id, customerId }) => taskRow('plan_pickups', { propertyId: id, customerId }, { now })),
    )
    after = places.length < PLACES_AT_ONCE ? null : places.at(-1)!.id
  } while (after !== null)
}

/** What stays said of days that are long over, a batch of them; answers how many there were. */
export async function forgetDaysBefore(db: Db, day: LocalDate, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pickup_day where (weekly_job_id, date) in (
      select weekly_job_id, date from pickup_day where date < ${day}::date order by date limit ${batch}
    )
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
