/** Charges of the embedded provider, as the port shows them. */
import { sql } from 'kysely'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '../../db/client.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { Payments } from '../payments/payments.ts'
import type { Charge, ChargeState } from '../payments/port.ts'
import { objectsOf } from './embedded-books.ts'
import type { Bank } from './embedded-events.ts'
import {
  cancelIntent,
  confirmIntent,
  createIntent,
  feeOf,
  type Intent,
  readIntent,
  takenCents,
} from './embedded-intents.ts'

export async function createCharge(
  bank: Bank,
  input: Parameters<Payments['createCharge']>[0],
): Promise<Charge> {
  return toCharge(bank, await createIntent(bank, input, { isHold: false }))
}

export async function confirmCharge(
  bank: Bank,
  input: Parameters<Payments['confirmCharge']>[0],
): Promise<Charge> {
  await unlessHold(bank, input.intentId)
  return toCharge(bank, await confirmIntent(bank, input))
}

export async function cancelCharge(
  bank: Bank,
  { intentId }: Parameters<Payments['cancelCharge']>[0],
): Promise<Charge> {
  await unlessHold(bank, intentId)
  return toCharge(bank, await cancelIntent(bank, intentId))
}

export async function readCharge(bank: Bank, intentId: string): Promise<Charge | null> {
  const intent = await readIntent(bank, intentId)
  const isUntaken = intent === null || (intent.data.isHold && intent.data.capturedCents === null)
  return isUntaken ? null : toCharge(bank, intent)
}

export async function toCharge({ db, clock }: Bank, intent: Intent): Promise<Charge> {
  const { data, state } = intent
  const amountCents = takenCents(intent)
  const isFeeKnown = data.feeKnownAt !== null && data.feeKnownAt <= clock.now()
  return {
    intentId: intent.id,
    state: chargeStateOf(state),
    amountCents,
    currency: 'usd',
    feeCents: isFeeKnown ? feeOf(intent) : null,
    refundedCents: state === 'succeeded' ? await refundedOf(db, intent.id) : cents(0),
    reference: intent.reference!,
    attempt: data.attempt,
    declineCode: state === 'declined' ? data.declineCode : null,
    nextAction: state === 'requires_action' ? { clientSecret: data.clientSecret } : null,
    method: state === 'succeeded' || state === 'processing' ? data.method : null,
  }
}

export async function refundedOf(db: Db, intentId: string): Promise<Cents> {
  const row = await objectsOf(db, 'refund')
    .where('parent_id', '=', intentId)
    .where('state', '<>', 'failed')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return cents(row.total)
}

function chargeStateOf(state: Intent['state']): ChargeState {
  if (state === 'held' || state === 'released' || state === 'expired')
    throw new ProviderFailure('contract', `a charge that is ${state}`)
  return state
}

async function unlessHold(bank: Bank, intentId: string): Promise<void> {
  const intent = await readIntent(bank, intentId)
  if (intent === null)
    throw new ProviderFailure('refused', `no charge is called ${intentId}`, 'resource_missing')
  if (intent.data.isHold) throw new ProviderFailure('contract', `${intentId} is a hold`)
}
