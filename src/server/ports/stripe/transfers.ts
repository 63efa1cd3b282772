/**
 * Money to payees: transfers into their balance with us, reversals out of it, payouts from it to their bank. Where an
 * answer was lost, the object is found by our reference among the payee's newest.
 */
import type { Stripe } from 'stripe'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { Payments } from '../payments/payments.ts'
import type { BankPayout, BankPayoutState, Reversal, Transfer } from '../payments/port.ts'
import { ask, askFor, toFailure, unknownWord } from './failures.ts'
import { chargeIdOf } from './intents.ts'
import { amountOf, idOf, instantOf, referenceOf, secondsOf, toCents } from './values.ts'

type Calls = Pick<
  Payments,
  | 'createTransfer'
  | 'readTransfer'
  | 'findTransfer'
  | 'reverseTransfer'
  | 'findReversal'
  | 'createBankPayout'
  | 'readBankPayout'
  | 'findBankPayout'
  | 'readBalance'
>

/** Nothing is looked for that was asked longer ago. */
const LOOKS_BACK_DAYS = 60

export function createTransfers(client: Stripe, now: () => Instant): Calls {
  return {
    createTransfer: (input) => createTransfer(client, input),
    readTransfer: async (transferId) => {
      const transfer = await readTransfer(client, transferId)
      return transfer === null ? null : toTransfer(transfer)
    },
    findTransfer: ({ accountId, reference }) => findTransfer(client, accountId, reference, now()),
    reverseTransfer: (input) => reverseTransfer(client, input),
    findReversal: ({ transferId, reference }) => findReversal(client, transferId, reference),
    createBankPayout: async ({ key, accountId, amountCents, currency, reference, speed }) =>
      toPayout(
        accountId,
        await ask(() =>
          client.payouts.create(
            { amount: amountCents, currency, method: speed, metadata: { reference } },
            { idempotencyKey: key, stripeAccount: accountId },
          ),
        ),
      ),
    readBankPayout: async ({ accountId, payoutId }) => {
      const payout = await askFor(() => client.payouts.retrieve(payoutId, {}, { stripeAccount: accountId }))
      return payout === null ? null : toPayout(accountId, payout)
    },
    findBankPayout: ({ accountId, reference, since }) => findPayout(client, accountId, reference, since),
    readBalance: async () => {
      const { available, pending } = await ask(() => client.balance.retrieve())
      const sum = (parts: readonly { amount: number; currency: string }[]) =>
        parts.filter((part) => part.currency === 'usd').reduce((total, part) => total + part.amount, 0)
      return { availableCents: sum(available), pendingCents: sum(pending), currency: 'usd' }
    },
  }
}

async function createTransfer(
  client: Stripe,
  input: Parameters<Payments['createTransfer']>[0],
): Promise<Transfer> {
  const { key, accountId, amountCents, currency, reference, sourceIntentId } = input
  const source = sourceIntentId === null ? null : await chargeIdOf(client, sourceIntentId)
  if (sourceIntentId !== null && source === null)
    throw new ProviderFailure('refused', `the charge ${sourceIntentId} brought nothing to transfer`)
  return toTransfer(
    await ask(() =>
      client.transfers.create(
        {
          amount: amountCents,
          currency,
          destination: accountId,
          metadata: { reference, ...(sourceIntentId === null ? {} : { source_intent: sourceIntentId }) },
          ...(source === null ? {} : { source_transaction: source }),
        },
        { idempotencyKey: key },
      ),
    ),
  )
}

async function reverseTransfer(
  client: Stripe,
  { key, transferId, amountCents, reference }: Parameters<Payments['reverseTransfer']>[0],
): Promise<Reversal> {
  try {
    const reversal = await ask(
      () =>
        client.transfers.createReversal(
          transferId,
          { amount: amountCents, metadata: { reference } },
          { idempotencyKey: key },
        ),
      { about: ['amount', null] },
    )
    return toReversal(reversal)
  } catch (error) {
    // Here it is the payee's balance that is short.
    if (error instanceof ProviderFailure && error.kind === 'balance')
      throw new ProviderFailure('account', error.message, error.code)
    throw error
  }
}

function readTransfer(client: Stripe, transferId: string): Promise<Stripe.Transfer | null> {
  return askFor(() => client.transfers.retrieve(transferId))
}

async function findTransfer(client: Stripe, accountId: string, reference: string, now: Instant) {
  const since = secondsOf(instant(now - LOOKS_BACK_DAYS * DAY_MS))
  const transfers = client.transfers.list({ destination: accountId, created: { gte: since }, limit: 100 })
  const found = await firstOf(transfers, ({ metadata }) => referenceOf(metadata) === reference)
  return found === null ? null : toTransfer(found)
}

async function findReversal(client: Stripe, transferId: string, reference: string): Promise<Reversal | null> {
  const reversals = client.transfers.listReversals(transferId, { limit: 100 })
  const found = await firstOf(reversals, ({ metadata }) => referenceOf(metadata) === reference)
  return found === null ? null : toReversal(found)
}

async function findPayout(client: Stripe, accountId: string, reference: string, since: Instant) {
  const payouts = client.payouts.list(
    { created: { gte: secondsOf(since) }, limit: 100 },
    { stripeAccount: accountId },
  )
  const found = await firstOf(payouts, ({ metadata }) => referenceOf(metadata) === reference)
  return found === null ? null : toPayout(accountId, found)
}

async function firstOf<Item>(
  items: AsyncIterable<Item>,
  isWanted: (item: Item) => boolean,
): Promise<Item | null> {
  try {
    for await (const item of items) if (isWanted(item)) return item
    return null
  } catch (error) {
    throw toFailure(error)
  }
}

function toTransfer(transfer: Stripe.Transfer): Transfer {
  return {
    ...amountOf(transfer),
    transferId: transfer.id,
    accountId: idOf(transfer.destination) ?? '',
    reference: referenceOf(transfer.metadata) ?? '',
    sourceIntentId: transfer.metadata['source_intent'] ?? null,
    reversedCents: toCents(transfer.amount_reversed),
  }
}

function toReversal(reversal: Stripe.TransferReversal): Reversal {
  return {
    ...amountOf(reversal),
    reversalId: reversal.id,
    transferId: idOf(reversal.transfer) ?? '',
    reference: referenceOf(reversal.metadata) ?? '',
  }
}

function toPayout(accountId: string, payout: Stripe.Payout): BankPayout {
  return {
    ...amountOf(payout),
    payoutId: payout.id,
    accountId,
    state: payoutStateOf(payout.status),
    speed: payout.method === 'instant' ? 'instant' : 'standard',
    arrivesAt: instantOf(payout.arrival_date),
    reference: referenceOf(payout.metadata) ?? '',
    failure: payout.failure_code,
  }
}

function payoutStateOf(status: string): BankPayoutState {
  switch (status) {
    case 'pending':
      return 'pending'
    case 'in_transit':
      return 'in_transit'
    case 'paid':
      return 'paid'
    case 'failed':
      return 'failed'
    case 'canceled':
      return 'canceled'
    default:
      throw unknownWord('the state of a payout', status)
  }
}
