/** A bank took back a debit that had settled. Nobody can contest it: what it had paid is owed again, and both sides hear. */
import type { ChargebackId, PaymentId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { debitReturned } from '#domain/ledger/refunds.ts'
import { cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { reverseChargedBack } from '../commissions/reverse-commission.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { notifyAll } from '../notices/notify.ts'
import { reopenInvoice } from '../payments/close-invoice.ts'
import { type LockedPayment, lockPayment, readPayer } from '../payments/payment-queries.ts'
import { recordFailure } from '../payments/record-outcome.ts'
import type { Chargeback } from '../ports/payments/port.ts'
import { findOperatorIds } from '../users/queries.ts'
import { insertOwedAgain } from './chargeback-queries.ts'
import { chargebackTexts } from './texts.ts'

type Return = { readonly chargebackId: ChargebackId; readonly paymentId: PaymentId; readonly now: Instant }

/** Once, whoever brings it how often. */
export async function receiveReturn(
  app: App,
  trx: Db,
  { amountCents, reason }: Chargeback,
  { chargebackId, paymentId, now }: Return,
): Promise<void> {
  const payment = (await lockPayment(trx, paymentId))!
  const customerId = payment.customer_id
  const isNew = await postJournal(trx, {
    ...debitReturned({ chargebackId, customerId, amountCents }),
    kind: 'chargeback_taken',
    at: now,
    subjectId: paymentId,
  })
  if (!isNew) return
  if (payment.kind === 'invoice_part')
    return reopenInvoice(trx, paymentId, { chargebackId, failure: reason, now })
  await reverseChargedBack(trx, { paymentId, becauseId: chargebackId, amountCents, now })
  const payer = await readPayer(trx, customerId)
  const owedId = await insertOwedAgain(trx, chargebackId, {
    of: payment,
    amountCents,
    description: chargebackTexts[payer.locale].lineOfReturn,
    now,
  })
  const owed = (await lockPayment(trx, owedId))!
  // It is asked for again as after a declined card: by mail, on the days of dunning, until the service rests.
  await recordFailure(app, trx, owed, { isRetry: false, declineCode: reason, now, isDebit: true })
  await notifyOperators(trx, owed, payer, now)
}

async function notifyOperators(
  trx: Db,
  owed: LockedPayment,
  { name, market_id: marketId }: { readonly name: string; readonly market_id: string },
  now: Instant,
): Promise<void> {
  const amount = formatCents(cents(owed.total_cents))
  const texts = inEachLanguage((language) => chargebackTexts[language].returned(name, amount))
  const operators = await findOperatorIds(trx, marketId)
  await notifyAll(
    trx,
    operators.map((to) => ({
      to,
      event: 'payment' as const,
      key: `debit-returned:${owed.id}`,
      texts,
      url: `/account/payments/${owed.id}`,
      now,
    })),
  )
}
