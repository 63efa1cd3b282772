/** Payout accounts and transfers of the embedded provider. */
import { createHash, randomBytes } from 'node:crypto'
import { HOUR_MS } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { type BankObject, changeState, findByKey, makeObject, readObject } from './embedded-books.ts'
import { withEvent } from './embedded-events.ts'
import type { BankFaults } from './embedded-faults.ts'
import type {
  HostedForms,
  Payments,
  PayoutAccount,
  PayoutAccountState,
  Transfer,
  TransferState,
} from './port.ts'

type Bank = { readonly db: Db; readonly clock: Clock; readonly origin: string; readonly faults: BankFaults }

const QUESTIONS = ['individual.legal_name', 'external_account']

export async function makeAccount(bank: Bank, key: string, email: string): Promise<PayoutAccount> {
  const { object } = await makeObject(
    bank.db,
    bank.clock.now(),
    { kind: 'account', state: 'pending', data: { email } },
    { key, input: { email } },
  )
  return toAccount(object)
}

export async function readAccount(bank: Bank, accountId: string): Promise<PayoutAccount | null> {
  const account = await readObject(bank.db, 'account', accountId)
  return account === null ? null : toAccount(account)
}

/** The link opens the questions once, within the hour; the provider keeps only its hash. */
export async function makeLink(
  bank: Bank,
  input: Parameters<Payments['payoutAccountLink']>[0],
): Promise<{ url: string }> {
  const account = await readObject(bank.db, 'account', input.accountId)
  if (account === null) throw new Error(`no payout account is called ${input.accountId}`)
  const token = randomBytes(24).toString('base64url')
  await makeObject(
    bank.db,
    bank.clock.now(),
    { kind: 'link', state: 'open', parentId: account.id, data: { returnUrl: input.returnUrl } },
    { key: hashOf(token), input: null },
  )
  return { url: `${bank.origin}/stripe-connect?link=${token}` }
}

export function createPayoutForms(bank: Bank): Pick<HostedForms, 'readPayoutLink' | 'answerPayoutQuestions'> {
  const openLink = async (linkToken: string): Promise<BankObject | null> => {
    const link = await findByKey(bank.db, 'link', { key: hashOf(linkToken), input: null })
    const isOpen = link?.state === 'open' && link.createdAt + HOUR_MS > bank.clock.now()
    return isOpen ? link : null
  }
  return {
    readPayoutLink: async (linkToken) => {
      const link = await openLink(linkToken)
      return link === null ? null : { accountId: link.parentId!, returnUrl: String(link.data['returnUrl']) }
    },
    answerPayoutQuestions: async (linkToken, answers) => {
      const link = await openLink(linkToken)
      if (link === null || (await changeState(bank.db, link, 'used')) === null) return false
      const last4 = answers.accountNumber.slice(-4)
      await moveAccount(bank, link.parentId!, 'ready', { legalName: answers.legalName, last4 })
      return true
    },
  }
}

export async function moveAccount(
  bank: Bank,
  accountId: string,
  state: PayoutAccountState,
  data: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await withEvent(bank, 'account.updated', async (trx) => {
    const account = await readObject(trx, 'account', accountId)
    if (account === null) throw new Error(`no payout account is called ${accountId}`)
    const moved = await changeState(trx, account, state, data)
    return { object: moved ?? account, isNew: moved !== null }
  })
}

export async function makeTransfer(
  bank: Bank,
  input: Parameters<Payments['transfer']>[0],
): Promise<Transfer> {
  const { key, ...asked } = input
  if (!Number.isSafeInteger(asked.amountCents) || asked.amountCents <= 0)
    throw new Error('a transfer needs a positive whole number of cents')
  const request = { key, input: asked }
  const before = await findByKey(bank.db, 'payout', request)
  if (before !== null) return toTransfer(await matureTransfer(bank, before))
  const account = await readObject(bank.db, 'account', asked.accountId)
  if (account === null) throw new Error(`no payout account is called ${asked.accountId}`)
  const failure = account.state === 'ready' ? bank.faults.failTransfer(input) : 'account_not_ready'
  const end = failure === null ? 'paid' : 'failed'
  const state = bank.faults.transferDelayMs > 0 ? 'sending' : end
  const { object } = await withEvent(bank, `payout.${state}`, (trx) =>
    makeObject(
      trx,
      bank.clock.now(),
      {
        kind: 'payout',
        state,
        amountCents: asked.amountCents,
        parentId: account.id,
        data: {
          reference: asked.reference,
          failure,
          endsAs: end,
          endsAt: bank.clock.now() + bank.faults.transferDelayMs,
        },
      },
      request,
    ),
  )
  return toTransfer(object)
}

export async function readTransfer(bank: Bank, payoutId: string): Promise<Transfer | null> {
  const payout = await readObject(bank.db, 'payout', payoutId)
  return payout === null ? null : toTransfer(await matureTransfer(bank, payout))
}

/** A transfer that was under way long enough arrives, or comes back. */
export async function matureTransfer(bank: Bank, payout: BankObject): Promise<BankObject> {
  const { endsAs, endsAt } = payout.data as { endsAs: string; endsAt: number }
  if (payout.state !== 'sending' || endsAt > bank.clock.now()) return payout
  return movePayout(bank, payout, endsAs, {})
}

export async function movePayout(
  bank: Bank,
  payout: BankObject,
  state: string,
  data: Readonly<Record<string, unknown>>,
): Promise<BankObject> {
  const moved = await withEvent(bank, `payout.${state}`, async (trx) => {
    const object = await changeState(trx, payout, state, data)
    return { object: object ?? (await readObject(trx, 'payout', payout.id))!, isNew: object !== null }
  })
  return moved.object
}

export function toTransfer(payout: BankObject): Transfer {
  return {
    payoutId: payout.id,
    state: payout.state as TransferState,
    amountCents: payout.amountCents,
    reference: String(payout.data['reference']),
    failure: payout.state === 'failed' ? String(payout.data['failure']) : null,
  }
}

function toAccount(account: BankObject): PayoutAccount {
  return {
    accountId: account.id,
    state: account.state as PayoutAccountState,
    requirements:
      account.state === 'ready' ? [] : account.state === 'pending' ? QUESTIONS : ['external_account'],
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
