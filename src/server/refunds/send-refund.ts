/**
 * Asks the provider about one refund, as often as it takes, and refunds once: what has an id is only read; what may
 * have been made without our hearing of it is looked for by our own id; only then is it asked for, under a key that is
 * used again only while the provider is sure to remember it.
 */
import type { RefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { lockPayment } from '../payments/payment-queries.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import type { Refund } from '../ports/payments/port.ts'
import { findRefund, lockRefund, type RefundRow, saveAsking } from './refund-queries.ts'
import { settleRefund } from './settle-refund.ts'

/** Doing it again changes nothing. A refund that is under way for days stays `pending` and is read again later. */
export async function sendRefund(app: App, refundId: RefundId): Promise<void> {
  const row = await findRefund(app.db, refundId)
  if (row === undefined || row.state !== 'pending') return
  await settleRefund(app, refundId, await askRefund(app, row))
}

/** `refused`: the provider says that it cannot be refunded any more. */
type Asked = Refund | { readonly refused: string }

async function askRefund(app: App, row: RefundRow): Promise<Asked> {
  const { payments } = app.ports
  if (row.provider_refund_id !== null) return read(app, row.provider_refund_id)
  const intentId = row.provider_intent_id
  if (intentId === null) throw new Error(`refund ${row.id} is of a payment that no card paid`)
  const made = row.ask_number === 0 ? null : await payments.findRefund({ intentId, reference: row.id })
  if (made !== null) return made
  const number = await beginAsking(app, row)
  if (number === null) return read(app, (await findRefund(app.db, row.id))!.provider_refund_id!)
  try {
    return await payments.createRefund({
      key: `refund:${row.id}:${number}`,
      intentId,
      amountCents: cents(row.amount_cents - row.credit_cents),
      currency: 'usd',
      reference: row.id,
    })
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error
    return { refused: error.code ?? 'refused' }
  }
}

async function read(app: App, providerRefundId: string): Promise<Refund> {
  const refund = await app.ports.payments.readRefund(providerRefundId)
  if (refund === null)
    throw new ProviderFailure('contract', `the provider does not know its refund ${providerRefundId}`)
  return refund
}

/** Null where somebody else has got its id meanwhile. */
function beginAsking(app: App, row: RefundRow): Promise<number | null> {
  return inTransaction(
    app.db,
    async (trx) => {
      await lockPayment(trx, row.payment_id)
      const refund = await lockRefund(trx, row.id)
      if (refund.provider_refund_id !== null) return null
      return saveAsking(trx, row.id, app.ports.clock.now())
    },
    { isolation: 'read committed', isStep: false },
  )
}
