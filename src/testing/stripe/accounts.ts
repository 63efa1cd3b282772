/** Connected accounts: what they still owe Stripe, what they may do, and where their money goes. */
import type { Stripe } from 'stripe'
import { NOTHING_DUE, refreshAccount } from './account-standing.ts'
import { type Answers, type Call, mergeMetadata } from './call.ts'
import { externalAccountAnswers, externalAccountsOf, takeBankAccount } from './external-accounts.ts'
import { answerList } from './lists.ts'
import { refuse } from './problems.ts'
import type { World } from './world.ts'

const LINK_SECONDS = 300
/** What onboarding asks for. */
const ASKED = [
  'business_profile.mcc',
  'external_account',
  'individual.address.line1',
  'individual.dob.day',
  'individual.first_name',
  'individual.last_name',
  'individual.ssn_last_4',
  'tos_acceptance.date',
]

export const accountAnswers: Answers = {
  'POST /v1/accounts': createAccount,
  'GET /v1/accounts': (call, params: Stripe.AccountListParams) => answerList(call, 'account', params),
  'GET /v1/account': ({ world, owner }) =>
    owner === null
      ? {
          ...emptyAccount(world, 'acct_platform', { type: 'standard' }),
          charges_enabled: true,
          details_submitted: true,
          payouts_enabled: true,
          requirements: NOTHING_DUE,
        }
      : world.need('account', owner),
  'GET /v1/accounts/:id': ({ world, ids }) => world.need('account', ids[0]!),
  'POST /v1/accounts/:id': ({ world, ids }, params: Stripe.AccountUpdateParams) =>
    updateAccount(world, world.need('account', ids[0]!), params),
  'DELETE /v1/accounts/:id': ({ world, ids }): Stripe.DeletedAccount => {
    const { id } = world.need('account', ids[0]!)
    world.remove(id)
    return { id, object: 'account', deleted: true }
  },
  'GET /v1/accounts/:id/capabilities': ({ world, ids }) => {
    const { id, capabilities } = world.need('account', ids[0]!)
    const data = Object.entries(capabilities ?? {}).map(([name, status]) => ({
      id: name,
      object: 'capability',
      account: id,
      requested: true,
      requested_at: world.nowSeconds(),
      status,
    }))
    return { object: 'list', data, has_more: false, url: `/v1/accounts/${id}/capabilities` }
  },
  'POST /v1/accounts/:id/login_links': ({ world, ids, origin }): Stripe.LoginLink => {
    const { id, details_submitted } = world.need('account', ids[0]!)
    if (!details_submitted)
      refuse('Cannot create a login link for an account that has not completed onboarding.')
    return { object: 'login_link', created: world.nowSeconds(), url: `${origin}/double/express/${id}` }
  },
  'POST /v1/account_links': (
    { world, origin },
    params: Stripe.AccountLinkCreateParams,
  ): Stripe.AccountLink => {
    const account = world.need('account', params.account, null, 'account')
    if (params.return_url === undefined || params.refresh_url === undefined)
      refuse('You must provide refresh_url and return_url for this type of link.', {
        code: 'parameter_missing',
        param: params.return_url === undefined ? 'return_url' : 'refresh_url',
      })
    const id = world.nextWord(20)
    const expires = world.nowSeconds() + LINK_SECONDS
    world.setNote('account_link', id, {
      account: account.id,
      expires,
      returnUrl: params.return_url,
      refreshUrl: params.refresh_url,
    })
    return {
      object: 'account_link',
      created: world.nowSeconds(),
      expires_at: expires,
      url: `${origin}/double/onboard/${id}`,
    }
  },
  ...externalAccountAnswers,
}

function createAccount(call: Call, params: Stripe.AccountCreateParams): Stripe.Account {
  const { world } = call
  const asksTransfers = params.capabilities?.transfers?.requested === true
  if (
    asksTransfers &&
    params.capabilities?.card_payments?.requested !== true &&
    world.note('setting', 'may_transfer_only') === false
  )
    refuse(
      'When requesting the `transfers` capability without `card_payments`, your platform needs approval.',
    )
  const account = emptyAccount(world, world.newId('acct'), params)
  world.save('account', account)
  const { external_account: bank } = params
  if (bank !== undefined) takeBankAccount(world, account, bank)
  return refreshAccount(world, account.id)
}

function emptyAccount(world: World, id: string, params: Stripe.AccountCreateParams): Stripe.Account {
  const { stripe_dashboard: dashboard, ...controller } = params.controller ?? {}
  const type = params.type ?? (dashboard?.type === 'express' ? 'express' : 'none')
  return {
    id,
    object: 'account',
    business_profile: null,
    business_type: params.business_type ?? 'individual',
    capabilities: Object.fromEntries(
      Object.keys(params.capabilities ?? {}).map((name) => [name, 'inactive']),
    ),
    charges_enabled: false,
    controller: {
      fees: { payer: controller.fees?.payer ?? 'application' },
      is_controller: true,
      losses: { payments: controller.losses?.payments ?? 'application' },
      requirement_collection: controller.requirement_collection ?? 'stripe',
      stripe_dashboard: { type: dashboard?.type ?? 'express' },
      type: 'application',
    },
    country: params.country ?? 'US',
    created: world.nowSeconds(),
    default_currency: 'usd',
    details_submitted: false,
    email: params.email ?? null,
    external_accounts: externalAccountsOf(world, id),
    future_requirements: NOTHING_DUE,
    metadata: mergeMetadata({}, params.metadata),
    payouts_enabled: false,
    requirements: {
      ...NOTHING_DUE,
      currently_due: ASKED,
      disabled_reason: 'requirements.past_due',
      eventually_due: ASKED,
      past_due: ASKED,
    },
    settings: settingsOf(params),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type,
  }
}

function settingsOf({ settings }: Stripe.AccountCreateParams): Stripe.Account.Settings {
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: null, timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: settings?.payouts?.debit_negative_balances ?? true,
      schedule: { delay_days: 2, interval: settings?.payouts?.schedule?.interval ?? 'daily' },
      statement_descriptor: null,
    },
  }
}

function updateAccount(
  world: World,
  account: Stripe.Account,
  params: Stripe.AccountUpdateParams,
): Stripe.Account {
  const interval = params.settings?.payouts?.schedule?.interval
  const { settings } = account
  const changed: Stripe.Account = {
    ...account,
    email: params.email ?? account.email,
    metadata: mergeMetadata(account.metadata ?? {}, params.metadata),
    ...(settings?.payouts && interval !== undefined
      ? {
          settings: {
            ...settings,
            payouts: { ...settings.payouts, schedule: { ...settings.payouts.schedule, interval } },
          },
        }
      : {}),
  }
  world.save('account', changed)
  const { external_account: bank } = params
  if (bank) takeBankAccount(world, changed, bank)
  return refreshAccount(world, account.id)
}
