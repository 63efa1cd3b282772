import { sql } from 'kysely'
import type { CalendarId, PropertyGroupId, PropertyId, UserId } from '#domain/ids.ts'
import { HOUR_MS, type Instant, instant, type LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { UserScope } from '../scope.ts'

/** One for each place of the largest portfolios, and some. */
const MOST_CALENDARS = 1_000
/** Of one calendar: 300 places with a visit on every other day. */
const MOST_VISITS = 20_000

export type CalendarSubject = {
  readonly kind: 'all' | 'group' | 'place' | 'work'
  readonly groupId: PropertyGroupId | null
  readonly propertyId: PropertyId | null
}

export type CalendarRow = Awaited<ReturnType<typeof listCalendars>>[number]

function calendarsOf(db: Db) {
  return db
    .selectFrom('calendar')
    .leftJoin('property_group', 'property_group.id', 'calendar.group_id')
    .leftJoin('property', 'property.id', 'calendar.property_id')
    .where('property.removed_at', 'is', null)
    .select([
      'calendar.id',
      'calendar.kind',
      'calendar.group_id',
      'calendar.property_id',
      'calendar.address_key',
      'calendar.created_at',
      'calendar.read_at',
      sql<string | null>`coalesce(property_group.name, property.name)`.as('name'),
    ])
}

export function listCalendars(db: Db, scope: UserScope) {
  return calendarsOf(db)
    .where('calendar.user_id', '=', scope.userId)
    .orderBy('calendar.created_at')
    .orderBy('calendar.id')
    .limit(MOST_CALENDARS)
    .execute()
}

export function findOwnCalendar(db: Db, scope: UserScope, calendarId: CalendarId) {
  return calendarsOf(db)
    .where('calendar.user_id', '=', scope.userId)
    .where('calendar.id', '=', calendarId)
    .executeTakeFirst()
}

/** Made at once by two, it is one. */
export async function insertCalendar(
  db: Db,
  scope: UserScope,
  { kind, groupId, propertyId }: CalendarSubject,
  now: Instant,
): Promise<CalendarId> {
  const { id } = await db
    .insertInto('calendar')
    .values({
      user_id: scope.userId,
      kind,
      group_id: groupId,
      property_id: propertyId,
      created_at: toTimestamp(now),
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'group_id', 'property_id']).doUpdateSet({ kind }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function hasSubject(db: Db, scope: UserScope, subject: CalendarSubject): Promise<boolean> {
  const { groupId, propertyId } = subject
  const found = await sql`
    select 1 where
      (${groupId}::uuid is null or exists (
        select from property_group where id = ${groupId} and customer_id = ${scope.userId}
      ))
      and (${propertyId}::uuid is null or exists (
        select from property where id = ${propertyId} and customer_id = ${scope.userId} and removed_at is null
      ))
  `.execute(db)
  return found.rows.length === 1
}

export async function replaceKey(db: Db, scope: UserScope, calendarId: CalendarId): Promise<boolean> {
  const row = await db
    .updateTable('calendar')
    .set({ address_key: sql`gen_random_uuid()`, read_at: null })
    .where('id', '=', calendarId)
    .where('user_id', '=', scope.userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteCalendar(db: Db, scope: UserScope, calendarId: CalendarId): Promise<boolean> {
  const row = await db
    .deleteFrom('calendar')
    .where('id', '=', calendarId)
    .where('user_id', '=', scope.userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whoever reads a calendar has its address and nothing else: what it shows is its owner's. */
export function findCalendar(db: Db, calendarId: CalendarId) {
  return calendarsOf(db)
    .innerJoin('users', 'users.id', 'calendar.user_id')
    .where('calendar.id', '=', calendarId)
    .select(['calendar.user_id', 'users.locale', 'users.time_zone'])
    .executeTakeFirst()
}

/** At most once an hour, however often an app asks. */
export async function markRead(db: Db, calendarId: CalendarId, now: Instant): Promise<void> {
  await db
    .updateTable('calendar')
    .set({ read_at: toTimestamp(now) })
    .where('id', '=', calendarId)
    .where((eb) =>
      eb.or([eb('read_at', 'is', null), eb('read_at', '<', toTimestamp(instant(now - HOUR_MS)))]),
    )
    .execute()
}

type Shown = CalendarSubject & { readonly userId: UserId; readonly from: LocalDate; readonly to: LocalDate }

/** By the customer's, the place's or the crew's own index over days. A date that the customer's change took out is not told. */
export function listCalendarVisits(db: Db, { kind, groupId, propertyId, userId, from, to }: Shown) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .where(kind === 'work' ? 'visit.crew_id' : 'visit.customer_id', '=', userId)
    .where('visit.date', '>=', from)
    .where('visit.date', '<=', to)
    .$if(groupId !== null, (query) => query.where('property.group_id', '=', groupId))
    .$if(propertyId !== null, (query) => query.where('visit.property_id', '=', propertyId!))
    .orderBy('visit.date')
    .orderBy('visit.id')
    .limit(MOST_VISITS)
    .select([
      'visit.id',
      'visit.date',
      'visit.starts_at',
      'visit.ends_at',
      'visit.quantity',
      'visit.state',
      'visit.revision',
      'visit.revised_at',
      'service.name_en',
      'service.name_es',
      'property.name as property_name',
      'property.address',
      'property.lat',
      'property.lng',
      'property.time_zone',
      'crew.name as crew_name',
    ])
    .execute()
}
