import type { HospitableAccountId, StaySourceId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

const MOST = 20_000

/** Rentals that are places which the customer still has. */
export async function listMatches(db: Db, accountId: HospitableAccountId) {
  const rows = await db
    .selectFrom('hospitable_property as rental')
    .innerJoin('property', 'property.id', 'rental.property_id')
    .where('rental.account_id', '=', accountId)
    .where('property.removed_at', 'is', null)
    .select(['rental.hospitable_id', 'rental.parent_id', 'property.id', 'property.time_zone'])
    .orderBy('rental.hospitable_id')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({
    hospitableId: row.hospitable_id,
    parentId: row.parent_id,
    propertyId: row.id,
    timeZone: row.time_zone,
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
