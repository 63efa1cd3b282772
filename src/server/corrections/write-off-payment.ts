/**
 * What nobody will pay becomes bad debt: dunning ends, and nothing can pay it any more. So every charge of it has to
 * have its end at the provider first; one that went through meanwhile has paid it, and nothing is written off.
 */
import { decideWriteOff } from '#domain/billing/corrections.ts'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { writtenOff } from '#domain/ledger/corrections.ts'
import { type Cents, cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { notify } from '../notices/notify.ts'
import { endCharge } from '../payments/ask-charge.ts'
import { openAttempt, unendedAttempt } from '../payments/attempt-queries.ts'
import { isPausedByDunning } from '../payments/find-pause.ts'
import { lockPayment, markWrittenOff } from '../payments/payment-queries.ts'
import { releaseHolds } from '../payments/release-holds.ts'
import { settleCharge } from '../payments/settle-charge.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { findCustomer, findPaymentOfMarket, insertWriteOff, letServiceGoOn } from './correction-queries.ts'
import { correctionTexts } from './texts.ts'

type WriteOff = { readonly paymentId: PaymentId; readonly reason: string; readonly keepsService: boolean }

export async function previewWriteOff(app: App, scope: OperatorScope, paymentId: PaymentId) {
  const row = await findPaymentOfMarket(app.db, scope, paymentId)
  if (row === undefined) throw new Refused('not_found')
  const { amountCents } = unlessRefused(
    decideWriteOff({ state: row.state, totalCents: cents(row.total_cents) }),
  )
  return {
    paymentId,
    customerId: row.customer_id,
    customerName: row.name,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    amountCents,
    nextAttemptAt: row.next_attempt_at,
    isServicePaused: await isPausedByDunning(app.db, row.customer_id, app.ports.clock.now()),
  }
}

export async function writeOffPayment(
  app: App,
  scope: OperatorScope,
  writeOff: WriteOff,
): Promise<{ amountCents: Cents }> {
  if ((await findPaymentOfMarket(app.db, scope, writeOff.paymentId)) === undefined)
    throw new Refused('not_found')
  const unended = await unendedAttempt(app.db, writeOff.paymentId)
  if (unended !== undefined) await settleCharge(app, unended, await endCharge(app, unended))
  return inTransaction(app.db, (trx) => save(app, trx, scope, writeOff), { isolation: 'read committed' })
}

async function save(
  app: App,
  trx: Db,
  scope: OperatorScope,
  { paymentId, reason, keepsService }: WriteOff,
): Promise<{ amountCents: Cents }> {
  const now = app.ports.clock.now()
  const payment = await lockPayment(trx, paymentId)
  if (payment === undefined) throw new Refused('not_found')
  const isAsked = (await openAttempt(trx, paymentId)) !== undefined
  const isUnended = (await unendedAttempt(trx, paymentId)) !== undefined
  if (isAsked || isUnended) throw new Refused('payment_under_way')
  const { amountCents } = unlessRefused(
    decideWriteOff({ state: payment.state, totalCents: cents(payment.total_cents) }),
  )
  const customerId = payment.customer_id
  const operatorId = scope.userId
  await insertWriteOff(trx, { paymentId, customerId, operatorId, amountCents, reason, keepsService, now })
  await markWrittenOff(trx, paymentId)
  await releaseHolds(trx, { paymentId, capturedIntentId: null, now })
  await postJournal(trx, {
    ...writtenOff({ paymentId, customerId, amountCents }),
    kind: 'written_off',
    at: now,
    subjectId: paymentId,
  })
  await recordAudit(trx, {
    at: now,
    actorId: operatorId,
    action: 'write_off_payment',
    subject: paymentId,
    detail: { amountCents, reason, keepsService },
  })
  const amount = formatCents(amountCents)
  await notify(trx, {
    to: customerId,
    event: 'payment',
    key: `written-off:${paymentId}`,
    texts: inEachLanguage((language) => correctionTexts[language].writtenOff(amount, keepsService)),
    url: `/account/payments/${paymentId}`,
    now,
  })
  await reconsiderService(trx, customerId, now)
  return { amountCents }
}

/** Whatever was written off stops the customer's weekly jobs no longer. */
export async function resumeService(app: App, scope: OperatorScope, customerId: UserId): Promise<void> {
  await inTransaction(
    app.db,
    async (trx) => {
      const now = app.ports.clock.now()
      if ((await findCustomer(trx, scope, customerId)) === undefined) throw new Refused('not_found')
      if ((await letServiceGoOn(trx, customerId)) === 0) throw new Refused('wrong_state')
      await recordAudit(trx, {
        at: now,
        actorId: scope.userId,
        action: 'resume_service',
        subject: customerId,
      })
      await reconsiderService(trx, customerId, now)
    },
    { isolation: 'read committed' },
  )
}

/** The task sees by what stands whether the customer's jobs rest, and tells the crews. */
function reconsiderService(trx: Db, customerId: UserId, now: Instant): Promise<void> {
  return enqueue(trx, 'apply_service_pause', { customerId }, { now, dedupeKey: `written-off:${customerId}` })
}
