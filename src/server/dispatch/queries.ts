/** What dispatchers see of a market's days: its crews with their hours, and the visits with and without one. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { minutesOnDay, minutesPerUnitOnDay } from '../prices/service-day-queries.ts'

export type Span = { readonly from: LocalDate; readonly to: LocalDate }
export type OfMarket = { readonly marketId: string }

/** More than anybody could oversee; a market beyond them works by days. */
const MOST_CREWS = 500
export const MOST_VISITS = 6_000

export function listCrews(db: Db, { marketId }: OfMarket) {
  return db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .where('users.market_id', '=', marketId)
    .where('users.type', '=', 'Crew')
    .where('crew_profile.merged_at', 'is', null)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(MOST_CREWS)
    .select([
      'users.id',
      'users.name',
      'users.lat',
      'users.lng',
      'users.frozen_until',
      'crew_profile.range_feet',
      sql<string[]>`able_services(crew_profile.services)`.as('services'),
    ])
    .execute()
}

/** One more than are shown, so that a cut is seen. */
export function listVisits(db: Db, { marketId }: OfMarket, { from, to }: Span) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .leftJoin('on_demand_order', 'on_demand_order.visit_id', 'visit.id')
    .where('visit.date', '>=', from)
    .where('visit.date', '<=', to)
    .where('customer.market_id', '=', marketId)
    .where('visit.state', 'not in', ['cancelled', 'skipped'])
    .orderBy('visit.date')
    .orderBy('visit.id')
    .limit(MOST_VISITS + 1)
    .select([
      'visit.id',
      'visit.date',
      'visit.weekly_job_id',
      'visit.assignment_id',
      'visit.customer_id',
      'visit.crew_id',
      'visit.position',
      'visit.state',
      'visit.starts_at',
      'visit.ends_at',
      'visit.quantity',
      'visit.service_key',
      'visit.property_id',
      'visit.crew_pay_cents',
      'visit.offer_raise_cents',
      'visit.price_lines',
      'visit.expected_at',
      'visit.started_at',
      'visit.completed_at',
      'property.name as place_name',
      'property.group_id',
      'property.lat',
      'property.lng',
      'property.time_zone',
      minutesOnDay.as('minutes'),
      minutesPerUnitOnDay.as('minutes_per_unit'),
      // The price of an order holds from the moment it was booked.
      'on_demand_order.price_lines as ordered_lines',
      sql<boolean>`(visit.starts_at at time zone property.time_zone)::time = '00:00'
        and visit.ends_at >= (visit.date + 1)::timestamp at time zone property.time_zone`.as('is_anytime'),
    ])
    .execute()
}

export type VisitRow = Awaited<ReturnType<typeof listVisits>>[number]

const MOST_BLOCKS = 20_000

export function listBlocks(db: Db, { marketId }: OfMarket) {
  return db
    .selectFrom('customer_crew_mark')
    .innerJoin('users as crew', 'crew.id', 'customer_crew_mark.crew_id')
    .where('crew.market_id', '=', marketId)
    .where('customer_crew_mark.mark', '=', 'blocked')
    .limit(MOST_BLOCKS)
    .select(['customer_crew_mark.customer_id', 'customer_crew_mark.crew_id'])
    .execute()
}

/** The stops that a crew has on a day, in the order of its lane. */
export function listLane(db: Db, crewId: UserId, date: LocalDate) {
  return db
    .selectFrom('visit')
    .where('crew_id', '=', crewId)
    .where('date', '=', date)
    .where('state', 'not in', ['cancelled', 'skipped'])
    .orderBy((eb) => eb('position', '=', 0))
    .orderBy('position')
    .orderBy('starts_at')
    .orderBy('id')
    .select('id')
    .execute()
}

export function findName(db: Db, userId: UserId) {
  return db.selectFrom('users').where('id', '=', userId).select('name').executeTakeFirst()
}
