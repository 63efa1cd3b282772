/** Chargebacks and early fraud warnings of the embedded provider, as cardholders' banks send them. */
import type { Cents } from '#domain/money.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { Payments } from '../payments/payments.ts'
import type { Chargeback, FraudWarning } from '../payments/port.ts'
import { type BankObject, hashOf, lockObject, makeObject, readObject, saveObject } from './embedded-books.ts'
import { type Bank, emitEvent } from './embedded-events.ts'
import { lockIntent, takenCents } from './embedded-intents.ts'
import { move } from './embedded-moves.ts'
import { lockRipe, readRipe, type Take } from './embedded-plan.ts'

/** Stripe's in the USA. */
const FEE_CENTS = cents(1_500)
const EVIDENCE_MS = 9 * DAY_MS

/** The cardholder's bank takes the money back, with a fee, until it is decided; a debit comes back for good. */
export async function openChargeback(
  bank: Bank,
  input: { intentId: string; amountCents?: Cents; reason?: string },
): Promise<Chargeback> {
  const now = bank.clock.now()
  const made = await bank.db.transaction().execute(async (trx) => {
    const intent = await lockIntent(bank, trx, input.intentId)
    if (intent.state !== 'succeeded') throw new Error(`nothing was charged by ${intent.id}`)
    const amountCents = input.amountCents ?? takenCents(intent)
    const evidenceDueAt = instant(now + EVIDENCE_MS)
    const isReturn = intent.data.method.kind === 'bank_account'
    const reason = input.reason ?? (isReturn ? 'insufficient_funds' : 'fraudulent')
    const { object } = await makeObject(trx, now, 'chargeback', {
      state: isReturn ? 'lost' : 'needs_evidence',
      amountCents,
      parentId: intent.id,
      reference: intent.reference,
      data: { reason, feeCents: FEE_CENTS, evidenceDueAt, evidence: null, isReturn },
      plan: isReturn ? [] : [{ at: evidenceDueAt, to: 'lost', word: 'no_evidence' }],
    })
    await emitEvent(bank, trx, { type: 'charge.dispute.created', objectId: object.id })
    await move(bank, trx, {
      kind: 'chargeback',
      amountCents: -amountCents,
      feeCents: FEE_CENTS,
      objectId: object.id,
      reference: intent.reference,
      at: now,
    })
    return object
  })
  return toChargeback(made)
}

/** The bank decides; where we won, the amount comes back (the fee does not). */
export async function endChargeback(bank: Bank, chargebackId: string, state: 'won' | 'lost'): Promise<void> {
  await bank.db.transaction().execute(async (trx) => {
    const chargeback = await lockRipe(bank, trx, 'chargeback', chargebackId, takeStep(bank))
    if (chargeback.state === 'won' || chargeback.state === 'lost') return
    await takeStep(bank)(trx, chargeback, { at: bank.clock.now(), to: state, word: null })
  })
}

export async function readChargeback(bank: Bank, chargebackId: string): Promise<Chargeback | null> {
  const chargeback = await ripeChargeback(bank, chargebackId)
  return chargeback === null ? null : toChargeback(chargeback)
}

export function ripeChargeback(bank: Bank, chargebackId: string): Promise<BankObject<'chargeback'> | null> {
  return readRipe(bank, 'chargeback', chargebackId, takeStep(bank))
}

/** Counts once; what comes later changes nothing. */
export async function sendEvidence(
  bank: Bank,
  { chargebackId, evidence }: Parameters<Payments['sendEvidence']>[0],
): Promise<Chargeback> {
  const { document, ...texts } = evidence
  const digest = hashOf({ ...texts, document: document.name, bytes: document.bytes.length }).toString('hex')
  const sent = await bank.db.transaction().execute(async (trx) => {
    const chargeback = await lockRipe(bank, trx, 'chargeback', chargebackId, takeStep(bank))
    if (chargeback.state === 'under_review' && chargeback.data.evidence === digest) return chargeback
    if (chargeback.state !== 'needs_evidence')
      throw new ProviderFailure('refused', 'evidence is taken no more', 'dispute_not_open')
    await emitEvent(bank, trx, { type: 'charge.dispute.updated', objectId: chargeback.id })
    const data = { ...chargeback.data, evidence: digest }
    return saveObject(trx, chargeback, { state: 'under_review', plan: [], data })
  })
  return toChargeback(sent)
}

export async function acceptChargeback(
  bank: Bank,
  { chargebackId }: Parameters<Payments['acceptChargeback']>[0],
): Promise<Chargeback> {
  const accepted = await bank.db.transaction().execute(async (trx) => {
    const chargeback = await lockRipe(bank, trx, 'chargeback', chargebackId, takeStep(bank))
    if (chargeback.state === 'lost') return chargeback
    if (chargeback.state !== 'needs_evidence')
      throw new ProviderFailure('refused', 'it cannot be accepted any more', 'dispute_not_open')
    return takeStep(bank)(trx, chargeback, { at: bank.clock.now(), to: 'lost', word: null })
  })
  return toChargeback(accepted)
}

export async function warnOfFraud(
  bank: Bank,
  { intentId, isActionable = true }: { intentId: string; isActionable?: boolean },
): Promise<FraudWarning> {
  return bank.db.transaction().execute(async (trx) => {
    const intent = await lockObject(trx, 'intent', intentId)
    const warning = { state: 'open', parentId: intent.id, data: { isActionable } } as const
    const { object } = await makeObject(trx, bank.clock.now(), 'warning', warning)
    await emitEvent(bank, trx, { type: 'radar.early_fraud_warning.created', objectId: object.id })
    return { warningId: object.id, intentId, isActionable }
  })
}

export async function readFraudWarning({ db }: Bank, warningId: string): Promise<FraudWarning | null> {
  const warning = await readObject(db, 'warning', warningId)
  if (warning === null) return null
  return { warningId, intentId: warning.parentId!, isActionable: warning.data.isActionable }
}

function takeStep(bank: Bank): Take<'chargeback'> {
  return async (trx, chargeback, { at, to }) => {
    const { id, amountCents, reference } = chargeback
    await emitEvent(bank, trx, { type: 'charge.dispute.closed', objectId: id, at })
    if (to === 'won') {
      await emitEvent(bank, trx, { type: 'charge.dispute.funds_reinstated', objectId: id, at })
      await move(bank, trx, { kind: 'chargeback_won', amountCents, objectId: id, reference, at })
    }
    return saveObject(trx, chargeback, { state: to, plan: [] })
  }
}

function toChargeback({ id, parentId, state, amountCents, data }: BankObject<'chargeback'>): Chargeback {
  return {
    chargebackId: id,
    intentId: parentId!,
    state,
    amountCents,
    currency: 'usd',
    reason: data.reason,
    feeCents: data.feeCents,
    evidenceDueAt: data.isReturn ? null : data.evidenceDueAt,
    isReturn: data.isReturn,
  }
}
