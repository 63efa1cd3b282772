/** How well crews keep their word, from the timelines of their visits: of each visit the last word counts. */
import { sql } from 'kysely'
import { type ReliabilityCounts, reliabilityOf } from '#domain/assignments/reliability.ts'
import type { UserId } from '#domain/ids.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type Reliability = ReliabilityCounts & {
  /** From 0 to 1; null for a crew without history in the window. */
  readonly share: number | null
}

const NOTHING_YET: Reliability = { kept: 0, lateReleases: 0, missed: 0, share: null }

/** Of many crews at once; every crew asked for is in the answer. */
export async function readReliability(
  db: Db,
  crewIds: readonly UserId[],
  now: Instant,
): Promise<ReadonlyMap<UserId, Reliability>> {
  if (crewIds.length === 0) return new Map()
  const since = instant(now - DEFAULT_SETTINGS.reliabilityWindowDays * DAY_MS)
  const { rows } = await sql<{ crew_id: UserId; kept: number; late: number; missed: number }>`
    select crew_id,
      count(*) filter (where counts_as = 'kept')::int as kept,
      count(*) filter (where counts_as = 'late_release')::int as late,
      count(*) filter (where counts_as = 'missed')::int as missed
    from (
      select distinct on (crew_id, visit_id) crew_id, counts_as
      from visit_event
      where counts_as is not null and crew_id = any(${[...new Set(crewIds)]}::uuid[])
        and at > ${toTimestamp(since)} and at <= ${toTimestamp(now)}
      order by crew_id, visit_id, id desc
    ) as last_word
    group by crew_id
  `.execute(db)
  const known = new Map(
    rows.map((row) => [
      row.crew_id,
      withShare({ kept: row.kept, lateReleases: row.late, missed: row.missed }),
    ]),
  )
  return new Map(crewIds.map((crewId) => [crewId, known.get(crewId) ?? NOTHING_YET]))
}

/** What it becomes when so many more visits are given back late. */
export function afterLateReleases(reliability: Reliability, count: number): Reliability {
  return withShare({ ...reliability, lateReleases: reliability.lateReleases + count })
}

function withShare({ kept, lateReleases, missed }: ReliabilityCounts): Reliability {
  return { kept, lateReleases, missed, share: reliabilityOf({ kept, lateReleases, missed }) }
}
