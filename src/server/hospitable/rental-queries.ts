import type { KnownRental } from '#domain/hospitable/merges.ts'
import type { HospitableAccountId, PropertyId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { HospitableProperty } from '../ports/hospitable/port.ts'

/** As many as one account shows; a customer has at most as many places. */
const MOST_RENTALS = 20_000

export type RentalKey = { readonly accountId: HospitableAccountId; readonly hospitableId: string }

export function listRentals(db: Db, accountId: HospitableAccountId) {
  return (
    db
      .selectFrom('hospitable_property as rental')
      .leftJoin('property', 'property.id', 'rental.property_id')
      .where('account_id', '=', accountId)
      // What is gone and was nothing of ours concerns nobody.
      .where((eb) => eb.or([eb('gone_at', 'is', null), eb('property_id', 'is not', null)]))
      .select([
        'rental.hospitable_id',
        'rental.name',
        'rental.address',
        'rental.lat',
        'rental.parent_id',
        'rental.gone_at',
        'rental.property_id',
        'property.name as property_name',
      ])
      .orderBy('rental.name')
      .orderBy('rental.hospitable_id')
      .limit(MOST_RENTALS)
      .execute()
  )
}

export async function saveRentals(
  db: Db,
  accountId: HospitableAccountId,
  rentals: readonly HospitableProperty[],
  now: Instant,
): Promise<void> {
  if (rentals.length === 0) return
  const rows = rentals.map(({ id, name, address, place, parentId }) => ({
    account_id: accountId,
    hospitable_id: id,
    name,
    address,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    parent_id: parentId,
    seen_at: toTimestamp(now),
    gone_at: null,
  }))
  await db
    .insertInto('hospitable_property')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'hospitable_id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        address: eb.ref('excluded.address'),
        lat: eb.ref('excluded.lat'),
        lng: eb.ref('excluded.lng'),
        parent_id: eb.ref('excluded.parent_id'),
        seen_at: eb.ref('excluded.seen_at'),
        gone_at: null,
      })),
    )
    .execute()
}

/** After a whole list was read: whatever was not on it. */
export async function markUnseenGone(db: Db, accountId: HospitableAccountId, since: Instant): Promise<void> {
  await db
    .updateTable('hospitable_property')
    .set({ gone_at: toTimestamp(since) })
    .where('account_id', '=', accountId)
    .where('seen_at', '<', toTimestamp(since))
    .where('gone_at', 'is', null)
    .execute()
}

export function lockRental(db: Db, { accountId, hospitableId }: RentalKey) {
  return db
    .selectFrom('hospitable_property')
    .where('account_id', '=', accountId)
    .where('hospitable_id', '=', hospitableId)
    .select(['name', 'address', 'lat', 'lng', 'property_id', 'gone_at'])
    .forUpdate()
    .executeTakeFirst()
}

export async function saveMatch(
  db: Db,
  { accountId, hospitableId }: RentalKey,
  propertyId: PropertyId | null,
): Promise<void> {
  await db
    .updateTable('hospitable_property')
    .set({ property_id: propertyId })
    .where('account_id', '=', accountId)
    .where('hospitable_id', '=', hospitableId)
    .execute()
}

/** Those of which a place depends on what became of them, and what they became. */
export async function lockRentals(db: Db, accountId: HospitableAccountId): Promise<KnownRental[]> {
  const rows = await db
    .selectFrom('hospitable_property')
    .where('account_id', '=', accountId)
    .select(['hospitable_id', 'property_id', 'merged_into', 'gone_at'])
    .orderBy('hospitable_id')
    .limit(MOST_RENTALS)
    .forUpdate()
    .execute()
  return rows.map((row) => ({
    hospitableId: row.hospitable_id,
    propertyId: row.property_id,
    mergedInto: row.merged_into,
    isGone: row.gone_at !== null,
  }))
}
