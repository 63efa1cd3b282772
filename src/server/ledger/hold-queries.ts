/** Our rows of what cards hold back, beside the provider's. */
import { isId, type OnDemandOrderId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { Hold } from '../ports/payments/port.ts'

const MOST_HOLDS = 10_000

/** Every hold that stands on a card by our rows. */
export function listOpenHolds(db: Db) {
  return db
    .selectFrom('card_hold')
    .where('state', '=', 'held')
    .orderBy('created_at')
    .limit(MOST_HOLDS)
    .select(['id', 'provider_intent_id', 'amount_cents'])
    .execute()
}

/** Asked for and not answered yet, being released, or changed since the list was read. */
export async function isHoldUnderWay(db: Db, hold: Hold): Promise<boolean> {
  const row = await db
    .selectFrom('card_hold')
    .where((where) =>
      where.or([
        where('provider_intent_id', '=', hold.intentId),
        ...(isId<OnDemandOrderId>(hold.reference)
          ? [where.and([where('state', '=', 'asked'), where('order_id', '=', hold.reference)])]
          : []),
      ]),
    )
    .where('state', 'in', ['asked', 'releasing', 'held', 'captured', 'released'])
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
