/** A customer's own credit pays what is due before any card is asked, also credit that came after the bill was made. */
import { creditFor } from '#domain/billing/statement.ts'
import type { UserId } from '#domain/ids.ts'
import { creditUsed } from '#domain/ledger/postings.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { lockCustomerCredit } from '../ledger/queries.ts'
import { endCharge } from './ask-charge.ts'
import { openAttempt, unendedAttempt } from './attempt-queries.ts'
import { type LockedPayment, listDue, lockPayment, saveCreditUsed } from './payment-queries.ts'
import { bookFree, settleCharge } from './settle-charge.ts'

const PAYMENTS_AT_ONCE = 100

/** The payment as it stands then; its customer's credit is locked. */
export async function useCreditOn(
  trx: Db,
  payment: LockedPayment,
  { app, now }: { app: App; now: Instant },
): Promise<LockedPayment> {
  const totalCents = cents(payment.total_cents)
  const own = await lockCustomerCredit(trx, payment.customer_id)
  const usedCents = creditFor(totalCents, own, app.ports.payments.minimumChargeCents)
  if (usedCents === 0) return payment
  await saveCreditUsed(trx, payment, usedCents)
  await postJournal(trx, {
    ...creditUsed({
      paymentId: payment.id,
      customerId: payment.customer_id,
      amountCents: usedCents,
      beforeCents: cents(payment.credit_cents),
    }),
    kind: 'credit_used',
    at: now,
    subjectId: payment.id,
  })
  return {
    ...payment,
    total_cents: cents(totalCents - usedCents),
    credit_cents: cents(payment.credit_cents + usedCents),
  }
}

/** After credit was given: what it pays whole is paid, and nobody is dunned for it any longer. */
export async function useCredit(app: App, customerId: UserId): Promise<void> {
  for (const { id } of await listDue(app.db, customerId, PAYMENTS_AT_ONCE)) {
    const unended = await unendedAttempt(app.db, id)
    if (unended !== undefined) await settleCharge(app, unended, await endCharge(app, unended))
    await inTransaction(
      app.db,
      async (trx) => {
        const now = app.ports.clock.now()
        const payment = await lockPayment(trx, id)
        if (payment === undefined || payment.state === 'paid' || payment.state === 'written_off') return
        if (payment.state === 'invoiced') return
        // What is being asked of a card keeps its amount; credit helps where that fails.
        if ((await openAttempt(trx, id)) !== undefined) return
        const left = await useCreditOn(trx, payment, { app, now })
        if (left.total_cents === 0) await bookFree(app, trx, left, now)
      },
      { isolation: 'read committed', isStep: false },
    )
  }
}
