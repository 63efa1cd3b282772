/** The partner's money is on our account: what it owes is less by that. A mistake is taken back by its own journal. */
import type { PartnerPaymentId, PartnerStatementId } from '#domain/ids.ts'
import { partnerPaid, partnerPaymentVoided } from '#domain/ledger/partner-lines.ts'
import { type Cents, cents, subtractCents } from '#domain/money.ts'
import { dateAt, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { marketZone } from '../market-zone.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findByReference, insertPayment, owedFor, statementOf, voidPayment } from './payment-queries.ts'
import { lockStatement } from './statement-queries.ts'

type Received = {
  readonly statementId: PartnerStatementId
  readonly amountCents: number
  readonly paidOn: LocalDate
  /** As our bank names it. */
  readonly reference: string
}

type Left = { readonly paidCents: Cents; readonly owedCents: Cents }

/** In parts, or all at once; the same transfer recorded again adds nothing. */
export function recordPartnerPayment(app: App, scope: OperatorScope, received: Received): Promise<Left> {
  return inTransaction(app.db, (trx) => record(app, trx, scope, received))
}

async function record(app: App, trx: Db, scope: OperatorScope, received: Received): Promise<Left> {
  const { statementId, paidOn } = received
  const amountCents = cents(received.amountCents)
  const now = app.ports.clock.now()
  const statement = await lockStatement(trx, scope, statementId)
  if (statement === undefined || statement.confirmed_at === null) throw new Refused('not_found')
  const known = await findByReference(trx, statementId, received.reference)
  if (known !== undefined) {
    if (known.amount_cents !== amountCents || known.paid_on !== paidOn)
      throw new Refused('partner_payment_known')
    return leftOf(trx, statementId)
  }
  if (paidOn > dateAt(now, await marketZone(trx, scope))) throw new Refused('partner_payment_ahead')
  const { owedCents } = await leftOf(trx, statementId)
  if (amountCents > owedCents) throw new Refused('partner_payment_above_owed')
  const paymentId = await insertPayment(trx, scope, { ...received, amountCents, now })
  await postJournal(trx, {
    ...partnerPaid({ paymentId, amountCents }),
    kind: 'partner_paid',
    at: now,
    subjectId: paymentId,
  })
  await recordAudit(trx, {
    at: now,
    actorId: scope.userId,
    action: 'record_partner_payment',
    subject: statementId,
    detail: { paymentId, amountCents, paidOn, reference: received.reference },
  })
  return leftOf(trx, statementId)
}

/** Taken back again it changes nothing. */
export function voidPartnerPayment(
  app: App,
  scope: OperatorScope,
  paymentId: PartnerPaymentId,
): Promise<Left> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const statementId = await statementOf(trx, scope, paymentId)
    if (statementId === undefined) throw new Refused('not_found')
    await lockStatement(trx, scope, statementId)
    const amountCents = await voidPayment(trx, scope, { paymentId, now })
    if (amountCents === undefined) return leftOf(trx, statementId)
    await postJournal(trx, {
      ...partnerPaymentVoided({ paymentId, amountCents }),
      kind: 'partner_payment_voided',
      at: now,
      subjectId: paymentId,
    })
    await recordAudit(trx, {
      at: now,
      actorId: scope.userId,
      action: 'void_partner_payment',
      subject: statementId,
      detail: { paymentId, amountCents },
    })
    return leftOf(trx, statementId)
  })
}

async function leftOf(db: Db, statementId: PartnerStatementId): Promise<Left> {
  const { totalCents, paidCents } = await owedFor(db, statementId)
  return { paidCents, owedCents: subtractCents(totalCents, paidCents) }
}
