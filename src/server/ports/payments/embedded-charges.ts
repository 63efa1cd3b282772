/** Charges and refunds of the embedded provider. */
import { sql } from 'kysely'
import { basisPoints, type Cents, cents, shareOf } from '#domain/money.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { type BankObject, changeState, findByKey, makeObject, readObject } from './embedded-books.ts'
import { withEvent } from './embedded-events.ts'
import type { BankFaults } from './embedded-faults.ts'
import type { Charge, ChargeState, Payments, Refund, RefundState } from './port.ts'

export type Bank = { readonly db: Db; readonly clock: Clock; readonly faults: BankFaults }

/** What card processing commonly costs in the USA: 2.9 % and 30 ¢. */
const FEE_SHARE = basisPoints(290)
const FEE_FIXED_CENTS = 30

export async function makeCharge(bank: Bank, input: Parameters<Payments['charge']>[0]): Promise<Charge> {
  const { key, ...asked } = input
  if (!Number.isSafeInteger(asked.amountCents) || asked.amountCents <= 0)
    throw new Error('a charge needs a positive whole number of cents')
  const request = { key, input: asked }
  const before = await findByKey(bank.db, 'intent', request)
  if (before !== null) return toCharge(bank, await mature(bank, before))
  const decline = await declineOf(bank, input)
  const end = endOf(decline)
  const isLater = bank.faults.chargeDelayMs > 0
  const { object } = await withEvent(bank, `payment_intent.${isLater ? 'processing' : end}`, (trx) =>
    makeObject(
      trx,
      bank.clock.now(),
      {
        kind: 'intent',
        state: isLater ? 'processing' : end,
        amountCents: asked.amountCents,
        parentId: asked.methodId,
        data: {
          reference: asked.reference,
          decline,
          endsAs: end,
          endsAt: bank.clock.now() + bank.faults.chargeDelayMs,
        },
      },
      request,
    ),
  )
  return toCharge(bank, object)
}

export async function readCharge(bank: Bank, intentId: string): Promise<Charge | null> {
  const intent = await readObject(bank.db, 'intent', intentId)
  return intent === null || isUntakenHold(intent) ? null : toCharge(bank, await mature(bank, intent))
}

/** A refund above what is left of the charge is kept as failed. */
export async function makeRefund(bank: Bank, input: Parameters<Payments['refund']>[0]): Promise<Refund> {
  const { key, ...asked } = input
  const request = { key, input: asked }
  const { object } = await withEvent(bank, 'charge.refunded', async (trx) => {
    const intent = await trx
      .selectFrom('demo_bank_object')
      .where('id', '=', asked.intentId)
      .where('kind', '=', 'intent')
      .forUpdate()
      .select([
        'state',
        'amount_cents',
        sql<number | null>`(data ->> 'capturedCents')::bigint`.as('captured_cents'),
      ])
      .executeTakeFirst()
    if (intent === undefined) throw new Error(`no charge is called ${asked.intentId}`)
    const before = await findByKey(trx, 'refund', request)
    if (before !== null) return { object: before, isNew: false }
    const left = (intent.captured_cents ?? intent.amount_cents) - (await refundedOf(trx, asked.intentId))
    const fits = intent.state === 'succeeded' && asked.amountCents > 0 && asked.amountCents <= left
    return makeObject(
      trx,
      bank.clock.now(),
      {
        kind: 'refund',
        state: fits ? 'succeeded' : 'failed',
        amountCents: asked.amountCents,
        parentId: asked.intentId,
      },
      request,
    )
  })
  return toRefund(object)
}

/** What keeps an amount back and has charged nothing. */
function isUntakenHold({ data }: BankObject): boolean {
  return data['heldUntil'] !== undefined && data['capturedCents'] === undefined
}

export async function toCharge(bank: Bank, intent: BankObject): Promise<Charge> {
  const hasSucceeded = intent.state === 'succeeded'
  const amountCents = cents(Number(intent.data['capturedCents'] ?? intent.amountCents))
  return {
    intentId: intent.id,
    state: intent.state as ChargeState,
    amountCents,
    feeCents: cents(hasSucceeded ? feeOf(amountCents) : 0),
    refundedCents: cents(hasSucceeded ? await refundedOf(bank.db, intent.id) : 0),
    reference: String(intent.data['reference']),
    declineCode: hasSucceeded ? null : ((intent.data['decline'] as string | null) ?? null),
  }
}

export function toRefund(refund: BankObject): Refund {
  return {
    refundId: refund.id,
    intentId: refund.parentId!,
    state: refund.state as RefundState,
    amountCents: refund.amountCents,
  }
}

/** A charge that was processing long enough comes to its end. */
export async function mature(bank: Bank, intent: BankObject): Promise<BankObject> {
  const { endsAs, endsAt } = intent.data as { endsAs: string; endsAt: number }
  if (intent.state !== 'processing' || endsAt > bank.clock.now()) return intent
  const ended = await withEvent(bank, `payment_intent.${endsAs}`, async (trx) => {
    const object = await changeState(trx, intent, endsAs)
    return { object: object ?? (await readObject(trx, 'intent', intent.id))!, isNew: object !== null }
  })
  return ended.object
}

function feeOf(amount: Cents): number {
  return Math.min(amount, shareOf(amount, FEE_SHARE) + FEE_FIXED_CENTS)
}

export async function declineOf(
  bank: Bank,
  { key, customerId, methodId, amountCents }: Parameters<Payments['charge']>[0],
): Promise<string | null> {
  const method = await readObject(bank.db, 'method', methodId)
  if (method === null || method.parentId !== customerId)
    throw new Error(`the customer ${customerId} has no card ${methodId}`)
  const forced = bank.faults.declineCharge({ key, customerId, amountCents })
  if (forced !== null) return forced
  const { declinesCharges, expiresYear, expiresMonth } = method.data as {
    declinesCharges: string | null
    expiresYear: number
    expiresMonth: number
  }
  if (declinesCharges !== null) return declinesCharges
  return isExpired(expiresYear, expiresMonth, bank.clock.now()) ? 'expired_card' : null
}

/** A card is good to the end of its month. */
export function isExpired(year: number, month: number, now: number): boolean {
  return now >= Date.UTC(year, month, 1)
}

function endOf(decline: string | null): ChargeState {
  if (decline === null) return 'succeeded'
  return decline === 'authentication_required' ? 'requires_action' : 'declined'
}

async function refundedOf(db: Db, intentId: string): Promise<number> {
  const row = await db
    .selectFrom('demo_bank_object')
    .where('parent_id', '=', intentId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'succeeded')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), eb.lit(0)).as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}
