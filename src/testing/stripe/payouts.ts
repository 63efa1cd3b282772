/** From the balance of a connected account to its bank: slow, instant, and sometimes it comes back after it was paid. */
import type { Stripe } from 'stripe'
import { balanceOf, DAY_SECONDS, move } from './balance.ts'
import { type Answers, type Call, idOf, mergeMetadata } from './call.ts'
import { emit } from './events.ts'
import { disableBankAccount, externalAccountsOf, FAILING_NUMBERS } from './external-accounts.ts'
import { answerList } from './lists.ts'
import { refuse } from './problems.ts'
import type { Owner, World } from './world.ts'

const INSTANT_SECONDS = 1_800
const IN_TRANSIT_SECONDS = 3_600

export const payoutAnswers: Answers = {
  'POST /v1/payouts': createPayout,
  'GET /v1/payouts': (call, params: Stripe.PayoutListParams) =>
    answerList(call, 'payout', params, {
      keep: ({ status, destination }) =>
        (params.status === undefined || status === params.status) &&
        (params.destination === undefined || destination === params.destination),
    }),
  'GET /v1/payouts/:id': ({ world, owner, ids }) => world.need('payout', ids[0]!, owner),
  'POST /v1/payouts/:id': ({ world, owner, ids }, params: Stripe.PayoutUpdateParams) => {
    const payout = world.need('payout', ids[0]!, owner)
    return save(
      world,
      { ...payout, metadata: mergeMetadata(payout.metadata, params.metadata) },
      owner,
      'updated',
    )
  },
  'POST /v1/payouts/:id/cancel': ({ world, owner, ids }) => {
    const payout = world.need('payout', ids[0]!, owner)
    if (payout.status !== 'pending')
      refuse('Payouts can only be canceled while they are pending.', { code: 'payout_unexpected_state' })
    const back = move(world, { type: 'payout_cancel', amount: payout.amount, source: payout.id, owner })
    const canceled: Stripe.Payout = { ...payout, failure_balance_transaction: back.id, status: 'canceled' }
    return save(world, canceled, owner, 'canceled')
  },
}

function createPayout({ world, owner }: Call, params: Stripe.PayoutCreateParams): Stripe.Payout {
  const bank = destinationOf(world, owner, params.destination)
  const method = params.method ?? 'standard'
  if (method === 'instant' && !bank.available_payout_methods?.includes('instant'))
    refuse('Your bank account or debit card is not eligible for instant payouts.', {
      code: 'instant_payouts_unsupported',
      param: 'method',
    })
  if (balanceOf(world, owner).available < params.amount)
    refuse(
      'You have insufficient funds in your Stripe account for this transfer. Your card balance is too low. You can use the the /v1/balance endpoint to view your Stripe balance (for more details, see stripe.com/docs/api#balance).',
      { code: 'balance_insufficient' },
    )
  const id = world.newId('po')
  const payout: Stripe.Payout = {
    id,
    object: 'payout',
    amount: params.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: arrivalOf(world, method),
    automatic: false,
    balance_transaction: move(world, { type: 'payout', amount: -params.amount, source: id, owner }).id,
    created: world.nowSeconds(),
    currency: params.currency,
    description: params.description ?? null,
    destination: bank.id,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: world.isLive,
    metadata: mergeMetadata({}, params.metadata),
    method,
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: params.statement_descriptor ?? null,
    status: 'pending',
    trace_id: { status: 'pending', value: null },
    type: 'bank_account',
  }
  plan(world, payout, owner)
  return save(world, payout, owner, 'created')
}

function destinationOf(world: World, owner: Owner, asked: string | undefined): Stripe.BankAccount {
  const banks = owner === null ? [] : externalAccountsOf(world, owner).data
  const bank = banks.find(({ id, default_for_currency }) =>
    asked === undefined ? default_for_currency : id === asked,
  )
  if (bank === undefined)
    refuse(
      asked === undefined
        ? "Sorry, you don't have any external accounts in that currency (usd)."
        : `No such external account: '${asked}'`,
      asked === undefined ? { code: 'no_account' } : { code: 'resource_missing', param: 'destination' },
    )
  if (owner === null || !world.need('account', owner).payouts_enabled || bank.status === 'errored')
    refuse(
      'Payouts are not enabled for this account: requirements are due, or its external account is disabled.',
      {
        code: 'payouts_not_allowed',
      },
    )
  return bank
}

/** Midnight UTC of the day, as Stripe gives it; instant ones have their minute. */
function arrivalOf(world: World, method: string): number {
  const now = world.nowSeconds()
  if (method === 'instant') return now + INSTANT_SECONDS
  let day = Math.floor(now / DAY_SECONDS)
  for (let left = Number(world.note('setting', 'payout_days') ?? 2); left > 0; left -= isWeekend(day) ? 0 : 1)
    day += 1
  return day * DAY_SECONDS
}

/** 1 January 1970 was a Thursday. */
function isWeekend(day: number): boolean {
  return [2, 3].includes(day % 7)
}

/** What will become of it by order: the account of a test number, or somebody at the controls. */
function plan(world: World, payout: Stripe.Payout, owner: Owner): void {
  const ordered = world.note('fail_payout', String(owner)) ?? world.note('fail_payout', 'any')
  for (const which of [String(owner), 'any']) world.setNote('fail_payout', which, null)
  const code = FAILING_NUMBERS[String(world.note(String(idOf(payout.destination)), 'number'))]
  const fails = isPlan(ordered) ? ordered : code === undefined ? undefined : { code, isAfterPaid: false }
  if (fails !== undefined) world.setNote(payout.id, 'fails', fails)
  const arrives = Math.max(1, payout.arrival_date - world.nowSeconds())
  if (payout.method === 'standard')
    world.later(Math.min(IN_TRANSIT_SECONDS, arrives), 'payout_leaves', payout.id)
  world.later(arrives, 'payout_arrives', payout.id)
}

export function leave(world: World, id: string): void {
  const owner = world.ownerOf(id)
  const payout = world.need('payout', id, owner)
  if (payout.status === 'pending') save(world, { ...payout, status: 'in_transit' }, owner, 'updated')
}

export function arrive(world: World, id: string): void {
  const owner = world.ownerOf(id)
  const payout = world.need('payout', id, owner)
  if (payout.status !== 'pending' && payout.status !== 'in_transit') return
  const fails = world.note(id, 'fails')
  if (isPlan(fails) && !fails.isAfterPaid) {
    failPayout(world, id, fails.code)
    return
  }
  const trace: Stripe.Payout.TraceId = { status: 'supported', value: world.nextWord(15) }
  save(world, { ...payout, status: 'paid', trace_id: trace }, owner, 'paid')
  if (isPlan(fails)) world.later(DAY_SECONDS, 'payout_returns', id)
}

export function comeBack(world: World, id: string): void {
  const fails = world.note(id, 'fails')
  failPayout(world, id, isPlan(fails) ? fails.code : 'could_not_process')
}

/** Also of one that was paid: the money is in the balance again, and the bank account takes no more. */
export function failPayout(world: World, id: string, code: string): Stripe.Payout {
  const owner = world.ownerOf(id)
  const payout = world.need('payout', id, owner)
  if (payout.status === 'failed' || payout.status === 'canceled') return payout
  const failed: Stripe.Payout = {
    ...payout,
    failure_balance_transaction: move(world, {
      type: 'payout_failure',
      amount: payout.amount,
      source: id,
      owner,
    }).id,
    failure_code: code,
    failure_message: MESSAGES[code] ?? 'The bank could not process this payout.',
    status: 'failed',
  }
  save(world, failed, owner, 'failed')
  if (owner !== null) disableBankAccount(world, owner, String(idOf(payout.destination)))
  return failed
}

const MESSAGES: Readonly<Record<string, string>> = {
  account_closed: 'The bank account has been closed.',
  no_account:
    'The bank account details on file are probably incorrect. No bank account could be located with those details.',
  insufficient_funds: 'Your Stripe account has insufficient funds to cover the payout.',
  debit_not_authorized: 'Debit transactions are not approved on your bank account.',
  invalid_currency: 'The bank was unable to process this transfer because of its currency.',
}

function save(
  world: World,
  payout: Stripe.Payout,
  owner: Owner,
  event: 'created' | 'updated' | 'paid' | 'failed' | 'canceled',
): Stripe.Payout {
  world.save('payout', payout, owner)
  emit(world, `payout.${event}`, payout, { owner })
  return payout
}

function isPlan(value: unknown): value is { code: string; isAfterPaid: boolean } {
  return typeof value === 'object' && value !== null && 'code' in value && 'isAfterPaid' in value
}
