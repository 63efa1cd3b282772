/** Payees' accounts at the embedded provider, and the page where they answer its questions. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { HOUR_MS, type Instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import { ProviderFailure } from '../payments/failure.ts'
import type { HostedForms } from '../payments/hosted-forms.ts'
import type { Payments } from '../payments/payments.ts'
import type { PayoutAccount } from '../payments/port.ts'
import {
  type BankObject,
  findByKey,
  findByReference,
  lockObject,
  makeObject,
  saveObject,
} from './embedded-books.ts'
import { type Bank, emitEvent } from './embedded-events.ts'
import { lockRipe, readRipe, type Take } from './embedded-plan.ts'

export type Account = BankObject<'account'>

const QUESTIONS = ['individual.legal_name', 'external_account']

/** Stripe's test accounts: payouts to them fail with this word. */
const FAILING_ACCOUNTS: Readonly<Record<string, string>> = {
  '000111111116': 'no_account',
  '000111111113': 'account_closed',
  '000222222227': 'insufficient_funds',
  '000333333335': 'debit_not_authorized',
}
const NOT_INSTANT = '000999999991'

export async function createAccount(
  bank: Bank,
  { key, ...input }: Parameters<Payments['createPayoutAccount']>[0],
): Promise<PayoutAccount> {
  const request = { key, input }
  const now = bank.clock.now()
  const before = await findByKey(bank.db, now, 'account', request)
  const data = {
    email: input.email,
    requirements: QUESTIONS,
    deadline: null,
    disabledReason: 'requirements.past_due',
    bank: null,
  }
  const account =
    before ??
    (
      await makeObject(
        bank.db,
        now,
        'account',
        { state: 'pending', reference: input.reference, data },
        request,
      )
    ).object
  return toAccount(account)
}

export async function readAccount(bank: Bank, accountId: string): Promise<PayoutAccount | null> {
  const account = await readRipe(bank, 'account', accountId, takeStep(bank))
  return account === null ? null : toAccount(account)
}

export function lockAccount(bank: Bank, trx: Db, accountId: string): Promise<Account> {
  return lockRipe(bank, trx, 'account', accountId, takeStep(bank))
}

/** The link opens the questions once, within the hour; the provider keeps only its hash. */
export async function makeLink(
  bank: Bank,
  input: Parameters<Payments['payoutAccountLink']>[0],
): Promise<{ url: string }> {
  if ((await readAccount(bank, input.accountId)) === null)
    throw new ProviderFailure('refused', `no payout account is called ${input.accountId}`, 'resource_missing')
  const token = randomBytes(24).toString('base64url')
  await makeObject(bank.db, bank.clock.now(), 'link', {
    state: 'open',
    parentId: input.accountId,
    reference: hashOf(token),
    data: { returnUrl: input.returnUrl },
  })
  return { url: `${bank.origin}/stripe-connect?link=${token}` }
}

export function createPayoutForms(bank: Bank): Pick<HostedForms, 'readPayoutLink' | 'answerPayoutQuestions'> {
  const openLink = async (db: Db, linkToken: string): Promise<BankObject<'link'> | null> => {
    const link = await findByReference(db, 'link', { parentId: null, reference: hashOf(linkToken) })
    const isOpen = link?.state === 'open' && link.createdAt + HOUR_MS > bank.clock.now()
    return isOpen ? link : null
  }
  return {
    readPayoutLink: async (linkToken) => {
      const link = await openLink(bank.db, linkToken)
      return link === null ? null : { accountId: link.parentId!, returnUrl: link.data.returnUrl }
    },
    answerPayoutQuestions: (linkToken, { routingNumber, accountNumber }) =>
      bank.db.transaction().execute(async (trx) => {
        const open = await openLink(trx, linkToken)
        if (open === null) return false
        const link = await lockObject(trx, 'link', open.id)
        if (link.state !== 'open') return false
        await saveObject(trx, link, { state: 'used' })
        const account = await lockAccount(bank, trx, link.parentId!)
        await change(bank, trx, account, {
          state: 'ready',
          requirements: [],
          bank: bankOf(bank, routingNumber, accountNumber),
        })
        return true
      }),
  }
}

/** In the provider's own dashboard: it wants to know something, by a day or at once. */
export async function restrictAccount(
  bank: Bank,
  accountId: string,
  wanted: { requirements: readonly string[]; deadline: Instant | null; disabledReason?: string },
): Promise<void> {
  const { requirements, deadline, disabledReason = 'requirements.past_due' } = wanted
  await bank.db.transaction().execute(async (trx) => {
    const account = await lockAccount(bank, trx, accountId)
    const isAtOnce = deadline === null || deadline <= bank.clock.now()
    await change(bank, trx, account, {
      state: isAtOnce ? 'restricted' : account.state,
      requirements,
      deadline,
      disabledReason: isAtOnce ? disabledReason : null,
      plan: isAtOnce ? [] : [{ at: deadline, to: 'restricted', word: disabledReason }],
    })
  })
}

/** The bank account is no longer good: the payee has to give another. */
export function dropBank(bank: Bank, trx: Db, account: Account): Promise<Account> {
  return change(bank, trx, account, {
    state: 'restricted',
    requirements: ['external_account'],
    disabledReason: 'requirements.past_due',
  })
}

/** An account whose bank alone is missing can still be sent money; only its payouts wait. */
export function takesTransfers({ state, data }: Account): boolean {
  return (
    state === 'ready' || (state === 'restricted' && data.requirements.every((each) => each === QUESTIONS[1]))
  )
}

async function change(
  bank: Bank,
  trx: Db,
  account: Account,
  to: {
    readonly state: Account['state']
    readonly requirements: readonly string[]
    readonly deadline?: Instant | null
    readonly disabledReason?: string | null
    readonly bank?: Account['data']['bank']
    readonly plan?: Account['plan']
    readonly at?: Instant
  },
): Promise<Account> {
  const { state, requirements, deadline = null, disabledReason = null, plan = [] } = to
  const event = { type: 'account.updated', objectId: account.id, accountId: account.id }
  await emitEvent(bank, trx, to.at === undefined ? event : { ...event, at: to.at })
  const data = { ...account.data, requirements: [...requirements], deadline, disabledReason }
  return saveObject(trx, account, {
    state,
    plan,
    data: to.bank === undefined ? data : { ...data, bank: to.bank },
  })
}

function takeStep(bank: Bank): Take<'account'> {
  return (trx, account, { at, to, word }) =>
    change(bank, trx, account, {
      ...account.data,
      state: to,
      disabledReason: word,
      bank: account.data.bank,
      at,
    })
}

function bankOf({ secret }: Bank, routingNumber: string, accountNumber: string): Account['data']['bank'] {
  const number = `${routingNumber}:${accountNumber}`
  return {
    name: 'Test bank',
    last4: accountNumber.slice(-4),
    fingerprint: createHmac('sha256', `${secret}:bank`).update(number).digest('base64url').slice(0, 22),
    canBePaidInstantly: accountNumber !== NOT_INSTANT,
    failsPayouts: FAILING_ACCOUNTS[accountNumber] ?? null,
  }
}

function toAccount({ id, state, data }: Account): PayoutAccount {
  const { requirements, deadline, disabledReason } = data
  if (data.bank === null) return { accountId: id, state, requirements, deadline, disabledReason, bank: null }
  const { failsPayouts: _, ...bank } = data.bank
  return { accountId: id, state, requirements, deadline, disabledReason, bank }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
