import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type Average = { readonly stars: number | null; readonly count: number }

/** What crews were given, by the ratings that everybody may see; one query for however many crews. */
export async function crewAverages(
  db: Db,
  crewIds: readonly UserId[],
  now: Instant,
): Promise<ReadonlyMap<UserId, Average>> {
  const doneBefore = toTimestamp(instant(now - DEFAULT_SETTINGS.ratingHiddenDays * DAY_MS))
  const { rows } = await sql<{ crew_id: UserId; stars: number; count: number }>`
    select rating.crew_id, avg(rating.stars)::double precision as stars, count(*) as count
    from rating join visit on visit.id = rating.visit_id
    where rating.side = 'customer' and rating.crew_id = any(${[...crewIds]}::uuid[])
      and (visit.completed_at <= ${doneBefore}
        or exists (select from rating other where other.visit_id = rating.visit_id and other.side = 'crew'))
    group by rating.crew_id
  `.execute(db)
  const known = new Map(rows.map((row) => [row.crew_id, { stars: row.stars, count: row.count }]))
  return new Map(crewIds.map((crewId) => [crewId, known.get(crewId) ?? { stars: null, count: 0 }]))
}
