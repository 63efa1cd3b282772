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

/** As many as are asked about at once when one vanished. */
const MOST_ASKED = 400

/** Those that are a place of ours and on the list no more, without a word about what they became. */
export async function listVanished(db: Db, accountId: HospitableAccountId) {
  const rows = await db
    .selectFrom('hospitable_property')
    .where('account_id', '=', accountId)
    .where('property_id', 'is not', null)
    .where('gone_at', 'is not', null)
    .orderBy('hospitable_id')
    .limit(MOST_ASKED)
    .select(['hospitable_id', 'name', 'address', 'parent_id', 'property_id'])
    .execute()
  return rows.map(({ property_id, ...row }) => ({ ...rentalOf(row), propertyId: property_id! }))
}

/** On the list, and no place of ours or one of these. */
export async function listHeirs(db: Db, accountId: HospitableAccountId, propertyIds: readonly PropertyId[]) {
  const rows = await db
    .selectFrom('hospitable_property')
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('property_id', 'is', null), eb('property_id', 'in', propertyIds)]))
    .where('gone_at', 'is', null)
    .orderBy('property_id')
    .orderBy('hospitable_id')
    .limit(MOST_ASKED)
    .select(['hospitable_id', 'name', 'address', 'parent_id', 'property_id'])
    .execute()
  return rows.map(({ property_id, ...row }) => ({ ...rentalOf(row), propertyId: property_id }))
}

function rentalOf(row: {
  readonly hospitable_id: string
  readonly name: string
  readonly address: string
  readonly parent_id: string | null
}) {
  return {
    hospitableId: row.hospitable_id,
    name: row.name,
    address: row.address,
    parentId: row.parent_id,
  }
}

/** The place goes along, and it is kept what became of the old one. */
export async function saveHeir(
  db: Db,
  {
    accountId,
    from,
    to,
    propertyId,
  }: {
    readonly accountId: HospitableAccountId
    readonly from: string
    readonly to: string
    readonly propertyId: PropertyId
  },
): Promise<void> {
  await saveMatch(db, { accountId, hospitableId: from }, null)
  await saveMatch(db, { accountId, hospitableId: to }, propertyId)
  await db
    .updateTable('hospitable_property')
    .set({ merged_into: to })
    .where('account_id', '=', accountId)
    .where('hospitable_id', '=', from)
    .execute()
}
