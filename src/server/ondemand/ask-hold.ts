/** Asks the provider for a hold, outside any transaction and under a key by which it counts each asking once. */
import type { OnDemandOrderId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { findAskedHold } from './payment-queries.ts'
import { settleHold } from './settle-hold.ts'

/** Where an answer is awaited, asks (again) and writes it down. Throws ProviderUnavailable without an answer. */
export async function askHold(app: App, orderId: OnDemandOrderId): Promise<void> {
  const row = await findAskedHold(app.db, orderId)
  if (row === undefined) return
  const hold = await app.ports.payments.authorise({
    key: `hold:${row.id}`,
    customerId: row.provider_customer_id,
    methodId: row.provider_method_id,
    amountCents: cents(row.amount_cents),
    reference: orderId,
  })
  await settleHold(app, { holdId: row.id, orderId }, hold)
}
