/**
 * Payment intents of the embedded provider: created first, which moves nothing, then confirmed. One that is a hold
 * keeps its amount back until it is captured, released or too old.
 */
import { basisPoints, type Cents, cents, shareOf } from '#domain/money.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { Payments } from '../payments/payments.ts'
import { type BankObject, findByKey, makeObject, readObject, saveObject } from './embedded-books.ts'
import { isExpired } from './embedded-cards.ts'
import { debitEndsAt, debitFeeOf } from './embedded-debits.ts'
import { type Bank, emitEvent } from './embedded-events.ts'
import { methodOf, newSecret } from './embedded-methods.ts'
import { move } from './embedded-moves.ts'
import { lockRipe, readRipe, type Take } from './embedded-plan.ts'

export type Intent = BankObject<'intent'>

/** As long as card networks commonly keep an authorisation. */
const HELD_MS = 7 * DAY_MS
/** What card processing commonly costs in the USA: 2.9 % and 30 ¢. */
const FEE_SHARE = basisPoints(290)
const FEE_FIXED_CENTS = 30
/** Stripe's for US dollars. */
export const MINIMUM_CHARGE_CENTS = cents(50)

export async function createIntent(
  bank: Bank,
  input: Parameters<Payments['createCharge']>[0],
  { isHold }: { isHold: boolean },
): Promise<Intent> {
  const { key, ...asked } = input
  checkAmount(asked.amountCents, 'a charge')
  const now = bank.clock.now()
  const request = { key: isHold ? `hold:${key}` : key, input: asked }
  const before = await findByKey(bank.db, now, 'intent', request)
  if (before !== null) return (await readIntent(bank, before.id))!
  const method = await methodOf(bank, asked)
  const { kind, brand, last4 } = method.data
  if (isHold && kind === 'bank_account')
    throw new ProviderFailure('refused', 'no bank holds an amount back', 'payment_method_unsupported')
  return bank.db.transaction().execute(async (trx) => {
    const made = await makeObject(
      trx,
      now,
      'intent',
      {
        state: 'created',
        amountCents: asked.amountCents,
        parentId: method.id,
        reference: asked.reference,
        data: {
          isHold,
          customerId: asked.customerId,
          attempt: asked.attempt,
          clientSecret: newSecret('pi'),
          method: { kind, brand, last4 },
          declineCode: null,
          heldUntil: null,
          capturedCents: null,
          feeKnownAt: null,
        },
      },
      request,
    )
    if (made.isNew) await emitEvent(bank, trx, { type: 'payment_intent.created', objectId: made.object.id })
    return made.object
  })
}

/** Works once: an intent that is no longer `created` stays as it is. */
export function confirmIntent(
  bank: Bank,
  { key, intentId, isOffSession }: Parameters<Payments['confirmCharge']>[0],
): Promise<Intent> {
  return bank.db.transaction().execute(async (trx) => {
    const intent = await lockIntent(bank, trx, intentId)
    if (intent.state !== 'created') return intent
    const declineCode = await declineOf(bank, trx, key, intent)
    if (declineCode !== null) return decline(bank, trx, intent, declineCode, bank.clock.now())
    const method = (await readObject(trx, 'method', intent.parentId!))!
    if (!method.data.asksAtCharging) return accept(bank, trx, intent)
    if (isOffSession) return decline(bank, trx, intent, 'authentication_required', bank.clock.now())
    await emitEvent(bank, trx, { type: 'payment_intent.requires_action', objectId: intent.id })
    return saveObject(trx, intent, { state: 'requires_action' })
  })
}

/** The holder has answered the bank's question. */
export function answerIntent(bank: Bank, intentId: string, isApproved: boolean): Promise<Intent> {
  return bank.db.transaction().execute(async (trx) => {
    const intent = await lockIntent(bank, trx, intentId)
    if (intent.state !== 'requires_action') return intent
    if (isApproved) return accept(bank, trx, intent)
    return decline(bank, trx, intent, 'authentication_required', bank.clock.now())
  })
}

/** One that was taken, or is on its way, stays as it is. */
export function cancelIntent(bank: Bank, intentId: string): Promise<Intent> {
  return bank.db.transaction().execute(async (trx) => {
    const intent = await lockIntent(bank, trx, intentId)
    if (!['created', 'requires_action', 'declined'].includes(intent.state)) return intent
    await emitEvent(bank, trx, { type: 'payment_intent.canceled', objectId: intent.id })
    return saveObject(trx, intent, { state: 'canceled', plan: [] })
  })
}

export function readIntent(bank: Bank, intentId: string): Promise<Intent | null> {
  return readRipe(bank, 'intent', intentId, takeStep(bank))
}

/** Throws `refused` where there is none. */
export function lockIntent(bank: Bank, trx: Db, intentId: string): Promise<Intent> {
  return lockRipe(bank, trx, 'intent', intentId, takeStep(bank))
}

/** The money is taken now, or after a while. */
export async function take(bank: Bank, trx: Db, intent: Intent): Promise<Intent> {
  const { chargeDelayMs } = bank.faults
  if (intent.data.method.kind === 'bank_account') return debit(bank, trx, intent)
  const now = bank.clock.now()
  if (chargeDelayMs === 0) return succeed(bank, trx, intent, now)
  await emitEvent(bank, trx, { type: 'payment_intent.processing', objectId: intent.id })
  const plan = [{ at: instant(now + chargeDelayMs), to: 'succeeded' as const, word: null }]
  return saveObject(trx, intent, { state: 'processing', plan, data: intent.data })
}

/** A bank takes days, and may say no at the end of them. */
async function debit(bank: Bank, trx: Db, intent: Intent): Promise<Intent> {
  const method = (await readObject(trx, 'method', intent.parentId!))!
  const word = method.data.returnsDebits
  await emitEvent(bank, trx, { type: 'payment_intent.processing', objectId: intent.id })
  const at = debitEndsAt(bank.clock.now())
  const plan = [{ at, to: word === null ? ('succeeded' as const) : ('declined' as const), word }]
  return saveObject(trx, intent, { state: 'processing', plan })
}

export function checkAmount(amountCents: Cents, what: string): void {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
    throw new ProviderFailure(
      'contract',
      `${what} needs a positive whole number of cents`,
      'parameter_invalid_integer',
    )
}

export function feeOf(intent: Intent): Cents {
  const amount = takenCents(intent)
  if (intent.data.method.kind === 'bank_account') return debitFeeOf(amount)
  return cents(Math.min(amount, shareOf(amount, FEE_SHARE) + FEE_FIXED_CENTS))
}

export function takenCents({ amountCents, data }: Intent): Cents {
  return data.capturedCents ?? amountCents
}

async function accept(bank: Bank, trx: Db, intent: Intent): Promise<Intent> {
  if (!intent.data.isHold) return take(bank, trx, intent)
  const heldUntil = instant(bank.clock.now() + HELD_MS)
  await emitEvent(bank, trx, { type: 'payment_intent.amount_capturable_updated', objectId: intent.id })
  return saveObject(trx, intent, {
    state: 'held',
    data: { ...intent.data, heldUntil },
    plan: [{ at: heldUntil, to: 'expired', word: null }],
  })
}

function takeStep(bank: Bank): Take<'intent'> {
  return async (trx, intent, { at, to, word }) => {
    if (to === 'succeeded') return succeed(bank, trx, intent, at)
    if (to === 'declined') return decline(bank, trx, intent, word ?? 'card_declined', at)
    await emitEvent(bank, trx, { type: 'payment_intent.canceled', objectId: intent.id, at })
    return saveObject(trx, intent, { state: to })
  }
}

/** The fee is known with the money or later, and the movement with the fee. */
async function succeed(bank: Bank, trx: Db, intent: Intent, at: Instant): Promise<Intent> {
  const feeKnownAt = instant(at + bank.faults.feeDelayMs)
  const amountCents = takenCents(intent)
  await emitEvent(bank, trx, { type: 'payment_intent.succeeded', objectId: intent.id, at })
  await emitEvent(bank, trx, { type: 'charge.succeeded', objectId: intent.id, at })
  if (feeKnownAt > at)
    await emitEvent(bank, trx, { type: 'charge.updated', objectId: intent.id, at: feeKnownAt })
  await move(bank, trx, {
    kind: 'charge',
    amountCents,
    feeCents: feeOf(intent),
    objectId: intent.id,
    reference: intent.reference,
    at: feeKnownAt,
  })
  return saveObject(trx, intent, { state: 'succeeded', data: { ...intent.data, feeKnownAt } })
}

async function decline(
  bank: Bank,
  trx: Db,
  intent: Intent,
  declineCode: string,
  at: Instant,
): Promise<Intent> {
  await emitEvent(bank, trx, { type: 'payment_intent.payment_failed', objectId: intent.id, at })
  return saveObject(trx, intent, { state: 'declined', data: { ...intent.data, declineCode } })
}

async function declineOf(
  { clock, faults }: Bank,
  trx: Db,
  key: string,
  { amountCents, reference, parentId, data }: Intent,
): Promise<string | null> {
  const { customerId, attempt } = data
  const forced = faults.declineCharge({ key, customerId, amountCents, reference: reference!, attempt })
  if (forced !== null) return forced
  const method = await readObject(trx, 'method', parentId!)
  if (method?.state !== 'attached') return 'card_declined'
  const { declinesCharges, expiresYear, expiresMonth } = method.data
  if (declinesCharges !== null) return declinesCharges
  const isOld =
    expiresYear !== null && expiresMonth !== null && isExpired(expiresYear, expiresMonth, clock.now())
  return isOld ? 'expired_card' : null
}
