/** What the rules must know of a crew before it takes work. */

import { isFrozen } from '#domain/access/frozen.ts'
import type { CrewFacts, MinuteRange } from '#domain/assignments/assignment.ts'
import type { LatLng } from '#domain/geo.ts'
import type { TimeRange } from '#domain/routing/recommend.types.ts'
import { type Instant, type LocalTime, localTime, minutesOfDay, type Weekday } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'

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
      'crew_profile.services',
    ])
    .executeTakeFirst()
}

function hoursOf(db: Db, scope: CrewScope) {
  return db.selectFrom('crew_hours').where('crew_id', '=', scope.userId).selectAll().execute()
}
