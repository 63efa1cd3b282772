/** What the acts of the day read and write of visits beyond what the lifecycle knows. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { PhotoId, UserId, VisitId } from '#domain/ids.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { ActorKind, VisitState } from '#domain/visits/graph.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { JsonIn } from '../db/json-columns.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { FACT_COLUMNS, type LoadedVisit, lockVisits } from '../visits/fact-queries.ts'

export type ActFacts = NonNullable<Awaited<ReturnType<typeof findActFacts>>>

export function findActFacts(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .where('visit.id', '=', visitId)
    .select([
      ...FACT_COLUMNS,
      'visit.property_id',
      'visit.service_key',
      'visit.quantity',
      'visit.started_at',
      'visit.completed_at',
      'visit.expected_at',
      'visit.late_notified_at',
      'visit.price_lines',
      'property.name as place_name',
      'property.group_id',
      'property.lat',
      'property.lng',
      'service.name_en',
      'service.name_es',
      'customer.market_id',
      'crew.name as crew_name',
    ])
    .executeTakeFirst()
}

/** Others learn a crew's first name only. */
export function firstNameOf(name: string | null): string | null {
  return name === null ? null : firstName(name)
}

const TIMELINE_EVENTS = [
  'running_late',
  'on_time_again',
  'access_reported',
  'access_answered',
  'access_let_go',
  'access_solved',
  'extra_proposed',
  'extra_approved',
  'extra_declined',
  'extra_withdrawn',
] as const

export type TimelineEventKind = (typeof TIMELINE_EVENTS)[number]

export type TimelineEvent = {
  readonly visitId: VisitId
  readonly state: VisitState
  readonly what: TimelineEventKind
  readonly by: { readonly kind: ActorKind; readonly id: UserId | null }
  readonly at: Instant
  readonly detail?: JsonIn<'visit_event.detail'>
}

export async function insertTimelineEvents(db: Db, events: readonly TimelineEvent[]): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('visit_event')
    .values(
      events.map(({ visitId, state, what, by, at, detail = {} }) => ({
        visit_id: visitId,
        at: toTimestamp(at),
        actor_id: by.id,
        actor_role: by.kind,
        transition: what,
        from_state: state,
        to_state: state,
        detail: toJson(detail),
      })),
    )
    .execute()
}

/** The photo must be this crew's own, of this visit. */
export async function claimPhoto(
  db: Db,
  scope: CrewScope,
  input: { readonly photoId: PhotoId; readonly visitId: VisitId; readonly purpose: 'access' | 'extra' },
): Promise<void> {
  const claimed = await db
    .updateTable('photo')
    .set({ purpose: input.purpose })
    .where('id', '=', input.photoId)
    .where('visit_id', '=', input.visitId)
    .where('owner_id', '=', scope.userId)
    .executeTakeFirst()
  if (Number(claimed.numUpdatedRows) === 0) throw new Refused('photos_missing', { at: 'photoId' })
}

/** The visit that something happened at, the crew's or the customer's own, locked; nobody else's is found. */
export async function lockOwnVisit(
  db: Db,
  visitId: VisitId | undefined,
  by: { readonly kind: 'customer' | 'crew'; readonly id: UserId },
): Promise<LoadedVisit> {
  const [visit] = visitId === undefined ? [] : await lockVisits(db, [visitId])
  const owner = by.kind === 'customer' ? visit?.customerId : visit?.crewId
  if (visit === undefined || owner !== by.id) throw new Refused('not_found')
  return visit
}

const MOST_ENTRIES = 200

export function findEvents(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit_event')
    .leftJoin('users as actor', 'actor.id', 'visit_event.actor_id')
    .innerJoin('visit', 'visit.id', 'visit_event.visit_id')
    .where('visit_id', '=', visitId)
    .orderBy('visit_event.id')
    .limit(MOST_ENTRIES)
    .select([
      'visit_event.at',
      'visit_event.actor_id',
      'visit_event.actor_role',
      'visit_event.transition',
      'visit_event.detail',
      'visit.completed_at',
      'actor.name',
    ])
    .execute()
}

/** New times on the visits, locked by the caller. */
export async function saveExpectedTimes(
  db: Db,
  stops: readonly { readonly visitId: VisitId; readonly expectedAt: Instant }[],
): Promise<void> {
  for (const { visitId, expectedAt } of stops)
    await db
      .updateTable('visit')
      .set({ expected_at: toTimestamp(expectedAt) })
      .where('id', '=', visitId)
      .execute()
}

export async function findStartedAt(db: Db, visitId: VisitId): Promise<Instant | null> {
  const row = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select('started_at')
    .executeTakeFirstOrThrow()
  return row.started_at
}

/** Where the crew is still driving there. */
export async function saveExpectedAtEnRoute(db: Db, visitId: VisitId, expectedAt: Instant): Promise<void> {
  await db
    .updateTable('visit')
    .set({ expected_at: toTimestamp(expectedAt) })
    .where('id', '=', visitId)
    .where('state', '=', 'en_route')
    .execute()
}

export async function markLateNotified(db: Db, visitId: VisitId, now: Instant): Promise<void> {
  await db
    .updateTable('visit')
    .set({ late_notified_at: toTimestamp(now) })
    .where('id', '=', visitId)
    .execute()
}

/** Of these visits those whose customer was notified on the day of the place that the crew is late. */
export async function findNotifiedLate(
  db: Db,
  visitIds: readonly VisitId[],
  now: Instant,
): Promise<ReadonlySet<VisitId>> {
  if (visitIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.id', 'in', visitIds)
    .where('visit.late_notified_at', 'is not', null)
    .select(['visit.id', 'visit.late_notified_at', 'property.time_zone'])
    .execute()
  const isOfToday = (at: Instant | null, zone: string) =>
    at !== null && dateAt(at, zone) === dateAt(now, zone)
  return new Set(rows.filter((row) => isOfToday(row.late_notified_at, row.time_zone)).map(({ id }) => id))
}

export async function clearLateNotified(db: Db, visitIds: readonly VisitId[]): Promise<void> {
  if (visitIds.length === 0) return
  await db.updateTable('visit').set({ late_notified_at: null }).where('id', 'in', visitIds).execute()
}

/** Counted from one. */
export async function savePositions(db: Db, sequence: readonly VisitId[]): Promise<void> {
  for (const [index, id] of sequence.entries())
    await db
      .updateTable('visit')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
}

export async function findOperators(db: Db, marketId: string): Promise<UserId[]> {
  const operators = await db
    .selectFrom('users')
    .where('market_id', '=', marketId)
    .where('type', '=', 'Operator')
    .limit(50)
    .select('id')
    .execute()
  return operators.map(({ id }) => id)
}
