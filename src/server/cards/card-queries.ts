/** Cards on file, as the provider keeps them. The number itself never reaches us. */
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { PaymentMethod } from '../ports/payments/port.ts'

export type ChargeableCard = { readonly customerId: string; readonly methodId: string }

export async function findCardOf(db: Db, userId: UserId): Promise<ChargeableCard | undefined> {
  const row = await db
    .selectFrom('payment_method')
    .where('user_id', '=', userId)
    .select(['provider_customer_id', 'provider_method_id'])
    .executeTakeFirst()
  return row && { customerId: row.provider_customer_id, methodId: row.provider_method_id }
}

export async function findLast4(db: Db, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('payment_method')
    .where('user_id', '=', userId)
    .select('last4')
    .executeTakeFirst()
  return row?.last4 ?? null
}

/** Replaces the one that was on file. */
export async function saveMethod(
  db: Db,
  card: {
    readonly userId: UserId
    readonly customerId: string
    readonly method: PaymentMethod
    readonly now: Instant
  },
): Promise<void> {
  const { method } = card
  const columns = {
    provider_customer_id: card.customerId,
    provider_method_id: method.methodId,
    brand: method.brand,
    last4: method.last4,
    expires_month: method.expiresMonth,
    expires_year: method.expiresYear,
    fingerprint: method.fingerprint,
    updated_at: toTimestamp(card.now),
  }
  await db
    .insertInto('payment_method')
    .values({ user_id: card.userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

/** What the provider says of a card by now: banks send new dates and numbers for cards that were replaced. */
export async function refreshMethod(db: Db, method: PaymentMethod, now: Instant): Promise<void> {
  await db
    .updateTable('payment_method')
    .set({
      brand: method.brand,
      last4: method.last4,
      expires_month: method.expiresMonth,
      expires_year: method.expiresYear,
      updated_at: toTimestamp(now),
    })
    .where('provider_method_id', '=', method.methodId)
    .execute()
}
