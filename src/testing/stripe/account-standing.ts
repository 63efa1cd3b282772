/** What a connected account may do, and what becomes of it when it gives, or does not give, what was asked. */
import type { Stripe } from 'stripe'
import { emit } from './events.ts'
import { externalAccountsOf, takeBankAccount } from './external-accounts.ts'
import type { World } from './world.ts'

type Requirements = Stripe.Account.Requirements
export const NOTHING_DUE: Requirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

/** What it may do follows from what it owes and where its money can go; those who listen are notified. */
export function refreshAccount(world: World, id: string): Stripe.Account {
  const account = world.need('account', id)
  const banks = externalAccountsOf(world, id)
  const due = account.requirements ?? NOTHING_DUE
  const mayEarn = account.details_submitted && due.disabled_reason === null
  const status = mayEarn ? 'active' : 'inactive'
  const names = Object.keys(account.capabilities ?? {})
  const changed: Stripe.Account = {
    ...account,
    capabilities: Object.fromEntries(names.map((name) => [name, status])),
    charges_enabled: mayEarn,
    external_accounts: banks,
    payouts_enabled: mayEarn && banks.data.some((bank) => bank.status !== 'errored'),
  }
  world.save('account', changed)
  emit(world, 'account.updated', changed, { owner: id })
  if (account.capabilities?.transfers !== changed.capabilities?.transfers)
    emit(
      world,
      'capability.updated',
      {
        id: 'transfers',
        object: 'capability',
        account: id,
        requested: true,
        requested_at: account.created,
        status,
      },
      { owner: id },
    )
  return changed
}

/** Everything that was asked has been given and accepted. */
export function completeOnboarding(
  world: World,
  id: string,
  { name, accountNumber }: { readonly name?: string; readonly accountNumber?: string },
): Stripe.Account {
  const account = world.need('account', id)
  const done: Stripe.Account = {
    ...account,
    business_profile: {
      mcc: '7349',
      minority_owned_business_designation: null,
      name: name ?? null,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    details_submitted: true,
    requirements: NOTHING_DUE,
    tos_acceptance: { date: world.nowSeconds(), ip: '127.0.0.1', user_agent: null },
  }
  world.save('account', done)
  if (externalAccountsOf(world, id).data.length === 0 || accountNumber !== undefined)
    takeBankAccount(world, done, {
      object: 'bank_account',
      country: 'US',
      currency: 'usd',
      account_number: accountNumber ?? '000123456789',
      routing_number: '110000000',
      ...(name === undefined ? {} : { account_holder_name: name }),
    })
  return refreshAccount(world, id)
}

/** Stripe wants more: what is past due, or not given by its day, stops the account. */
export function demand(
  world: World,
  id: string,
  asked: Partial<Requirements> & { readonly deadline?: number },
): Stripe.Account {
  const { deadline, ...more } = asked
  const account = world.need('account', id)
  const requirements: Requirements = {
    ...NOTHING_DUE,
    ...more,
    current_deadline: deadline ?? null,
    eventually_due: more.eventually_due ?? more.currently_due ?? [],
  }
  world.save('account', { ...account, requirements })
  if (deadline !== undefined) world.later(Math.max(0, deadline - world.nowSeconds()), 'account_deadline', id)
  return refreshAccount(world, id)
}

export function passDeadline(world: World, id: string): void {
  const account = world.need('account', id)
  const due = account.requirements?.currently_due ?? []
  const deadline = account.requirements?.current_deadline ?? null
  if (due.length === 0 || deadline === null || deadline > world.nowSeconds()) return
  demand(world, id, { currently_due: due, past_due: due, disabled_reason: 'requirements.past_due' })
}
