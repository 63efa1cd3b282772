import type { Updateable } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { LocalTime, Weekday } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import { type CrewScope, SCOPE_COLUMNS } from '../scope.ts'

export async function readCrewProfile(db: Db, scope: CrewScope) {
  const profile = await db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .where('user_id', '=', scope.userId)
    .select(['address', 'lat', 'lng', 'range_feet', 'services', 'vehicle'])
    .executeTakeFirstOrThrow()
  const hours = await db
    .selectFrom('crew_hours')
    .where('crew_id', '=', scope.userId)
    .orderBy('weekday')
    .select(['weekday', 'starts', 'ends'])
    .execute()
  return { ...profile, hours }
}

export type WorkingHours = {
  readonly weekday: Weekday
  readonly starts: LocalTime
  readonly ends: LocalTime
}

export async function insertCrewProfile(
  db: Db,
  crewId: UserId,
  profile: { readonly rangeFeet: number; readonly services: readonly string[]; readonly vehicle: string },
): Promise<void> {
  await db
    .insertInto('crew_profile')
    .values({
      user_id: crewId,
      range_feet: profile.rangeFeet,
      services: [...new Set(profile.services)],
      vehicle: profile.vehicle,
    })
    .execute()
}

export async function updateCrew(
  db: Db,
  crewId: UserId,
  columns: Updateable<Database['crew_profile']>,
): Promise<void> {
  await db.updateTable('crew_profile').set(columns).where('user_id', '=', crewId).execute()
}

export async function replaceHours(db: Db, crewId: UserId, hours: readonly WorkingHours[]): Promise<void> {
  await db.deleteFrom('crew_hours').where('crew_id', '=', crewId).execute()
  if (hours.length === 0) return
  await db
    .insertInto('crew_hours')
    .values(hours.map((day) => ({ crew_id: crewId, ...day })))
    .execute()
}

/** How many of these are in the catalogue and offered. */
export async function countActiveServices(db: Db, keys: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('service')
    .where('key', 'in', [...keys])
    .where('is_active', '=', true)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The account of a crew, as a session would know it; undefined where it is no crew any more. */
export function findCrewAccount(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('type', '=', 'Crew')
    .select(SCOPE_COLUMNS)
    .executeTakeFirst()
}
