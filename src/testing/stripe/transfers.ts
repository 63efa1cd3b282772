/** Money sent on to connected accounts, and taken back from them. */
import type { Stripe } from 'stripe'
import { balanceOf, move } from './balance.ts'
import { type Answers, type Call, idOf, mergeMetadata } from './call.ts'
import { canSpend } from './charges.ts'
import { emit } from './events.ts'
import { answerList, pageOf } from './lists.ts'
import { refuse } from './problems.ts'
import type { World } from './world.ts'

export const transferAnswers: Answers = {
  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers': (call, params: Stripe.TransferListParams) =>
    answerList(call, 'transfer', params, {
      ...(params.destination === undefined
        ? {}
        : { among: call.world.linked('transfer', 'destination', params.destination) }),
      keep: ({ transfer_group }) =>
        params.transfer_group === undefined || transfer_group === params.transfer_group,
    }),
  'GET /v1/transfers/:id': ({ world, ids }) => world.need('transfer', ids[0]!),
  'POST /v1/transfers/:id': ({ world, ids }, params: Stripe.TransferUpdateParams) => {
    const transfer = world.need('transfer', ids[0]!)
    const changed: Stripe.Transfer = {
      ...transfer,
      description: params.description ?? transfer.description,
      metadata: mergeMetadata(transfer.metadata, params.metadata),
    }
    world.save('transfer', changed)
    emit(world, 'transfer.updated', changed)
    return changed
  },
  'POST /v1/transfers/:id/reversals': ({ world, ids }, params: Stripe.TransferCreateReversalParams) => {
    const transfer = world.need('transfer', ids[0]!)
    const left = transfer.amount - transfer.amount_reversed
    const amount = params.amount ?? left
    if (left === 0 || amount > left)
      refuse(`Cannot reverse ${amount}: the transfer ${transfer.id} has ${left} that is not reversed.`, {
        param: 'amount',
      })
    const { available, pending } = balanceOf(world, String(idOf(transfer.destination)))
    if (available + pending < amount && world.note('setting', 'is_reserve_connected') !== true)
      refuse('The connected account does not have enough funds to cover this reversal.', {
        code: 'balance_insufficient',
      })
    return reverse(world, transfer, amount, params)
  },
  'GET /v1/transfers/:id/reversals': ({ world, ids }, params: Stripe.TransferListReversalsParams) => ({
    ...world.need('transfer', ids[0]!).reversals,
    ...pageOf(world.linked('transfer_reversal', 'transfer', ids[0]!), params, 'transfer_reversal'),
  }),
  'GET /v1/transfers/:id/reversals/:id': ({ world, ids }) => world.need('transfer_reversal', ids[1]!),
}

function createTransfer(call: Call, params: Stripe.TransferCreateParams): Stripe.Transfer {
  const { world } = call
  if (params.amount === undefined)
    refuse('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
  const account = world.find('account', params.destination)
  if (account === undefined || world.note(account.id, 'is_deauthorized') === true)
    refuse(`No such destination: '${params.destination}'`, {
      code: 'resource_missing',
      param: 'destination',
    })
  if (account.capabilities?.transfers !== 'active')
    refuse(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
  const source =
    params.source_transaction === undefined
      ? undefined
      : checkSource(world, params.source_transaction, params.amount)
  if (source === undefined && !canSpend(world, params.amount))
    refuse(
      'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance',
      { code: 'balance_insufficient' },
    )
  return makeTransfer(world, { ...params, amount: params.amount }, source)
}

/** Transfers of one charge together never exceed it. */
function checkSource(world: World, id: string, amount: number): Stripe.Charge {
  const charge = world.find('charge', id)
  if (charge === undefined)
    refuse(`No such charge: '${id}'`, { code: 'resource_missing', param: 'source_transaction' })
  if (charge.status === 'failed' || !charge.captured)
    refuse(`Transfers cannot be created for the charge ${id}: it is failed or not captured.`, {
      param: 'source_transaction',
    })
  const sent = world
    .linked('transfer', 'source_transaction', id)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0)
  const whole = charge.status === 'pending' ? charge.amount : charge.amount_captured
  if (sent + amount > whole)
    refuse(
      `Cannot use source_transaction as a transfer source: the amount (${amount}) is more than is left of the charge (${whole - sent}).`,
      { code: 'transfer_source_balance_parameters_mismatch', param: 'amount' },
    )
  return charge
}

function makeTransfer(
  world: World,
  params: Stripe.TransferCreateParams & { readonly amount: number },
  source: Stripe.Charge | undefined,
): Stripe.Transfer {
  const id = world.newId('tr')
  const { destination, amount } = params
  const transaction = source && world.find('balance_transaction', String(idOf(source.balance_transaction)))
  const availableOn = Math.max(
    world.nowSeconds(),
    transaction?.available_on ?? (source ? settleLater(world) : 0),
  )
  const payment = world.newId('py')
  const transfer: Stripe.Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: move(world, { type: 'transfer', amount: -amount, source: id, availableOn }).id,
    created: world.nowSeconds(),
    currency: params.currency,
    description: params.description ?? null,
    destination,
    destination_payment: payment,
    livemode: world.isLive,
    metadata: mergeMetadata({}, params.metadata),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: source?.id ?? null,
    source_type: 'card',
    transfer_group: params.transfer_group ?? source?.transfer_group ?? null,
  }
  world.save('transfer', transfer)
  world.link('transfer', 'destination', destination, id)
  if (source !== undefined) world.link('transfer', 'source_transaction', source.id, id)
  move(world, { type: 'payment', amount, source: payment, availableOn, owner: destination })
  emit(world, 'transfer.created', transfer)
  return transfer
}

/** A charge whose own money is not booked yet. */
function settleLater(world: World): number {
  return world.nowSeconds() + 4 * 86_400
}

function reverse(
  world: World,
  transfer: Stripe.Transfer,
  amount: number,
  params: Stripe.TransferCreateReversalParams,
): Stripe.TransferReversal {
  const id = world.newId('trr')
  const reversal: Stripe.TransferReversal = {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: move(world, { type: 'transfer_refund', amount, source: id }).id,
    created: world.nowSeconds(),
    currency: transfer.currency,
    destination_payment_refund: world.newId('pyr'),
    metadata: mergeMetadata({}, params.metadata),
    source_refund: null,
    transfer: transfer.id,
  }
  world.save('transfer_reversal', reversal)
  world.link('transfer_reversal', 'transfer', transfer.id, id)
  move(world, {
    type: 'payment_refund',
    amount: -amount,
    source: String(idOf(reversal.destination_payment_refund)),
    owner: String(idOf(transfer.destination)),
  })
  const total = transfer.amount_reversed + amount
  const changed: Stripe.Transfer = {
    ...transfer,
    amount_reversed: total,
    reversed: total === transfer.amount,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
  }
  world.save('transfer', changed)
  emit(world, 'transfer.reversed', changed, { previous: { amount_reversed: transfer.amount_reversed } })
  return reversal
}

/** A debit failed after its money was promised on: Stripe takes it back by itself. */
export function reverseFailed(world: World, charge: string): void {
  for (const transfer of world.linked('transfer', 'source_transaction', charge))
    if (!transfer.reversed) reverse(world, transfer, transfer.amount - transfer.amount_reversed, {})
}
