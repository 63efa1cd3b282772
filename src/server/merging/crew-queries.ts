/** Two accounts of one crew: what both have to do, what would move, and what the one that stays is afterwards. */
import { sql } from 'kysely'
import type { WorkToDo } from '#domain/assignments/clash.ts'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { visitMinutes } from '#domain/visits/duration.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { minutesOnDay, minutesPerUnitOnDay } from '../prices/service-day-queries.ts'

/** After their accounts, in the same order. Whoever gives a crew work, or pays it, holds or waits for this lock. */
export async function lockProfiles(db: Db, ids: readonly [UserId, UserId]): Promise<void> {
  await db
    .selectFrom('crew_profile')
    .where('user_id', 'in', [...ids])
    .orderBy('user_id')
    .forUpdate()
    .select('user_id')
    .execute()
}

/** What a crew has promised and not begun. */
export async function listToDo(db: Db, crewId: UserId, now: Instant): Promise<WorkToDo[]> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .where('visit.crew_id', '=', crewId)
    .where('visit.date', '>=', sql<never>`(${toTimestamp(now)}::timestamptz at time zone 'UTC')::date - 1`)
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('visit.state', 'in', ['scheduled', 'confirmed', 'reopened'])
    .select([
      'visit.starts_at',
      'visit.ends_at',
      'visit.quantity',
      minutesOnDay.as('minutes'),
      minutesPerUnitOnDay.as('minutes_per_unit'),
    ])
    .execute()
  return rows.map((row) => ({
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    durationMinutes: visitMinutes(
      { minutes: row.minutes, minutesPerUnit: row.minutes_per_unit },
      row.quantity,
    ),
  }))
}

/** What would move of a crew's account, and what it was paid, which stays. */
export async function countOfCrew(db: Db, id: UserId, now: Instant) {
  const { rows } = await sql<{
    weekly: number
    coming: number
    visits: number
    offers: number
    ratings: number
    wished: number
    payouts: number
    paid: number
  }>`
    select
      (select count(*)::int from assignment where crew_id = ${id} and released_at is null) as weekly,
      (select count(*)::int from visit where crew_id = ${id} and state in ('scheduled', 'confirmed', 'reopened')
        and date >= (${toTimestamp(now)}::timestamptz at time zone 'UTC')::date - 1
        and ends_at > ${toTimestamp(now)}) as coming,
      (select count(*)::int from visit where crew_id = ${id}) as visits,
      (select count(*)::int from offer where crew_id = ${id} and state = 'open'
        and expires_at > ${toTimestamp(now)}) as offers,
      (select count(*)::int from rating where crew_id = ${id} and side = 'customer') as ratings,
      (select count(*)::int from (
        select customer_id from customer_crew_mark where crew_id = ${id} and mark = 'favourite'
        union select property.customer_id from place_crew join property on property.id = place_crew.property_id
          where place_crew.crew_id = ${id}
      ) as wishes) as wished,
      count(*)::int as payouts, coalesce(sum(amount_cents), 0)::bigint as paid
    from payout where crew_id = ${id} and state = 'paid'
  `.execute(db)
  const row = rows[0]!
  return {
    weeklyStops: row.weekly,
    visitsToCome: row.coming,
    visits: row.visits,
    openOffers: row.offers,
    ratings: row.ratings,
    wishedBy: row.wished,
    payouts: row.payouts,
    paidCents: cents(row.paid),
  }
}

/**
 * It can what either could; where and how it works is its own word. The closed one has no base and can nothing, so that
 * nobody thinks of it for work, and its key is another (see `closeAccount`).
 */
export async function joinProfiles(
  db: Db,
  { keptId, closedId, now }: { readonly keptId: UserId; readonly closedId: UserId; readonly now: Instant },
): Promise<void> {
  await sql`
    update crew_profile own set
      services = array(select distinct unnest(own.services || closed.services) order by 1),
      vehicle = case when own.vehicle = '' then closed.vehicle else own.vehicle end,
      photo_id = coalesce(own.photo_id, closed.photo_id)
    from crew_profile closed
    where own.user_id = ${keptId} and closed.user_id = ${closedId}
  `.execute(db)
  await db
    .updateTable('crew_profile')
    .set({ services: [], photo_id: null, merged_at: toTimestamp(now) })
    .where('user_id', '=', closedId)
    .execute()
  await db.updateTable('users').set({ lat: null, lng: null }).where('id', '=', closedId).execute()
}
