/** What a change of a service touches, in every city. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

export async function countJobs(db: Db, key: string, from: LocalDate): Promise<number> {
  const { count } = await db
    .selectFrom('weekly_job')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .where('weekly_job.service_key', '=', key)
    .where('weekly_job.state', '<>', 'cancelled')
    .where('property.removed_at', 'is', null)
    .where((the) => the.or([the('weekly_job.ends_on', 'is', null), the('weekly_job.ends_on', '>=', from)]))
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Span = { readonly from: LocalDate; readonly until: LocalDate }

/** Visits that are still to be done, by how much of the service they are. */
export async function sumVisits(db: Db, key: string, { from, until }: Span) {
  return db
    .selectFrom('visit')
    .where('service_key', '=', key)
    .where('date', '>=', from)
    .where('date', '<=', until)
    .where('state', 'in', ['scheduled', 'confirmed', 'reopened'])
    .groupBy('quantity')
    .select((the) => ['quantity', the.fn.countAll<number>().as('count')])
    .execute()
}

type Lost = { id: UserId; name: string; city: string; weekly_stops: number; visits: number }

/** Crews that are asked for the service now and would not be with these needs, whoever holds most first. */
export async function listLostCrews(
  db: Db,
  { key, needs, from, until }: Span & { readonly key: string; readonly needs: readonly string[] },
): Promise<{ before: number; after: number; rows: Lost[] }> {
  const wanted = sql`${[...needs]}::text[]`
  const { rows: counts } = await sql<{ before: number; after: number }>`
    select count(*) filter (where ${key} = any(able_services(services)))::int as before,
      count(*) filter (where ${wanted} <@ services)::int as after
    from crew_profile where ${key} = any(services)
  `.execute(db)
  const { rows } = await sql<Lost>`
    select crew.id, crew.name, market.name as city,
      (select count(*)::int from assignment join weekly_job job on job.id = assignment.weekly_job_id
        where assignment.crew_id = crew.id and assignment.released_at is null and job.service_key = ${key})
        as weekly_stops,
      (select count(*)::int from visit where visit.crew_id = crew.id and visit.service_key = ${key}
        and visit.date between ${from} and ${until} and visit.state in ('scheduled', 'confirmed', 'reopened'))
        as visits
    from crew_profile profile
    join users crew on crew.id = profile.user_id
    join market on market.id = crew.market_id
    where ${key} = any(profile.services) and ${key} = any(able_services(profile.services))
      and not ${wanted} <@ profile.services
    order by visits desc, weekly_stops desc, crew.name, crew.id
  `.execute(db)
  return { ...counts[0]!, rows }
}
