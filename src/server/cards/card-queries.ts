/** Cards and bank accounts on file, as the provider keeps them. The number itself never reaches us. */
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { PaymentMethod } from '../ports/payments/port.ts'

export type ChargeableCard = { readonly customerId: string; readonly methodId: string }

/** What pays bills. */
export async function findCardOf(db: Db, userId: UserId): Promise<ChargeableCard | undefined> {
  const row = await db
    .selectFrom('payment_method')
    .where('user_id', '=', userId)
    .where('pays_bills', '=', true)
    .select(['provider_customer_id', 'provider_method_id'])
    .executeTakeFirst()
  return row && { customerId: row.provider_customer_id, methodId: row.provider_method_id }
}

export async function findLast4(db: Db, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('payment_method')
    .where('user_id', '=', userId)
    .where('pays_bills', '=', true)
    .select('last4')
    .executeTakeFirst()
  return row?.last4 ?? null
}

/** Whether a debit is meant where this is asked: banks answer those days later. */
export async function isBankAccount(db: Db, methodId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_method')
    .where('provider_method_id', '=', methodId)
    .where('kind', '=', 'bank_account')
    .select('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where nothing of that kind is on file. */
export async function chooseMethod(db: Db, userId: UserId, kind: PaymentMethod['kind']): Promise<boolean> {
  const rows = await db
    .selectFrom('payment_method')
    .where('user_id', '=', userId)
    .forUpdate()
    .select('kind')
    .execute()
  if (!rows.some((row) => row.kind === kind)) return false
  const own = db.updateTable('payment_method').where('user_id', '=', userId)
  await own.set({ pays_bills: false }).where('kind', '<>', kind).execute()
  await own.set({ pays_bills: true }).where('kind', '=', kind).execute()
  return true
}

/** Replaces the one of its kind that was on file. What `paysBills` does so alone. */
export async function saveMethod(
  db: Db,
  card: {
    readonly userId: UserId
    readonly customerId: string
    readonly method: PaymentMethod
    readonly paysBills: boolean
    readonly now: Instant
  },
): Promise<void> {
  const { method, userId } = card
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
    .values({ user_id: userId, kind: method.kind, pays_bills: false, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(columns))
    .execute()
  if (card.paysBills || (await findCardOf(db, userId)) === undefined)
    await chooseMethod(db, userId, method.kind)
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
