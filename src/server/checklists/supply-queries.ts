/** What is running low at places. */
import type { LowSupply } from '#domain/checklists/supplies.ts'
import type { PropertyId, VisitId } from '#domain/ids.ts'
import type { InEachLanguage } from '#domain/language.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

/** One supply of one place. */
export type Supply = {
  readonly propertyId: PropertyId
  readonly serviceKey: string
  readonly key: string
}

type Said = { readonly words: InEachLanguage; readonly visitId: VisitId; readonly now: Instant }

/** True where it was not low before: of two crews that say so at once one is the first. */
export async function insertLow(db: Db, supply: Supply, { words, visitId, now }: Said): Promise<boolean> {
  const inserted = await db
    .insertInto('low_supply')
    .values({
      ...columnsOf(supply),
      words: toJson(words),
      visit_id: visitId,
      since: toTimestamp(now),
    })
    .onConflict((conflict) => conflict.columns(['property_id', 'service_key', 'item_key']).doNothing())
    .returning('item_key')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function lockLow(db: Db, supply: Supply): Promise<LowSupply | null> {
  const row = await db
    .selectFrom('low_supply')
    .where('property_id', '=', supply.propertyId)
    .where('service_key', '=', supply.serviceKey)
    .where('item_key', '=', supply.key)
    .select(['visit_id', 'is_withdrawn'])
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : { visitId: row.visit_id, isWithdrawn: row.is_withdrawn }
}

export async function setWithdrawn(db: Db, supply: Supply, isWithdrawn: boolean): Promise<void> {
  await db
    .updateTable('low_supply')
    .set({ is_withdrawn: isWithdrawn })
    .where('property_id', '=', supply.propertyId)
    .where('service_key', '=', supply.serviceKey)
    .where('item_key', '=', supply.key)
    .execute()
}

export async function removeLow(db: Db, supply: Supply): Promise<void> {
  await db
    .deleteFrom('low_supply')
    .where('property_id', '=', supply.propertyId)
    .where('service_key', '=', supply.serviceKey)
    .where('item_key', '=', supply.key)
    .execute()
}

/** The longest first. */
export function lowSuppliesOf(db: Db, _scope: CustomerScope, propertyId: PropertyId) {
  return db
    .selectFrom('low_supply')
    .where('property_id', '=', propertyId)
    .where('is_withdrawn', '=', false)
    .orderBy('since')
    .select(['service_key', 'item_key', 'words', 'since'])
    .execute()
}

function columnsOf({ propertyId, serviceKey, key }: Supply) {
  return { property_id: propertyId, service_key: serviceKey, item_key: key }
}
