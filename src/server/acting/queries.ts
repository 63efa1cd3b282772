/** Whom an operator can act for, and what is acted on, as the log keeps it before and after. */
import { sql } from 'kysely'
import type { OnDemandOrderId, PropertyId, UserId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { About } from '../notices/notify.ts'
import { type OperatorScope, SCOPE_COLUMNS } from '../scope.ts'
import { isLiving } from '../users/queries.ts'

/** Undefined for whoever is not of the operator's market, or was merged into another. */
export function findHolder(db: Db, { marketId }: OperatorScope, id: UserId) {
  return db
    .selectFrom('users')
    .where('users.id', '=', id)
    .where('users.market_id', '=', marketId)
    .where(isLiving)
    .select(SCOPE_COLUMNS)
    .executeTakeFirst()
}

/** The place by which people know what it is, the day where it has one, and what can change about it. */
export type ActedThing = {
  readonly id: string
  readonly visitId: VisitId | null
  readonly place: string
  readonly date: LocalDate | null
  readonly about: About
  readonly state: Readonly<Record<string, unknown>>
}

export async function findVisitThing(db: Db, visitId: VisitId): Promise<ActedThing | undefined> {
  const row = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.id', '=', visitId)
    .select(['property.name', 'visit.state', 'visit.date', 'visit.starts_at', 'visit.ends_at'])
    .select(['visit.quantity', 'visit.crew_id', 'visit.property_id', 'visit.weekly_job_id'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { name: place, date, state, quantity } = row
  const times = { startsAt: row.starts_at, endsAt: row.ends_at }
  return {
    id: visitId,
    visitId,
    place,
    date,
    about: { propertyId: row.property_id, weeklyJobId: row.weekly_job_id },
    state: { state, date, ...times, quantity, crewId: row.crew_id },
  }
}

export async function findJobThing(db: Db, id: WeeklyJobId): Promise<ActedThing | undefined> {
  const row = await db
    .selectFrom('weekly_job')
    .innerJoin('property', 'property.id', 'weekly_job.property_id')
    .where('weekly_job.id', '=', id)
    .select(['property.name', 'weekly_job.state', 'weekdays', 'rhythm', 'window_start', 'window_end'])
    .select(['quantity', 'starts_on', 'ends_on', 'notes', 'property_id'])
    .select(
      sql<number>`(select count(*) from weekly_job_pause pause where pause.weekly_job_id = weekly_job.id)`.as(
        'pauses',
      ),
    )
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { name: place, property_id: propertyId, ...state } = row
  return { id, visitId: null, place, date: null, about: { propertyId, weeklyJobId: id }, state }
}

export async function findOrderThing(db: Db, id: OnDemandOrderId): Promise<ActedThing | undefined> {
  const row = await db
    .selectFrom('on_demand_order')
    .innerJoin('property', 'property.id', 'on_demand_order.property_id')
    .where('on_demand_order.id', '=', id)
    .select(['property.name', 'on_demand_order.state', 'date', 'visit_id', 'fee_cents', 'property_id'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { name: place, date, state } = row
  const about = { propertyId: row.property_id, weeklyJobId: null }
  return { id, visitId: row.visit_id, place, date, about, state: { state, feeCents: row.fee_cents } }
}

export async function findPlaceThing(db: Db, id: PropertyId): Promise<ActedThing | undefined> {
  const row = await db
    .selectFrom('property')
    .where('id', '=', id)
    .select(['name', 'address', 'access_notes', 'lat', 'lng'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { name, address, access_notes: accessNotes, lat, lng } = row
  const about = { propertyId: id, weeklyJobId: null }
  return {
    id,
    visitId: null,
    place: name,
    date: null,
    about,
    state: { name, address, accessNotes, lat, lng },
  }
}
