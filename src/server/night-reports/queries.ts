/** Addresses that get the proof of each night, and the nights that are news to them. */
import { sql } from 'kysely'
import type { ComplexId, ReportAddressId, VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

/** One of a customer's complexes, locked, so that its addresses are counted one after another. */
export function lockComplex(db: Db, scope: CustomerScope, complexId: ComplexId) {
  return db
    .selectFrom('complex')
    .innerJoin('property', 'property.complex_id', 'complex.id')
    .where('complex.id', '=', complexId)
    .where('complex.customer_id', '=', scope.userId)
    .where('property.removed_at', 'is', null)
    .select(['complex.id', 'complex.name', 'property.time_zone as timeZone'])
    .forNoKeyUpdate('complex')
    .executeTakeFirst()
}

export function listAddresses(db: Db, complexId: ComplexId) {
  return db
    .selectFrom('report_address')
    .where('complex_id', '=', complexId)
    .orderBy(sql`lower(email)`)
    .select(['id', 'email', 'locale', 'asked_at', 'confirmed_at', 'last_night'])
    .execute()
}

export async function insertAddress(
  db: Db,
  address: {
    readonly id: ReportAddressId
    readonly complexId: ComplexId
    readonly email: string
    readonly locale: Language
    readonly tokenHash: Buffer
    readonly now: Instant
  },
): Promise<void> {
  const { id, complexId, email, locale, tokenHash, now } = address
  await db
    .insertInto('report_address')
    .values({ id, complex_id: complexId, email, locale, token_hash: tokenHash, asked_at: toTimestamp(now) })
    .execute()
}

/** Asked again: it waits anew. */
export async function saveAsked(db: Db, id: ReportAddressId, locale: Language, now: Instant): Promise<void> {
  await db
    .updateTable('report_address')
    .set({ asked_at: toTimestamp(now), locale })
    .where('id', '=', id)
    .execute()
}

export async function deleteAddress(db: Db, scope: CustomerScope, id: ReportAddressId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report_address')
    .where('id', '=', id)
    .where('complex_id', 'in', (from) =>
      from.selectFrom('complex').where('customer_id', '=', scope.userId).select('complex.id'),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function findByLink(db: Db, tokenHash: Buffer) {
  return reported(db)
    .where((eb) =>
      eb.or([eb('address.token_hash', '=', tokenHash), eb('address.former_token_hash', '=', tokenHash)]),
    )
    .select(['address.confirmed_at as confirmedAt', 'address.asked_at as askedAt'])
    .executeTakeFirst()
}

export async function saveConfirmed(
  db: Db,
  id: ReportAddressId,
  { now, lastNight }: { readonly now: Instant; readonly lastNight: LocalDate },
): Promise<void> {
  await db
    .updateTable('report_address')
    .set({ confirmed_at: toTimestamp(now), last_night: lastNight })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute()
}

export async function deleteByLink(db: Db, tokenHash: Buffer): Promise<void> {
  await db
    .deleteFrom('report_address')
    .where((eb) => eb.or([eb('token_hash', '=', tokenHash), eb('former_token_hash', '=', tokenHash)]))
    .execute()
}

export type ConfirmedAddress = Awaited<ReturnType<typeof confirmedAddresses>>[number]

type Page = {
  readonly marketId: string
  readonly after: ReportAddressId | null
  readonly limit: number
}

/** Of one city, a page after the last of the page before. */
export function confirmedAddresses(db: Db, { marketId, after, limit }: Page) {
  return reported(db)
    .where('owner.market_id', '=', marketId)
    .where('address.last_night', 'is not', null)
    .$if(after !== null, (query) => query.where('address.id', '>', after!))
    .orderBy('address.id')
    .limit(limit)
    .select(['address.last_night as lastNight'])
    .execute()
}

/** Undefined where the address was ended meanwhile. */
export function findAddress(db: Db, id: ReportAddressId) {
  return reported(db).where('address.id', '=', id).executeTakeFirst()
}

function reported(db: Db) {
  return db
    .selectFrom('report_address as address')
    .innerJoin('complex', 'complex.id', 'address.complex_id')
    .innerJoin('property', 'property.complex_id', 'complex.id')
    .innerJoin('users as owner', 'owner.id', 'complex.customer_id')
    .where('property.removed_at', 'is', null)
    .select([
      'address.id',
      'address.email',
      'address.locale',
      'complex.id as complexId',
      'complex.name as complexName',
      'property.id as propertyId',
      'property.time_zone as timeZone',
      'owner.id as customerId',
    ])
}

type RoundRow = {
  readonly addressId: ReportAddressId
  readonly visitId: VisitId
  readonly date: LocalDate
  readonly state: VisitState
}

/** What may be news to these addresses: by the place's days, whatever was before. */
export async function roundsOf(
  db: Db,
  addressIds: readonly ReportAddressId[],
  days: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<RoundRow[]> {
  if (addressIds.length === 0) return []
  const { rows } = await sql<RoundRow>`
    select address.id as "addressId", visit.id as "visitId", visit.date, visit.state
    from report_address address
    join property on property.complex_id = address.complex_id
    cross join lateral (
      select id, date, state from visit
      where visit.property_id = property.id and visit.date between ${days.from} and ${days.to}
        and visit.date > address.last_night
    ) visit
    where address.id = any(${[...addressIds]}::uuid[])
  `.execute(db)
  return rows
}

/** False where another run did so first. */
export async function saveReported(db: Db, id: ReportAddressId, night: LocalDate): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_address')
    .set({ last_night: night })
    .where('id', '=', id)
    .where('last_night', '<', night)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What happened in these rounds, in their order. */
export function factsOf(db: Db, visitIds: readonly VisitId[]) {
  return db
    .selectFrom('visit')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .where('visit.id', 'in', [...visitIds])
    .orderBy('visit.starts_at')
    .orderBy('visit.id')
    .select([
      'visit.id',
      'visit.state',
      'visit.completed_at as completedAt',
      'crew.name as crewName',
      'service.name_en as en',
      'service.name_es as es',
    ])
    .select((eb) => [
      eb
        .selectFrom('building_check')
        .whereRef('visit_id', '=', 'visit.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('checkedCount'),
      eb
        .selectFrom('violation')
        .whereRef('visit_id', '=', 'visit.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('violationCount'),
      eb
        .selectFrom('checkpoint_pass')
        .whereRef('visit_id', '=', 'visit.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('passedCount'),
    ])
    .execute()
}
