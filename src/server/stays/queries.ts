/** Stays of places, what tells of them, and what was told. */
import { type Insertable, type Selectable, sql } from 'kysely'
import type { PropertyId, StayId, StaySourceId, UserId } from '#domain/ids.ts'
import type { Stay, StayFacts } from '#domain/stays/stay.ts'
import type { Report } from '#domain/stays/truth.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'

/** Columns of a row and a report stay far below the 65,535 parameters of a statement. */
const ROWS_AT_ONCE = 1_000
/** Of a place, however it is asked for: a year of single nights is far from it. */
const MOST_STAYS = 5_000

const FACTS = [
  'kind',
  'is_guess',
  'state',
  'check_in',
  'check_out',
  'check_in_time',
  'check_out_time',
  'guests',
  'pets',
  'platform',
  'code',
] as const

type FactRow = Pick<Selectable<Database['stay']>, (typeof FACTS)[number]>

function factsOf(row: FactRow): StayFacts {
  return {
    kind: row.kind,
    isGuess: row.is_guess,
    state: row.state,
    checkIn: row.check_in,
    checkOut: row.check_out,
    checkInTime: row.check_in_time,
    checkOutTime: row.check_out_time,
    guests: row.guests,
    pets: row.pets,
    platform: row.platform,
    code: row.code,
  }
}

function rowOf(facts: StayFacts): FactRow {
  return {
    kind: facts.kind,
    is_guess: facts.isGuess,
    state: facts.state,
    check_in: facts.checkIn,
    check_out: facts.checkOut,
    check_in_time: facts.checkInTime,
    check_out_time: facts.checkOutTime,
    guests: facts.guests,
    pets: facts.pets,
    platform: facts.platform,
    code: facts.code,
  }
}

/** The place, locked, so that its sources are heard one after another; undefined where it is none any more. */
export function lockPlaceOf(db: Db, sourceId: StaySourceId) {
  return db
    .selectFrom('stay_source')
    .innerJoin('property', 'property.id', 'stay_source.property_id')
    .innerJoin('users', 'users.id', 'property.customer_id')
    .where('stay_source.id', '=', sourceId)
    .where('stay_source.ended_at', 'is', null)
    .where('property.removed_at', 'is', null)
    .select([
      'stay_source.kind',
      'property.id',
      'property.customer_id as customerId',
      'users.market_id as marketId',
      'property.time_zone as timeZone',
    ])
    .forUpdate('property')
    .executeTakeFirst()
}

/** Of the stays that end on a day or later, and of what the source is asked about by id: everything that is said. */
export async function findReports(
  db: Db,
  {
    propertyId,
    sourceId,
    from,
    externalIds,
  }: {
    readonly propertyId: PropertyId
    readonly sourceId: StaySourceId
    readonly from: LocalDate
    readonly externalIds: readonly string[]
  },
): Promise<Report[]> {
  const rows = await db
    .with('concerned', (cte) =>
      cte
        .selectFrom('stay')
        .where('property_id', '=', propertyId)
        .where('check_out', '>=', from)
        .select('id')
        .union(
          cte
            .selectFrom('stay_report')
            .where('source_id', '=', sourceId)
            .where('external_id', '=', sql<string>`any(${[...externalIds]}::text[])`)
            .select('stay_id as id'),
        ),
    )
    .selectFrom('stay_report')
    .innerJoin('stay_source', 'stay_source.id', 'stay_report.source_id')
    .where('stay_report.stay_id', 'in', (eb) => eb.selectFrom('concerned').select('concerned.id'))
    // Of two that could be meant the same one is, whatever ids they were given.
    .orderBy('stay_report.source_id')
    .orderBy('stay_report.external_id')
    .select(FACTS.map((fact) => `stay_report.${fact}` as const))
    .select([
      'stay_report.source_id',
      'stay_report.external_id',
      'stay_report.stay_id',
      'stay_report.changed_at',
      'stay_report.missing_since',
      'stay_source.kind as source_kind',
      'stay_source.ended_at',
    ])
    .execute()
  return rows.map((row) => ({
    ...factsOf(row),
    externalId: row.external_id,
    stayId: row.stay_id,
    sourceId: row.source_id,
    sourceKind: row.source_kind,
    isEnded: row.ended_at !== null,
    changedAt: row.changed_at,
    missingSince: row.missing_since,
  }))
}

export async function saveStays(
  db: Db,
  {
    propertyId,
    stays,
    now,
  }: {
    readonly propertyId: PropertyId
    readonly stays: readonly { readonly id: StayId; readonly facts: StayFacts }[]
    readonly now: Instant
  },
): Promise<void> {
  const at = toTimestamp(now)
  const rows = stays.map(({ id, facts }) => ({
    id,
    property_id: propertyId,
    created_at: at,
    changed_at: at,
    ...rowOf(facts),
  }))
  for (const some of inParts(rows))
    await db
      .insertInto('stay')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          ...Object.fromEntries(FACTS.map((fact) => [fact, eb.ref(`excluded.${fact}`)])),
          changed_at: at,
        })),
      )
      .execute()
}

/** Up to so many. */
export async function countReports(db: Db, sourceId: StaySourceId, atMost: number): Promise<number> {
  const some = db.selectFrom('stay_report').where('source_id', '=', sourceId).limit(atMost).select('stay_id')
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function saveReports(db: Db, reports: readonly Report[]): Promise<void> {
  const rows = reports.map(
    (report): Insertable<Database['stay_report']> => ({
      ...rowOf(report),
      source_id: report.sourceId,
      external_id: report.externalId,
      stay_id: report.stayId,
      changed_at: toTimestamp(report.changedAt),
      missing_since: report.missingSince === null ? null : toTimestamp(report.missingSince),
    }),
  )
  for (const some of inParts(rows))
    await db
      .insertInto('stay_report')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['source_id', 'external_id'])
          .doUpdateSet((eb) =>
            Object.fromEntries(
              [...FACTS, 'stay_id' as const, 'changed_at' as const, 'missing_since' as const].map(
                (column) => [column, eb.ref(`excluded.${column}`)],
              ),
            ),
          ),
      )
      .execute()
}

function inParts<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  )
}

export async function dropReports(
  db: Db,
  sourceId: StaySourceId,
  externalIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('stay_report')
    .where('source_id', '=', sourceId)
    .where('external_id', '=', sql<string>`any(${[...externalIds]}::text[])`)
    .execute()
}

/** Of a place, by check-in: what touches the days from one to another, the last included. @public */
export async function listStays(
  db: Db,
  {
    propertyIds,
    from,
    to,
  }: {
    readonly propertyIds: readonly PropertyId[]
    readonly from: LocalDate
    readonly to: LocalDate
  },
): Promise<Stay[]> {
  if (propertyIds.length === 0) return []
  const rows = await db
    .selectFrom('stay')
    .where('property_id', 'in', propertyIds)
    .where('check_out', '>=', from)
    .where('check_in', '<=', to)
    .orderBy('check_in')
    .orderBy('id')
    .limit(MOST_STAYS)
    .select(['id', 'property_id', ...FACTS])
    .execute()
  return rows.map((row) => ({ id: row.id, propertyId: row.property_id, ...factsOf(row) }))
}

/** The next guests of a place, whoever tells of them. */
export function findNextCheckIn(db: Db, propertyId: PropertyId, today: LocalDate) {
  return db
    .selectFrom('stay')
    .where('property_id', '=', propertyId)
    .where('check_out', '>', today)
    .where('check_in', '>=', today)
    .where('state', '=', 'booked')
    .where('kind', '<>', 'block')
    .orderBy('check_in')
    .orderBy('check_in_time')
    .limit(1)
    .select(['check_in', 'check_in_time'])
    .executeTakeFirst()
}

/** Those that are over before a day, a batch of them; answers how many there were. */
export async function forgetStaysBefore(db: Db, day: LocalDate, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('stay')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('stay')
        .where('check_out', '<', day)
        .orderBy('check_out')
        .orderBy('id')
        .limit(batch)
        .select('id'),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Everything about the stays of a customer's places. */
export async function forgetStaysOf(db: Db, customerId: UserId): Promise<void> {
  const places = sql<PropertyId>`(select id from property where customer_id = ${customerId})`
  for (const table of ['stay_source', 'stay'] as const)
    await db.deleteFrom(table).where('property_id', 'in', places).execute()
}
