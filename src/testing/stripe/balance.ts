/** Money as Stripe keeps it: movements that cost a fee and can be spent after some days. */
import type { Stripe } from 'stripe'
import { type Answers, idOf } from './call.ts'
import { answerList } from './lists.ts'
import type { Owner, World } from './world.ts'

export const DAY_SECONDS = 86_400
/** Two business days, said simply. */
const SETTLE_SECONDS = 2 * DAY_SECONDS

export type Movement = {
  readonly type: Stripe.BalanceTransaction['type']
  readonly amount: number
  readonly source: string
  readonly fee?: number
  readonly availableOn?: number
  readonly description?: string
  readonly owner?: Owner
}

const CATEGORIES: Readonly<Record<string, string>> = {
  payment: 'charge',
  payment_refund: 'refund',
  payment_failure_refund: 'charge_failure',
  refund_failure: 'refund_failure',
  transfer_refund: 'transfer_reversal',
  adjustment: 'dispute',
  payout_failure: 'payout_reversal',
  payout_cancel: 'payout_reversal',
}

export function move(world: World, movement: Movement): Stripe.BalanceTransaction {
  const { type, amount, source, fee = 0, owner = null, description = null } = movement
  const transaction: Stripe.BalanceTransaction = {
    id: world.newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: movement.availableOn ?? world.nowSeconds(),
    balance_type: 'payments',
    created: world.nowSeconds(),
    currency: 'usd',
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: 'usd',
              description: type === 'adjustment' ? 'Dispute fee' : 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: CATEGORIES[type] ?? type,
    source,
    status: (movement.availableOn ?? 0) > world.nowSeconds() ? 'pending' : 'available',
    type,
  }
  world.save('balance_transaction', transaction, owner)
  world.link('balance_transaction', 'source', source, transaction.id)
  world.run(
    'insert into movement (owner, available_on, net) values (?, ?, ?)',
    owner,
    transaction.available_on,
    transaction.net,
  )
  return transaction
}

export function settlesAt(world: World): number {
  return world.nowSeconds() + SETTLE_SECONDS
}

/** Cents, of which the pending ones cannot be sent yet. */
export function balanceOf(world: World, owner: Owner): { available: number; pending: number } {
  const [row] = world.rows(
    `select total(net) filter (where available_on <= ?) as available, total(net) filter (where available_on > ?) as pending
       from movement where owner is ?`,
    world.nowSeconds(),
    world.nowSeconds(),
    owner,
  )
  return { available: Number(row!['available']), pending: Number(row!['pending']) }
}

export const balanceAnswers: Answers = {
  'GET /v1/balance': ({ world, owner }): Stripe.Balance => {
    const { available, pending } = balanceOf(world, owner)
    const cents = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }]
    return {
      object: 'balance',
      available: cents(available),
      connect_reserved: [{ amount: 0, currency: 'usd' }],
      instant_available: cents(Math.max(0, available)),
      livemode: world.isLive,
      pending: cents(pending),
      refund_and_dispute_prefunding: {
        available: [{ amount: 0, currency: 'usd' }],
        pending: [{ amount: 0, currency: 'usd' }],
      },
    }
  },
  'GET /v1/balance_transactions': (call, params: Stripe.BalanceTransactionListParams) => {
    const { world, owner } = call
    return answerList(call, 'balance_transaction', params, {
      ...(params.source === undefined
        ? {}
        : { among: world.linked('balance_transaction', 'source', params.source) }),
      shown: (one) => nowOf(world, one),
      keep: ({ type, source }) =>
        (params.type === undefined || type === params.type) &&
        (params.source === undefined || world.ownerOf(String(idOf(source))) === owner) &&
        (params.payout === undefined || world.note(String(idOf(source)), 'payout') === params.payout),
    })
  },
  'GET /v1/balance_transactions/:id': ({ world, owner, ids }) =>
    nowOf(world, world.need('balance_transaction', ids[0]!, owner)),
}

function nowOf(world: World, transaction: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  return { ...transaction, status: transaction.available_on > world.nowSeconds() ? 'pending' : 'available' }
}
