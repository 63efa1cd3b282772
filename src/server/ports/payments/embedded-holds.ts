/** Holds of the embedded provider: an intent that keeps an amount back until it is captured, released or too old. */
import { type Cents, cents } from '#domain/money.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { type BankObject, changeState, findByKey, makeObject, readObject } from './embedded-books.ts'
import { type Bank, declineOf, mature, toCharge } from './embedded-charges.ts'
import { eachObject, withEvent } from './embedded-events.ts'
import type { Charge, Hold, HoldState, Payments } from './port.ts'

/** As long as card networks commonly keep an authorisation. */
const HELD_MS = 7 * DAY_MS

export async function makeHold(bank: Bank, input: Parameters<Payments['authorise']>[0]): Promise<Hold> {
  const { key, ...asked } = input
  if (!Number.isSafeInteger(asked.amountCents) || asked.amountCents <= 0)
    throw new Error('a hold needs a positive whole number of cents')
  const request = { key: `hold:${key}`, input: asked }
  const before = await findByKey(bank.db, 'intent', request)
  if (before !== null) return toHold(await matureHold(bank, before))
  const decline = await declineOf(bank, input)
  const state =
    decline === null ? 'held' : decline === 'authentication_required' ? 'requires_action' : 'declined'
  const event = decline === null ? 'amount_capturable_updated' : state
  const { object } = await withEvent(bank, `payment_intent.${event}`, (trx) =>
    makeObject(
      trx,
      bank.clock.now(),
      {
        kind: 'intent',
        state,
        amountCents: asked.amountCents,
        parentId: asked.methodId,
        data: { reference: asked.reference, decline, heldUntil: bank.clock.now() + HELD_MS },
      },
      request,
    ),
  )
  return toHold(object)
}

/** The first taking decides: what was taken, or why nothing was, is the answer to its key for ever. */
export async function takeHold(bank: Bank, input: Parameters<Payments['capture']>[0]): Promise<Charge> {
  const { key, ...asked } = input
  const request = { key, input: asked }
  const intent = await heldIntent(bank, asked.intentId)
  if (!(asked.amountCents > 0 && asked.amountCents <= intent.amountCents))
    throw new Error(`a hold of ${intent.amountCents} cents cannot give ${asked.amountCents}`)
  const taken = await withEvent(bank, eventOfTaking(bank), async (trx) => {
    const before = await findByKey(trx, 'capture', request)
    const changed = before === null ? await changeToTaken(bank, trx, intent, asked.amountCents) : null
    const why = changed === null ? whyGone(intent) : null
    const state = changed === null ? 'failed' : 'succeeded'
    const capture = { kind: 'capture', state, amountCents: asked.amountCents, parentId: intent.id } as const
    // Whoever comes second with the same key finds the answer of the first.
    await makeObject(trx, bank.clock.now(), { ...capture, data: { why } }, request)
    return { object: changed ?? intent, isNew: changed !== null }
  })
  const capture = (await findByKey(bank.db, 'capture', request))!
  const now = (await readObject(bank.db, 'intent', taken.object.id))!
  return capture.state === 'succeeded' ? toCharge(bank, await mature(bank, now)) : failed(now, capture)
}

function eventOfTaking({ faults }: Bank): string {
  return `payment_intent.${faults.chargeDelayMs > 0 ? 'processing' : 'succeeded'}`
}

/** Null where it is held no more. */
async function changeToTaken(
  bank: Bank,
  trx: Db,
  intent: BankObject,
  capturedCents: Cents,
): Promise<BankObject | null> {
  if (intent.state !== 'held') return null
  const { chargeDelayMs } = bank.faults
  const endsAt = bank.clock.now() + chargeDelayMs
  return changeState(trx, intent, chargeDelayMs > 0 ? 'processing' : 'succeeded', {
    capturedCents,
    endsAs: 'succeeded',
    endsAt,
  })
}

export async function letHoldGo(bank: Bank, intentId: string): Promise<Hold> {
  const intent = await heldIntent(bank, intentId)
  return toHold(intent.state === 'held' ? await end(bank, intent, 'released') : intent)
}

export async function readHold(bank: Bank, intentId: string): Promise<Hold | null> {
  const intent = await readObject(bank.db, 'intent', intentId)
  return intent === null || !isHold(intent) ? null : toHold(await matureHold(bank, intent))
}

export async function* listHolds(bank: Bank): AsyncGenerator<Hold> {
  for await (const object of eachObject(bank.db, {
    kinds: ['intent'],
    states: ['held'],
    since: instant(0),
  })) {
    const hold = toHold(await matureHold(bank, object))
    if (hold.state === 'held') yield hold
  }
}

/** A hold that stood too long is released. */
export async function matureHold(bank: Bank, intent: BankObject): Promise<BankObject> {
  const isOld = Number(intent.data['heldUntil']) <= bank.clock.now()
  return intent.state === 'held' && isOld ? end(bank, intent, 'expired') : intent
}

async function heldIntent(bank: Bank, intentId: string): Promise<BankObject> {
  const intent = await readObject(bank.db, 'intent', intentId)
  if (intent === null || !isHold(intent)) throw new Error(`no hold is called ${intentId}`)
  return matureHold(bank, intent)
}

async function end(bank: Bank, intent: BankObject, state: 'released' | 'expired'): Promise<BankObject> {
  const ended = await withEvent(bank, 'payment_intent.canceled', async (trx) => {
    const object = await changeState(trx, intent, state)
    return { object: object ?? (await readObject(trx, 'intent', intent.id))!, isNew: object !== null }
  })
  return ended.object
}

function isHold({ data }: BankObject): boolean {
  return data['heldUntil'] !== undefined
}

function toHold(intent: BankObject): Hold {
  const isTaken = intent.data['capturedCents'] !== undefined
  return {
    intentId: intent.id,
    state: isTaken ? 'captured' : (intent.state as HoldState),
    amountCents: intent.amountCents,
    reference: String(intent.data['reference']),
    expiresAt: instant(Number(intent.data['heldUntil'])),
    declineCode: (intent.data['decline'] as string | null) ?? null,
  }
}

function whyGone(intent: BankObject): string {
  return intent.state === 'expired' || intent.state === 'released' ? `hold_${intent.state}` : 'hold_captured'
}

/** Nothing moved: the charge says only why. */
function failed(intent: BankObject, capture: BankObject): Charge {
  return {
    intentId: intent.id,
    state: 'declined',
    amountCents: capture.amountCents,
    feeCents: cents(0),
    refundedCents: cents(0),
    reference: String(intent.data['reference']),
    declineCode: String(capture.data['why']),
  }
}
