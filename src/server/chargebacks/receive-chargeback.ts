/**
 * What the provider says of a chargeback or a warning now: kept, booked once whatever came first, and the
 * operators. The platform carries a chargeback; a crew does only where the operator has decided so.
 */

import type { ChargebackId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { chargebackFee, chargebackTaken, chargebackWon } from '#domain/ledger/refunds.ts'
import { formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { restoreCommissions, reverseChargedBack } from '../commissions/reverse-commission.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { notifyAll } from '../notices/notify.ts'
import { lockPayment } from '../payments/payment-queries.ts'
import type { Chargeback } from '../ports/payments/port.ts'
import { findOperatorIds, listOperatorIds } from '../users/queries.ts'
import {
  type ChargebackRow,
  findCharged,
  insertChargeback,
  lockChargeback,
  saveChargeback,
  savePaymentOf,
  saveWarning,
} from './chargeback-queries.ts'
import { receiveReturn } from './receive-return.ts'
import { chargebackTexts } from './texts.ts'

export async function receiveChargeback(app: App, providerChargebackId: string): Promise<void> {
  const chargeback = await app.ports.payments.readChargeback(providerChargebackId)
  if (chargeback === null) return
  await inTransaction(app.db, (trx) => take(app, trx, chargeback), {
    isolation: 'read committed',
    isStep: false,
  })
}

export async function receiveFraudWarning(app: App, warningId: string): Promise<void> {
  const warning = await app.ports.payments.readFraudWarning(warningId)
  if (warning === null) return
  await inTransaction(
    app.db,
    async (trx) => {
      const now = app.ports.clock.now()
      const charged = await findCharged(trx, warning.intentId)
      const paymentId = charged?.paymentId ?? null
      const isNew = await saveWarning(trx, warning, { paymentId, now })
      if (!isNew || charged === undefined || !warning.isActionable) return
      const texts = inEachLanguage((language) => chargebackTexts[language].warned(charged.customerName))
      await notifyOperators(trx, charged.marketId, { key: `fraud-warning:${warning.warningId}`, texts, now })
    },
    { isolation: 'read committed', isStep: false },
  )
}

async function take(app: App, trx: Db, chargeback: Chargeback): Promise<void> {
  const now = app.ports.clock.now()
  const charged = await findCharged(trx, chargeback.intentId)
  if (charged !== undefined) await lockPayment(trx, charged.paymentId)
  const isNew = await insertChargeback(trx, chargeback, { paymentId: charged?.paymentId ?? null, now })
  const row = (await lockChargeback(trx, chargeback.chargebackId))!
  // It came before we had heard of the charge that it takes back.
  const isFound = row.payment_id === null && charged !== undefined
  if (isFound) await savePaymentOf(trx, row.id, charged.paymentId)
  const known = { ...row, payment_id: charged?.paymentId ?? row.payment_id }
  const isOver = row.state === 'won' || row.state === 'lost'
  // An older word than the one we have: it was read before and comes late.
  if (isOver && chargeback.state !== 'won' && chargeback.state !== 'lost') return
  await saveChargeback(trx, row.id, chargeback, now)
  await book(app, trx, known, chargeback, now)
  const amount = formatCents(chargeback.amountCents)
  if (isNew && charged === undefined) return notifyOfUnknown(trx, row.id, { amount, now })
  // Whose debit came back is told by what follows it.
  if (charged === undefined || !(isNew || isFound) || chargeback.isReturn) return
  const texts = inEachLanguage((language) => chargebackTexts[language].opened(charged.customerName, amount))
  await notifyOperators(trx, charged.marketId, { key: `chargeback:${row.id}`, texts, now })
}

/** Each journal once: what was taken, what it cost, and what came back. */
async function book(
  app: App,
  trx: Db,
  row: ChargebackRow,
  chargeback: Chargeback,
  now: Instant,
): Promise<void> {
  const { amountCents, feeCents } = chargeback
  // An inquiry of the bank's has taken nothing yet, and perhaps never will.
  if (feeCents === null) return
  const about = { at: now, subjectId: row.payment_id ?? row.id }
  const chargebackId = row.id
  const isOwedAgain = chargeback.isReturn && row.payment_id !== null
  if (isOwedAgain)
    await receiveReturn(app, trx, chargeback, { chargebackId, paymentId: row.payment_id!, now })
  else
    await postJournal(trx, {
      ...chargebackTaken({ chargebackId, amountCents }),
      kind: 'chargeback_taken',
      ...about,
    })
  if (feeCents > 0)
    await postJournal(trx, {
      ...chargebackFee({ chargebackId, feeCents }),
      kind: 'chargeback_fee',
      ...about,
    })
  if (isOwedAgain) return
  if (chargeback.state === 'won')
    await postJournal(trx, {
      ...chargebackWon({ chargebackId, amountCents }),
      kind: 'chargeback_won',
      ...about,
    })
  if (row.payment_id === null) return
  const because = { paymentId: row.payment_id, becauseId: row.id }
  if (chargeback.state === 'won') await restoreCommissions(trx, because, now)
  else await reverseChargedBack(trx, { ...because, amountCents, now })
}

/** Nobody knows whose market it is: the operators of each. */
async function notifyOfUnknown(
  db: Db,
  chargebackId: ChargebackId,
  { amount, now }: { amount: string; now: Instant },
): Promise<void> {
  const texts = inEachLanguage((language) => chargebackTexts[language].unknown(amount))
  await notifyAll(
    db,
    (await listOperatorIds(db)).map((to) => ({
      to,
      event: 'payment' as const,
      key: `chargeback-unknown:${chargebackId}`,
      texts,
      url: '/operator/chargebacks',
      now,
    })),
  )
}

async function notifyOperators(
  db: Db,
  marketId: string,
  notice: { key: string; texts: Parameters<typeof notifyAll>[1][number]['texts']; now: Instant },
): Promise<void> {
  const operators = await findOperatorIds(db, marketId)
  await notifyAll(
    db,
    operators.map((to) => ({
      to,
      event: 'payment' as const,
      url: '/operator/chargebacks',
      ...notice,
    })),
  )
}
