/** Holds of the embedded provider, as the port shows them. */
import { type Cents, cents } from '#domain/money.ts'
import { type Instant, instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { Payments } from '../payments/payments.ts'
import type { Charge, Hold, HoldPage, HoldState } from '../payments/port.ts'
import { eachObject, findByKey, makeObject, saveObject } from './embedded-books.ts'
import { toCharge } from './embedded-charges.ts'
import { type Bank, emitEvent } from './embedded-events.ts'
import { confirmIntent, createIntent, type Intent, lockIntent, readIntent, take } from './embedded-intents.ts'

export async function createHold(bank: Bank, input: Parameters<Payments['createHold']>[0]): Promise<Hold> {
  return toHold(await createIntent(bank, input, { isHold: true }))
}

export async function confirmHold(bank: Bank, input: Parameters<Payments['confirmHold']>[0]): Promise<Hold> {
  await holdCalled(bank, input.intentId)
  return toHold(await confirmIntent(bank, input))
}

/** The first capture decides: what was taken, or why nothing was, is the answer to its key. */
export async function capture(bank: Bank, input: Parameters<Payments['capture']>[0]): Promise<Charge> {
  const { key, ...asked } = input
  const now = bank.clock.now()
  const request = { key, input: asked }
  const held = await holdCalled(bank, asked.intentId)
  if (!(asked.amountCents > 0 && asked.amountCents <= held.amountCents))
    throw new ProviderFailure(
      'contract',
      `a hold of ${held.amountCents} cents cannot give ${asked.amountCents}`,
      'amount_too_large',
    )
  const why = await bank.db.transaction().execute(async (trx) => {
    const intent = await lockIntent(bank, trx, held.id)
    const before = await findByKey(trx, now, 'capture', request)
    if (before !== null) return before.data.why
    const gone = intent.state === 'held' ? null : whyGone(intent)
    if (gone === null) await captureHold(bank, trx, intent, asked.amountCents)
    const state = gone === null ? 'succeeded' : 'failed'
    const answer = {
      state,
      amountCents: asked.amountCents,
      parentId: intent.id,
      data: { why: gone },
    } as const
    await makeObject(trx, now, 'capture', answer, request)
    return gone
  })
  const intent = (await readIntent(bank, held.id))!
  return why === null ? toCharge(bank, intent) : nothingTaken(intent, asked.amountCents, why)
}

export async function release(bank: Bank, intentId: string): Promise<Hold> {
  await holdCalled(bank, intentId)
  return bank.db.transaction().execute(async (trx) => {
    const intent = await lockIntent(bank, trx, intentId)
    if (!['created', 'requires_action', 'held'].includes(intent.state)) return toHold(intent)
    await emitEvent(bank, trx, { type: 'payment_intent.canceled', objectId: intent.id })
    return toHold(await saveObject(trx, intent, { state: 'released', plan: [] }))
  })
}

export async function readHold(bank: Bank, intentId: string): Promise<Hold | null> {
  const intent = await readIntent(bank, intentId)
  return intent?.data.isHold ? toHold(intent) : null
}

const PAGE = 100

/** What was made at the same moment is never on two pages. */
export async function* listHolds(bank: Bank, since: Instant): AsyncGenerator<HoldPage> {
  let page: Hold[] = []
  let last = since
  for await (const { id, createdAt } of eachObject(bank.db, { kind: 'intent', state: 'held', since })) {
    if (page.length >= PAGE && createdAt > last) {
      yield { holds: page, until: createdAt }
      page = []
    }
    last = createdAt
    const hold = await readHold(bank, id)
    if (hold?.state === 'held') page.push(hold)
  }
  yield { holds: page, until: instant(Math.max(last, bank.clock.now()) + 1) }
}

function captureHold(bank: Bank, trx: Db, intent: Intent, capturedCents: Cents): Promise<Intent> {
  return take(bank, trx, { ...intent, plan: [], data: { ...intent.data, capturedCents } })
}

async function holdCalled(bank: Bank, intentId: string): Promise<Intent> {
  const intent = await readIntent(bank, intentId)
  if (!intent?.data.isHold)
    throw new ProviderFailure('refused', `no hold is called ${intentId}`, 'resource_missing')
  return intent
}

function toHold(intent: Intent): Hold {
  const { data } = intent
  return {
    intentId: intent.id,
    state: holdStateOf(intent),
    amountCents: intent.amountCents,
    currency: 'usd',
    reference: intent.reference!,
    expiresAt: data.heldUntil,
    declineCode: intent.state === 'declined' ? data.declineCode : null,
    nextAction: intent.state === 'requires_action' ? { clientSecret: data.clientSecret } : null,
  }
}

function holdStateOf({ state, data }: Intent): HoldState {
  if (data.capturedCents !== null) return 'captured'
  if (state === 'canceled') return 'released'
  if (state === 'processing' || state === 'succeeded')
    throw new ProviderFailure('contract', `a hold that is ${state} without having been captured`)
  return state
}

function whyGone(intent: Intent): string {
  const state = holdStateOf(intent)
  return state === 'expired' || state === 'released' ? `hold_${state}` : 'hold_captured'
}

/** The charge says only why. */
function nothingTaken(intent: Intent, amountCents: Cents, why: string): Charge {
  return {
    intentId: intent.id,
    state: 'declined',
    amountCents,
    currency: 'usd',
    feeCents: null,
    refundedCents: cents(0),
    reference: intent.reference!,
    attempt: intent.data.attempt,
    declineCode: why,
    nextAction: null,
    method: null,
  }
}
