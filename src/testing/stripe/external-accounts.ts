/** The bank accounts that connected accounts are paid out to. */
import type { Stripe } from 'stripe'
import { refreshAccount } from './account-standing.ts'
import { type Answers, mergeMetadata } from './call.ts'
import { ROUTING_NUMBER } from './cards.ts'
import { emit } from './events.ts'
import { pageOf } from './lists.ts'
import { fingerprintOf } from './payment-methods.ts'
import { refuse, refuseMissing } from './problems.ts'
import type { World } from './world.ts'

type Sent =
  | NonNullable<Stripe.AccountCreateExternalAccountParams['external_account']>
  | Stripe.AccountCreateParams['external_account']

/** What payouts to these numbers come back with (docs.stripe.com/connect/testing#account-numbers). */
export const FAILING_NUMBERS: Readonly<Record<string, string>> = {
  '000111111113': 'account_closed',
  '000111111116': 'no_account',
  '000222222227': 'insufficient_funds',
  '000333333335': 'debit_not_authorized',
  '000444444440': 'invalid_currency',
}

export const externalAccountAnswers: Answers = {
  'POST /v1/accounts/:id/external_accounts': (
    { world, ids },
    params: Stripe.AccountCreateExternalAccountParams,
  ) => {
    const bank = takeBankAccount(world, world.need('account', ids[0]!), params.external_account)
    refreshAccount(world, ids[0]!)
    return bank
  },
  'GET /v1/accounts/:id/external_accounts': (
    { world, ids },
    params: Stripe.AccountListExternalAccountsParams,
  ) => {
    const list = externalAccountsOf(world, world.need('account', ids[0]!).id)
    return { ...list, ...pageOf(list.data, params, 'external account') }
  },
  'GET /v1/accounts/:id/external_accounts/:id': ({ world, ids }) => need(world, ids),
  'POST /v1/accounts/:id/external_accounts/:id': (
    { world, ids },
    params: Stripe.AccountUpdateExternalAccountParams,
  ) => {
    const bank = need(world, ids)
    const changed: Stripe.BankAccount = {
      ...bank,
      account_holder_name: params.account_holder_name || bank.account_holder_name,
      metadata: mergeMetadata(bank.metadata ?? {}, params.metadata),
    }
    world.save('bank_account', changed, ids[0])
    if (params.default_for_currency === true) makeDefault(world, ids[0]!, bank.id)
    emit(world, 'account.external_account.updated', need(world, ids), { owner: ids[0]! })
    refreshAccount(world, ids[0]!)
    return need(world, ids)
  },
  'DELETE /v1/accounts/:id/external_accounts/:id': ({ world, ids }): Stripe.DeletedBankAccount => {
    const bank = need(world, ids)
    if (bank.default_for_currency === true && externalAccountsOf(world, ids[0]!).data.length > 1)
      refuse(
        'You cannot delete the default external account for your default currency. Please make another external account the default using the `default_for_currency` param, and then delete this one.',
      )
    world.remove(bank.id)
    emit(world, 'account.external_account.deleted', bank, { owner: ids[0]! })
    refreshAccount(world, ids[0]!)
    return { id: bank.id, object: 'bank_account', deleted: true }
  },
}

export function externalAccountsOf(world: World, account: string): Stripe.ApiList<Stripe.BankAccount> {
  const data = world.all('bank_account', account)
  return { object: 'list', data, has_more: false, url: `/v1/accounts/${account}/external_accounts` }
}

/** The newest is the default. */
export function takeBankAccount(world: World, account: Stripe.Account, sent: Sent): Stripe.BankAccount {
  const number = numberOf(sent)
  const bank: Stripe.BankAccount = {
    id: world.newId('ba'),
    object: 'bank_account',
    account: account.id,
    account_holder_name: account.business_profile?.name ?? null,
    account_holder_type: 'individual',
    account_type: 'checking',
    available_payout_methods: number === '000000000009' ? ['standard'] : ['standard', 'instant'],
    bank_name: 'STRIPE TEST BANK',
    country: 'US',
    currency: 'usd',
    default_for_currency: true,
    fingerprint: fingerprintOf(number),
    future_requirements: null,
    last4: number.slice(-4),
    metadata: {},
    requirements: null,
    routing_number: ROUTING_NUMBER,
    status: 'new',
  }
  world.save('bank_account', bank, account.id)
  world.setNote(bank.id, 'number', number)
  makeDefault(world, account.id, bank.id)
  emit(world, 'account.external_account.created', bank, { owner: account.id })
  return bank
}

/** A payout came back: nothing goes there until it is put right. */
export function disableBankAccount(world: World, account: string, id: string): void {
  const bank = world.find('bank_account', id, account)
  if (bank === undefined) return
  const errored: Stripe.BankAccount = { ...bank, status: 'errored' }
  world.save('bank_account', errored, account)
  emit(world, 'account.external_account.updated', errored, {
    owner: account,
    previous: { status: bank.status },
  })
  refreshAccount(world, account)
}

function makeDefault(world: World, account: string, id: string): void {
  for (const bank of world.all('bank_account', account))
    world.save('bank_account', { ...bank, default_for_currency: bank.id === id }, account)
}

function numberOf(sent: Sent): string {
  if (typeof sent === 'string' && sent.startsWith('btok_us_verified')) return '000123456789'
  if (typeof sent === 'object' && sent !== null && 'account_number' in sent) {
    const { account_number: number, routing_number: routing } = sent
    if (routing !== ROUTING_NUMBER)
      refuse('You must provide a valid routing number.', {
        code: 'routing_number_invalid',
        param: 'external_account[routing_number]',
      })
    return /^\d{9,17}$/.test(number)
      ? number
      : refuse('Invalid account number.', {
          code: 'account_number_invalid',
          param: 'external_account[account_number]',
        })
  }
  return refuse(`No such token: '${JSON.stringify(sent)}'`, {
    code: 'resource_missing',
    param: 'external_account',
  })
}

function need(world: World, [account = '', id = '']: readonly string[]): Stripe.BankAccount {
  return world.find('bank_account', id, account) ?? refuseMissing('external account', id)
}
