/** Bank payouts of the embedded provider: from a payee's balance to the bank, arriving at once unless told otherwise. */
import { type Instant, instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { Payments } from '../payments/payments.ts'
import type { BankPayout } from '../payments/port.ts'
import { type Account, dropBank, lockAccount } from './embedded-accounts.ts'
import {
  type BankObject,
  findByKey,
  findByReference,
  makeObject,
  readObject,
  saveObject,
} from './embedded-books.ts'
import { type Bank, emitEvent } from './embedded-events.ts'
import type { Later } from './embedded-faults.ts'
import { checkAmount } from './embedded-intents.ts'
import { lockRipe, readRipe, type Take } from './embedded-plan.ts'
import { payeeBalance } from './embedded-transfers.ts'

type Payout = BankObject<'payout'>
type PayoutInput = Parameters<Payments['createBankPayout']>[0]

/** Words that say that the bank account itself is no good: another one has to be given. */
const BAD_ACCOUNTS = new Set(['account_closed', 'no_account', 'account_frozen', 'debit_not_authorized'])

export async function createBankPayout(bank: Bank, input: PayoutInput): Promise<BankPayout> {
  const { key, ...asked } = input
  checkAmount(asked.amountCents, 'a payout')
  const request = { key, input: asked }
  const now = bank.clock.now()
  const made = await bank.db.transaction().execute(async (trx) => {
    const account = await lockAccount(bank, trx, asked.accountId)
    const before = await findByKey(trx, now, 'payout', request)
    if (before !== null) return before
    const problem = problemOf(account, asked)
    if (problem !== null)
      throw new ProviderFailure('account', `account ${account.id} cannot be paid`, problem)
    if (asked.amountCents > (await payeeBalance(trx, account.id, now)))
      throw new ProviderFailure('balance', 'the money has not arrived yet', 'balance_insufficient')
    const plan = planOf(bank, input, account)
    const { object } = await makeObject(
      trx,
      now,
      'payout',
      {
        state: plan[0]!.at > now ? 'in_transit' : 'pending',
        amountCents: asked.amountCents,
        parentId: account.id,
        reference: asked.reference,
        data: { speed: asked.speed, arrivesAt: plan[0]!.at, failure: null },
        plan,
      },
      request,
    )
    await emitEvent(bank, trx, { type: 'payout.created', objectId: object.id, accountId: account.id })
    return object
  })
  return (await readBankPayout(bank, { accountId: asked.accountId, payoutId: made.id }))!
}

export async function readBankPayout(
  bank: Bank,
  { accountId, payoutId }: Parameters<Payments['readBankPayout']>[0],
): Promise<BankPayout | null> {
  const payout = await ripePayout(bank, payoutId)
  return payout?.parentId === accountId ? toPayout(payout) : null
}

export async function findBankPayout(
  bank: Bank,
  { accountId, reference, since }: Parameters<Payments['findBankPayout']>[0],
): Promise<BankPayout | null> {
  const found = await findByReference(bank.db, 'payout', { parentId: accountId, reference, since })
  return found === null ? null : readBankPayout(bank, { accountId, payoutId: found.id })
}

/** A payout that arrived comes back, and the bank account behind it is no longer good (field 24). */
export async function returnPayout(bank: Bank, payoutId: string, failure: string): Promise<void> {
  await bank.db.transaction().execute(async (trx) => {
    const payout = await lockRipe(bank, trx, 'payout', payoutId, takeStep(bank))
    await fail(bank, trx, payout, { failure, at: bank.clock.now() })
    await dropBank(bank, trx, await lockAccount(bank, trx, payout.parentId!))
  })
}

export function ripePayout(bank: Bank, payoutId: string): Promise<Payout | null> {
  return readRipe(bank, 'payout', payoutId, takeStep(bank))
}

function problemOf({ state, data }: Account, { speed }: { speed: BankPayout['speed'] }): string | null {
  if (state !== 'ready' || data.bank === null) return 'payouts_not_allowed'
  return speed === 'instant' && !data.bank.canBePaidInstantly ? 'instant_payouts_unsupported' : null
}

function planOf({ clock, faults }: Bank, input: PayoutInput, { data }: Account): Payout['plan'] {
  const arrivesAt = instant(clock.now() + faults.payoutDelayMs)
  const failure = faults.failPayout(input) ?? data.bank!.failsPayouts
  if (failure !== null) return [{ at: arrivesAt, to: 'failed', word: failure }]
  const later: Later | null = faults.returnPayout(input)
  const arrives = { at: arrivesAt, to: 'paid', word: null } as const
  if (later === null) return [arrives]
  return [arrives, { at: instant(arrivesAt + later.afterMs), to: 'failed', word: later.failure }]
}

function takeStep(bank: Bank): Take<'payout'> {
  return async (trx, payout, { at, to, word }) => {
    if (to === 'failed') return fail(bank, trx, payout, { failure: word ?? 'could_not_process', at })
    await emitEvent(bank, trx, { type: `payout.${to}`, objectId: payout.id, accountId: payout.parentId!, at })
    return saveObject(trx, payout, { state: to })
  }
}

/** The money lies in the payee's balance again. */
async function fail(
  bank: Bank,
  trx: Db,
  payout: Payout,
  { failure, at }: { failure: string; at: Instant },
): Promise<Payout> {
  const accountId = payout.parentId!
  await emitEvent(bank, trx, { type: 'payout.failed', objectId: payout.id, accountId, at })
  const account = await readObject(trx, 'account', accountId)
  if (account?.state === 'ready' && BAD_ACCOUNTS.has(failure))
    await dropBank(bank, trx, await lockAccount(bank, trx, accountId))
  return saveObject(trx, payout, { state: 'failed', plan: [], data: { ...payout.data, failure } })
}

function toPayout({ id, parentId, state, amountCents, reference, data }: Payout): BankPayout {
  return {
    payoutId: id,
    accountId: parentId!,
    state,
    amountCents,
    currency: 'usd',
    speed: data.speed,
    arrivesAt: data.arrivesAt,
    reference: reference!,
    failure: data.failure,
  }
}
