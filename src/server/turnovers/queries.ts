import { sql } from 'kysely'
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import type { OwnHours, StandingTurnover } from '#domain/turnovers/plan-turnovers.ts'
import {
  DEFAULT_TURNOVER_RULE,
  TURNOVER_SERVICE,
  type Turnover,
  type TurnoverRule,
} from '#domain/turnovers/wanted-turnovers.ts'
import { formatInstant, type Instant, type LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

const MOST_SHOWN = 12
const MOST_STANDING = 1_000

/** Null where nobody has ever said anything about it. */
export async function findRule(db: Db, propertyId: PropertyId): Promise<TurnoverRule | null> {
  const row = await db
    .selectFrom('turnover_rule')
    .where('property_id', '=', propertyId)
    .selectAll()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    isOn: row.is_on,
    bedrooms: row.bedrooms,
    checkInTime: row.check_in_time,
    checkOutTime: row.check_out_time,
    finishBy: row.finish_by,
    countsClosed: row.counts_closed,
  }
}

/** As it is kept, or as it would be. */
export async function readRule(db: Db, propertyId: PropertyId): Promise<TurnoverRule> {
  return (await findRule(db, propertyId)) ?? DEFAULT_TURNOVER_RULE
}

export async function saveRule(
  db: Db,
  propertyId: PropertyId,
  rule: TurnoverRule,
  now: Instant,
): Promise<void> {
  const values = {
    is_on: rule.isOn,
    bedrooms: rule.bedrooms,
    check_in_time: rule.checkInTime,
    check_out_time: rule.checkOutTime,
    finish_by: rule.finishBy,
    counts_closed: rule.countsClosed,
    updated_at: toTimestamp(now),
  }
  await db
    .insertInto('turnover_rule')
    .values({ property_id: propertyId, ...values })
    .onConflict((conflict) => conflict.column('property_id').doUpdateSet(values))
    .execute()
}

/** The one way in to the turnovers of a place: whoever plans them waits here for who does already. */
export function lockPlace(db: Db, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .innerJoin('users', 'users.id', 'property.customer_id')
    .where('property.id', '=', propertyId)
    .where('property.removed_at', 'is', null)
    .select([
      'property.id',
      'property.name',
      'property.customer_id as customerId',
      'property.time_zone as timeZone',
      'users.market_id as marketId',
    ])
    .forUpdate('property')
    .executeTakeFirst()
}

export function findPlaceOf(db: Db, scope: CustomerScope, visitId: VisitId) {
  return db
    .selectFrom('turnover')
    .innerJoin('visit', 'visit.id', 'turnover.visit_id')
    .where('turnover.visit_id', '=', visitId)
    .where('visit.customer_id', '=', scope.userId)
    .select('turnover.property_id')
    .executeTakeFirst()
}

/** Whose turnovers some of these visits are. */
export function findPlacesOf(db: Db, visitIds: readonly VisitId[]) {
  return db
    .selectFrom('turnover')
    .innerJoin('property', 'property.id', 'turnover.property_id')
    .where('turnover.visit_id', 'in', visitIds)
    .select(['property.id as propertyId', 'property.customer_id as customerId'])
    .distinct()
    .execute()
}

export type StandingRow = StandingTurnover & { readonly crewId: UserId | null }

/** Those of a day or later, locked in the order in which everybody locks visits. */
export async function lockStanding(db: Db, propertyId: PropertyId, from: LocalDate): Promise<StandingRow[]> {
  const rows = await db
    .selectFrom('turnover')
    .innerJoin('visit', 'visit.id', 'turnover.visit_id')
    .where('turnover.property_id', '=', propertyId)
    .where('visit.property_id', '=', propertyId)
    .where('visit.date', '>=', from)
    .orderBy('visit.id')
    .limit(MOST_STANDING)
    .select([
      'visit.id',
      'visit.state',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'visit.quantity',
      'visit.crew_id',
      'turnover.stay_id',
      'turnover.is_by_hand',
      'turnover.own_from',
      'turnover.own_until',
      'turnover.is_same_day',
      'turnover.guests',
      'turnover.nights',
      'turnover.pets',
    ])
    .forUpdate('visit')
    .execute()
  return rows.map((row) => ({
    visitId: row.id,
    state: row.state,
    date: row.date,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    quantity: row.quantity,
    crewId: row.crew_id,
    stayId: row.stay_id,
    isByHand: row.is_by_hand,
    ownHours:
      row.own_from === null || row.own_until === null ? null : { from: row.own_from, until: row.own_until },
    facts: { isSameDay: row.is_same_day, guests: row.guests, nights: row.nights, pets: row.pets },
  }))
}

export async function insertTurnovers(
  db: Db,
  place: { readonly id: PropertyId; readonly customerId: UserId },
  turnovers: readonly Turnover[],
  now: Instant,
): Promise<{ readonly visitId: VisitId; readonly date: LocalDate }[]> {
  const made: { visitId: VisitId; date: LocalDate }[] = []
  for (const turnover of turnovers) {
    const { id } = await db
      .insertInto('visit')
      .values({
        weekly_job_id: null,
        is_turnover: true,
        customer_id: place.customerId,
        property_id: place.id,
        service_key: TURNOVER_SERVICE,
        date: turnover.date,
        starts_at: toTimestamp(turnover.startsAt),
        ends_at: toTimestamp(turnover.endsAt),
        quantity: turnover.quantity,
        created_at: toTimestamp(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('turnover')
      .values({ visit_id: id, property_id: place.id, created_at: toTimestamp(now), ...factsRow(turnover) })
      .execute()
    made.push({ visitId: id, date: turnover.date })
  }
  return made
}

type Following = { readonly standing: StandingTurnover; readonly as: Turnover }

export async function saveHours(db: Db, following: readonly Following[]): Promise<void> {
  if (following.length === 0) return
  await sql`
    update visit set date = new.date, starts_at = new.starts_at, ends_at = new.ends_at, quantity = new.quantity
    from unnest(
      ${following.map(({ standing }) => standing.visitId)}::uuid[],
      ${following.map(({ as }) => as.date)}::date[],
      ${following.map(({ as }) => formatInstant(as.startsAt))}::timestamptz[],
      ${following.map(({ as }) => formatInstant(as.endsAt))}::timestamptz[],
      ${following.map(({ as }) => as.quantity)}::integer[]
    ) as new (id, date, starts_at, ends_at, quantity)
    where visit.id = new.id
  `.execute(db)
}

export async function saveFacts(db: Db, following: readonly Following[]): Promise<void> {
  for (const { standing, as } of following)
    await db.updateTable('turnover').set(factsRow(as)).where('visit_id', '=', standing.visitId).execute()
}

export async function saveByHand(db: Db, visitId: VisitId, isByHand: boolean): Promise<void> {
  await db.updateTable('turnover').set({ is_by_hand: isByHand }).where('visit_id', '=', visitId).execute()
}

/** Null: those of its stay again. */
export async function saveOwnHours(db: Db, visitId: VisitId, hours: OwnHours | null): Promise<void> {
  const columns = { own_from: hours?.from ?? null, own_until: hours?.until ?? null }
  await db.updateTable('turnover').set(columns).where('visit_id', '=', visitId).execute()
}

/** Of a customer, those that have turnovers on. */
export async function placesWithTurnovers(db: Db, customerId: UserId): Promise<PropertyId[]> {
  const rows = await db
    .selectFrom('property')
    .innerJoin('turnover_rule', 'turnover_rule.property_id', 'property.id')
    .where('property.customer_id', '=', customerId)
    .where('property.removed_at', 'is', null)
    .where('turnover_rule.is_on', '=', true)
    .orderBy('property.id')
    .select('property.id')
    .execute()
  return rows.map(({ id }) => id)
}

function factsRow({ stayIds, facts }: Turnover) {
  return {
    stay_id: stayIds[0]!,
    is_same_day: facts.isSameDay,
    guests: facts.guests,
    nights: facts.nights,
    pets: facts.pets,
  }
}

export function findOwnPlace(db: Db, scope: CustomerScope, propertyId: PropertyId) {
  return db
    .selectFrom('property')
    .where('id', '=', propertyId)
    .where('customer_id', '=', scope.userId)
    .select([
      'id',
      'time_zone',
      sql<boolean>`exists (
        select from stay_source where stay_source.property_id = property.id and stay_source.ended_at is null
      )`.as('has_source'),
    ])
    .executeTakeFirst()
}

export function listComing(db: Db, propertyId: PropertyId, now: Instant, today: LocalDate) {
  return db
    .selectFrom('turnover')
    .innerJoin('visit', 'visit.id', 'turnover.visit_id')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .where('visit.property_id', '=', propertyId)
    .where('visit.date', '>=', today)
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('visit.state', '<>', 'cancelled')
    .orderBy('visit.starts_at')
    .orderBy('visit.id')
    .limit(MOST_SHOWN)
    .select([
      'visit.id',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'visit.state',
      'turnover.is_same_day',
      'turnover.own_from',
      'turnover.guests',
      'turnover.nights',
      'turnover.pets',
      'crew.name as crew_name',
    ])
    .execute()
}
