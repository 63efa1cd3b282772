import { sql } from 'kysely'
import type { HospitableAccountId, PropertyId, StaySourceId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

const MOST = 20_000

/** Rentals that are places which the customer still has. */
export async function listMatches(db: Db, accountId: HospitableAccountId) {
  const rows = await db
    .selectFrom('hospitable_property as rental')
    .innerJoin('property', 'property.id', 'rental.property_id')
    .where('rental.account_id', '=', accountId)
    .where('property.removed_at', 'is', null)
    .select([
      'rental.hospitable_id',
      'rental.parent_id',
      'rental.gone_at',
      'property.id',
      'property.time_zone',
    ])
    .orderBy('rental.hospitable_id')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({
    hospitableId: row.hospitable_id,
    parentId: row.parent_id,
    propertyId: row.id,
    timeZone: row.time_zone,
    isGone: row.gone_at !== null,
  }))
}

export function listSources(db: Db, accountId: HospitableAccountId) {
  return db
    .selectFrom('stay_source')
    .innerJoin('property', 'property.id', 'stay_source.property_id')
    .innerJoin('hospitable_account as account', 'account.customer_id', 'property.customer_id')
    .where('account.id', '=', accountId)
    .where('stay_source.kind', '=', 'account')
    .where('stay_source.external_ref', '=', accountId)
    .where('stay_source.ended_at', 'is', null)
    .select(['stay_source.id', 'stay_source.property_id'])
    .limit(MOST)
    .execute()
}

export async function listKnownIds(db: Db, sourceId: StaySourceId): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('stay_report')
    .where('source_id', '=', sourceId)
    .select('external_id')
    .limit(MOST)
    .execute()
  return new Set(rows.map(({ external_id }) => external_id))
}

/** What the account told of some places that is booked and not over: the names of each reservation, by place. */
export async function listComingNames(
  db: Db,
  {
    accountId,
    propertyIds,
    from,
  }: {
    readonly accountId: HospitableAccountId
    readonly propertyIds: readonly PropertyId[]
    readonly from: LocalDate
  },
): Promise<ReadonlyMap<PropertyId, string[][]>> {
  const rows = await db
    .selectFrom('stay_source as source')
    .innerJoin('stay_report as report', 'report.source_id', 'source.id')
    .where(sql<boolean>`source.property_id = any(${[...propertyIds]}::uuid[])`)
    .where('source.kind', '=', 'account')
    .where('source.external_ref', '=', accountId)
    .where('source.ended_at', 'is', null)
    .where('report.state', '=', 'booked')
    .where('report.check_out', '>', from)
    .orderBy('report.check_in')
    .limit(MOST)
    .select(['source.property_id', 'report.external_id', 'report.code'])
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.property_id)].map(([id, same]) => [
      id,
      same.map(({ external_id, code }) => (code === null ? [external_id] : [external_id, code])),
    ]),
  )
}
