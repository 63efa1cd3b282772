/** Crews as rules and screens ask for them: base and hours, reliability, averages of ratings, days off. */
import { sql } from 'kysely'
import { isFrozen } from '#domain/access/frozen.ts'
import type { CrewFacts, MinuteRange } from '#domain/assignments/assignment.ts'
import { type ReliabilityCounts, reliabilityOf } from '#domain/assignments/reliability.ts'
import type { LatLng } from '#domain/geo.ts'
import type { UserId } from '#domain/ids.ts'
import type { TimeRange } from '#domain/routing/recommend.types.ts'
import {
  DAY_MS,
  type Instant,
  instant,
  type LocalTime,
  localTime,
  minutesOfDay,
  type Weekday,
} from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { settingsOfUsers } from '../settings/read-settings.ts'

export type Average = { readonly stars: number | null; readonly count: number }

/**
 * What crews were given, by the ratings that everybody may see; one query for however many crews. From what is kept of
 * all (`crew_stars`) it takes away what is hidden still: that of the last days, where the crew has not rated.
 */
export async function crewAverages(
  db: Db,
  crewIds: readonly UserId[],
  now: Instant,
): Promise<ReadonlyMap<UserId, Average>> {
  const settingsOf = await settingsOfUsers(db, crewIds, now)
  const doneBefore = crewIds.map((crewId) =>
    toTimestamp(instant(now - settingsOf(crewId).ratingHiddenDays * DAY_MS)),
  )
  const { rows } = await sql<{ crew_id: UserId; stars: number; count: number }>`
    select asked.crew_id, (kept.stars - hidden.stars)::double precision / (kept.count - hidden.count) as stars,
      kept.count - hidden.count as count
    from unnest(${[...crewIds]}::uuid[], ${doneBefore}::timestamptz[]) as asked (crew_id, done_before)
    join crew_stars kept on kept.crew_id = asked.crew_id
    cross join lateral (
      select coalesce(sum(rating.stars), 0)::bigint as stars, count(*) as count from rating
      where rating.crew_id = asked.crew_id and rating.side = 'customer' and rating.done_at > asked.done_before
        and not exists (select from rating other where other.visit_id = rating.visit_id and other.side = 'crew')
    ) as hidden
    where kept.count > hidden.count
  `.execute(db)
  const known = new Map(rows.map((row) => [row.crew_id, { stars: row.stars, count: row.count }]))
  return new Map(crewIds.map((crewId) => [crewId, known.get(crewId) ?? { stars: null, count: 0 }]))
}

export type CrewAtWork = {
  readonly facts: CrewFacts
  readonly hours: ReadonlyMap<Weekday, TimeRange>
}

/** Null while the crew has said no base: then nothing is near it. */
export async function readCrew(db: Db, scope: CrewScope, now: Instant): Promise<CrewAtWork | null> {
  const [profile, days] = [await profileOf(db, scope), await hoursOf(db, scope)]
  if (profile === undefined || profile.lat === null || profile.lng === null) return null
  const hours = new Map(days.map((day) => [day.weekday, { from: day.starts, until: day.ends }]))
  return {
    hours,
    facts: {
      id: scope.userId,
      // Read anew: a crew may have been frozen since its request began.
      isFrozen: isFrozen({ frozenUntil: profile.frozen_until }, now),
      base: { lat: profile.lat, lng: profile.lng } satisfies LatLng,
      rangeFeet: profile.range_feet,
      serviceKeys: profile.services,
      hours: Object.fromEntries([...hours].map(([weekday, range]) => [weekday, toMinutes(range)])),
    },
  }
}

/**
 * Two requests of one crew come after one another, so that both see what the other has taken. Rows that only name the
 * crew, such as a new offer to it, do not wait.
 */
export async function lockCrew(db: Db, scope: Pick<CrewScope, 'userId'>): Promise<void> {
  await db
    .selectFrom('crew_profile')
    .where('user_id', '=', scope.userId)
    .select('user_id')
    .forNoKeyUpdate()
    .execute()
}

const WHOLE_DAY: TimeRange = { from: localTime('00:00'), until: localTime('24:00') }

export function toMinutes(range: TimeRange | null): MinuteRange {
  const { from, until } = range ?? WHOLE_DAY
  const startMinute = minutesOfDay(from)
  const endMinute = minutesOfDay(until)
  return { startMinute, endMinute: endMinute > startMinute ? endMinute : endMinute + 24 * 60 }
}

export function windowOfJob(row: {
  window_start: LocalTime | null
  window_end: LocalTime | null
}): TimeRange | null {
  return row.window_start === null || row.window_end === null
    ? null
    : { from: row.window_start, until: row.window_end }
}

function profileOf(db: Db, scope: CrewScope) {
  return db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .where('crew_profile.user_id', '=', scope.userId)
    .select([
      'users.lat',
      'users.lng',
      'users.frozen_until',
      'crew_profile.range_feet',
      sql<string[]>`able_services(crew_profile.services)`.as('services'),
    ])
    .executeTakeFirst()
}

function hoursOf(db: Db, scope: CrewScope) {
  return db.selectFrom('crew_hours').where('crew_id', '=', scope.userId).selectAll().execute()
}

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
  const ids = [...new Set(crewIds)]
  const settingsOf = await settingsOfUsers(db, ids, now)
  const since = ids.map((crewId) =>
    toTimestamp(instant(now - settingsOf(crewId).reliabilityWindowDays * DAY_MS)),
  )
  const { rows } = await sql<{ crew_id: UserId; kept: number; late: number; missed: number }>`
    select crew_id,
      count(*) filter (where counts_as = 'kept')::int as kept,
      count(*) filter (where counts_as = 'late_release')::int as late,
      count(*) filter (where counts_as = 'missed')::int as missed
    from (
      select distinct on (event.crew_id, event.visit_id) event.crew_id, event.counts_as
      from unnest(${ids}::uuid[], ${since}::timestamptz[]) as asked (crew_id, since)
      join visit_event event on event.crew_id = asked.crew_id
      where event.counts_as is not null and event.at > asked.since and event.at <= ${toTimestamp(now)}
      order by event.crew_id, event.visit_id, event.id desc
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

/** What it becomes when so many more visits are released late. */
export function afterLateReleases(reliability: Reliability, count: number): Reliability {
  return withShare({ ...reliability, lateReleases: reliability.lateReleases + count })
}

function withShare({ kept, lateReleases, missed }: ReliabilityCounts): Reliability {
  return { kept, lateReleases, missed, share: reliabilityOf({ kept, lateReleases, missed }) }
}
