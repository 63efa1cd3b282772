/** What is read of the crews of a market to choose whom to ask. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { addDays, type Instant, type LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope, UserScope } from '../scope.ts'
import type { OfferedVisit } from './visit-queries.ts'
import { minutesOnDay, minutesPerUnitOnDay } from '../prices/service-day-queries.ts'

/** A crew without a base is near nothing. */
export async function findCrews(db: Db, visits: readonly OfferedVisit[], onlyCrewId: UserId | undefined) {
  const marketIds = [...new Set(visits.map((visit) => visit.marketId))]
  if (marketIds.length === 0) return []
  const rows = await db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .where('users.market_id', 'in', marketIds)
    .$if(onlyCrewId !== undefined, (query) => query.where('users.id', '=', onlyCrewId!))
    .orderBy('users.id')
    .select([
      'users.id',
      'users.name',
      'users.market_id',
      'users.lat',
      'users.lng',
      'users.frozen_until',
      'crew_profile.range_feet',
      sql<string[]>`able_services(crew_profile.services)`.as('services'),
    ])
    .execute()
  return rows.flatMap((row) =>
    row.lat === null || row.lng === null ? [] : [{ ...row, lat: row.lat, lng: row.lng }],
  )
}

export type CrewRow = Awaited<ReturnType<typeof findCrews>>[number]

export function findHours(db: Db, crewIds: readonly UserId[]) {
  return db
    .selectFrom('crew_hours')
    .where(sql<boolean>`crew_id = any(${[...crewIds]}::uuid[])`)
    .selectAll()
    .execute()
}

export type HoursRow = Awaited<ReturnType<typeof findHours>>[number]

/** A day wider than the dates: places lie in several zones. */
export async function findDaysOff(db: Db, crewIds: readonly UserId[], dates: readonly LocalDate[]) {
  const sorted = [...dates].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  return db
    .selectFrom('time_off')
    .where(sql<boolean>`crew_id = any(${[...crewIds]}::uuid[])`)
    .where('to_date', '>=', addDays(first, -1))
    .where('from_date', '<=', addDays(last, 1))
    .select(['crew_id', 'from_date', 'to_date'])
    .execute()
}

export function findMarks(db: Db, crewIds: readonly UserId[], visits: readonly OfferedVisit[]) {
  return db
    .selectFrom('customer_crew_mark')
    .where(sql<boolean>`crew_id = any(${[...crewIds]}::uuid[])`)
    .where(sql<boolean>`customer_id = any(${[...new Set(visits.map((visit) => visit.customerId))]}::uuid[])`)
    .select(['customer_id', 'crew_id', 'mark'])
    .execute()
}

export function findWork(db: Db, crewIds: readonly UserId[], dates: readonly LocalDate[]) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .where(sql<boolean>`visit.crew_id = any(${[...crewIds]}::uuid[])`)
    .where(sql<boolean>`visit.date = any(${[...dates]}::date[])`)
    .where('visit.state', 'in', ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'])
    .select([
      'visit.id',
      'visit.crew_id',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'visit.quantity',
      'property.lat',
      'property.lng',
      'property.time_zone',
      minutesOnDay.as('minutes'),
      minutesPerUnitOnDay.as('minutes_per_unit'),
    ])
    .execute()
}

export type WorkRow = Awaited<ReturnType<typeof findWork>>[number]

/** The same person with the freeze read anew: it may have begun since the request did (threats S6). */
export async function freshFrozenScope<Scope extends UserScope>(db: Db, scope: Scope): Promise<Scope> {
  const { frozen_until } = await db
    .selectFrom('users')
    .where('id', '=', scope.userId)
    .select('frozen_until')
    // A freeze that is being written is waited for: it comes before this act or after it, never beside it.
    .forShare()
    .executeTakeFirstOrThrow()
  return { ...scope, frozenUntil: frozen_until satisfies Instant | null }
}

export function findCrewOfMarket(db: Db, scope: OperatorScope, crewId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', crewId)
    .where('type', '=', 'Crew')
    .where('market_id', '=', scope.marketId)
    .select('frozen_until')
    .forShare()
    .executeTakeFirst()
}
