/** Refunds of the embedded provider: never more than was charged, perhaps pending, perhaps failing after all. */
import { type Instant, instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { Payments } from '../payments/payments.ts'
import type { Refund } from '../payments/port.ts'
import {
  type BankObject,
  eachObject,
  findByKey,
  findByReference,
  makeObject,
  objectsOf,
  saveObject,
} from './embedded-books.ts'
import { refundedOf } from './embedded-charges.ts'
import { type Bank, emitEvent } from './embedded-events.ts'
import { checkAmount, lockIntent, takenCents } from './embedded-intents.ts'
import { move } from './embedded-moves.ts'
import { readRipe, type Take } from './embedded-plan.ts'

type BankRefund = BankObject<'refund'>

export async function createRefund(
  bank: Bank,
  input: Parameters<Payments['createRefund']>[0],
): Promise<Refund> {
  const { key, ...asked } = input
  checkAmount(asked.amountCents, 'a refund')
  return refundOnce(bank, { ...asked, key })
}

/** In the provider's own dashboard: nobody of ours asked for it. */
export function refundByHand(
  bank: Bank,
  input: { intentId: string; amountCents: Refund['amountCents'] },
): Promise<Refund> {
  return refundOnce(bank, { ...input, key: null, reference: null })
}

export async function readRefund(bank: Bank, refundId: string): Promise<Refund | null> {
  const refund = await readRipe(bank, 'refund', refundId, takeStep(bank))
  return refund === null ? null : toRefund(refund)
}

export async function findRefund(
  bank: Bank,
  { intentId, reference }: Parameters<Payments['findRefund']>[0],
): Promise<Refund | null> {
  const found = await findByReference(bank.db, 'refund', { parentId: intentId, reference })
  return found === null ? null : readRefund(bank, found.id)
}

export async function listRefunds(bank: Bank, intentId: string): Promise<Refund[]> {
  const refunds: Refund[] = []
  for await (const { id } of eachObject(bank.db, { kind: 'refund', parentId: intentId }))
    refunds.push((await readRefund(bank, id))!)
  return refunds
}

async function refundOnce(
  bank: Bank,
  input: {
    key: string | null
    intentId: string
    amountCents: Refund['amountCents']
    reference: string | null
  },
): Promise<Refund> {
  const { key, ...asked } = input
  const request = key === null ? null : { key, input: asked }
  const now = bank.clock.now()
  const made = await bank.db.transaction().execute(async (trx) => {
    const intent = await lockIntent(bank, trx, asked.intentId)
    const before = request === null ? null : await findByKey(trx, now, 'refund', request)
    if (before !== null) return before
    const left = takenCents(intent) - (await refundedOf(trx, intent.id))
    if (intent.state !== 'succeeded' || asked.amountCents > left)
      throw new ProviderFailure(
        'refused',
        `${left} cents are left of charge ${intent.id}`,
        'charge_already_refunded',
      )
    if (await isDisputed(trx, intent.id))
      throw new ProviderFailure('refused', `charge ${intent.id} is disputed`, 'charge_disputed')
    return make(bank, trx, { ...asked, key: key ?? `dashboard:${intent.id}` }, request)
  })
  return (await readRefund(bank, made.id))!
}

async function make(
  bank: Bank,
  trx: Db,
  asked: {
    key: string
    intentId: string
    amountCents: Refund['amountCents']
    reference: string | null
  },
  request: { key: string; input: unknown } | null,
): Promise<BankRefund> {
  const { intentId, amountCents, reference } = asked
  const now = bank.clock.now()
  const { faults } = bank
  const endsAt = instant(now + faults.refundDelayMs)
  const failure = faults.failRefund(asked)
  const later = failure === null ? faults.returnRefund(asked) : null
  const plan: BankRefund['plan'] = [
    { at: endsAt, to: failure === null ? 'succeeded' : 'failed', word: failure },
    ...(later === null
      ? []
      : [{ at: instant(endsAt + later.afterMs), to: 'failed' as const, word: later.failure }]),
  ]
  const data = { failure: null }
  const refund = { state: 'pending', amountCents, parentId: intentId, reference, data, plan } as const
  const { object } = await makeObject(trx, now, 'refund', refund, request)
  await emitEvent(bank, trx, { type: 'refund.created', objectId: object.id })
  await emitEvent(bank, trx, { type: 'charge.refunded', objectId: intentId })
  const entry = { amountCents: -amountCents, objectId: object.id, reference, at: now }
  await move(bank, trx, { kind: 'refund', ...entry })
  return object
}

function takeStep(bank: Bank): Take<'refund'> {
  return async (trx, refund, { at, to, word }) => {
    const type = to === 'failed' ? 'refund.failed' : 'refund.updated'
    await emitEvent(bank, trx, { type, objectId: refund.id, at })
    if (to === 'failed') await bringBack(bank, trx, refund, at)
    return saveObject(trx, refund, { state: to, data: { failure: word } })
  }
}

function bringBack(
  bank: Bank,
  trx: Db,
  { id, amountCents, reference }: BankRefund,
  at: Instant,
): Promise<void> {
  return move(bank, trx, { kind: 'refund_failed', amountCents, objectId: id, reference, at })
}

async function isDisputed(db: Db, intentId: string): Promise<boolean> {
  const row = await objectsOf(db, 'chargeback')
    .where('parent_id', '=', intentId)
    .where('state', 'in', ['needs_evidence', 'under_review', 'lost'])
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

function toRefund({ id, parentId, state, amountCents, reference, data }: BankRefund): Refund {
  return {
    refundId: id,
    intentId: parentId!,
    state,
    amountCents,
    currency: 'usd',
    reference,
    failure: data.failure,
  }
}
