/** What was done lately, out of the newest visits only: however large a market grows, no more rows are looked at. */
import { sql } from 'kysely'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** A city's month; of a larger one the newest days of it. */
export const VISITS_LOOKED_AT = 5_000

/** Fewer working weeks than these would name somebody's pay. */
const FEWEST_WEEKS = 5
/** A week with fewer visits is nobody's living. */
const FEWEST_VISITS_A_WEEK = 8
const FEWEST_PLACES = 3
const QUARTERS_SHOWN = 6

export function listCities(db: Db) {
  return db
    .selectFrom('market')
    .where('state', '=', 'open')
    .orderBy('name')
    .limit(200)
    .select(['name', 'lat', 'lng'])
    .execute()
}

export async function recentWork(db: Db, since: Instant) {
  const { rows } = await sql<{
    visits: number
    rating: number | null
    rating_count: number
    week_cents: number | null
    hour_cents: number | null
  }>`
    with recent as materialized (${recentVisits(since)}),
    weeks as (
      select sum(crew_pay_cents) as cents,
        sum(crew_pay_cents) * 60 / nullif(sum(service.minutes + service.minutes_per_unit * recent.quantity), 0) as an_hour
      from recent join service on service.key = recent.service_key
      group by crew_id, date_trunc('week', recent.date)
      having count(*) >= ${FEWEST_VISITS_A_WEEK}
    ),
    stars as (
      select rating.stars from recent join rating on rating.visit_id = recent.id and rating.side = 'customer'
    )
    select
      (select count(*)::int from recent) as visits,
      (select avg(stars)::double precision from stars) as rating,
      (select count(*)::int from stars) as rating_count,
      (select round(percentile_cont(0.5) within group (order by cents))::int from weeks
        having count(*) >= ${FEWEST_WEEKS}) as week_cents,
      (select round(percentile_cont(0.5) within group (order by an_hour))::int from weeks
        having count(*) >= ${FEWEST_WEEKS}) as hour_cents
  `.execute(db)
  return rows[0]!
}

export async function busiestQuarters(db: Db, since: Instant) {
  const { rows } = await sql<{ name: string; visits: number; lat: number; lng: number }>`
    with recent as materialized (${recentVisits(since)})
    select property.neighbourhood as name, count(*)::int as visits,
      round(avg(property.lat)::numeric, 3)::double precision as lat,
      round(avg(property.lng)::numeric, 3)::double precision as lng
    from recent join property on property.id = recent.property_id
    where property.neighbourhood is not null
    group by property.neighbourhood
    having count(distinct property.id) >= ${FEWEST_PLACES}
    order by count(*) desc, property.neighbourhood
    limit ${QUARTERS_SHOWN}
  `.execute(db)
  return rows
}

function recentVisits(since: Instant) {
  return sql`
    select id, crew_id, property_id, service_key, quantity, date, crew_pay_cents
    from visit
    where state = 'completed' and completed_at > ${toTimestamp(since)} and crew_pay_cents is not null
    order by completed_at desc
    limit ${VISITS_LOOKED_AT}
  `
}
