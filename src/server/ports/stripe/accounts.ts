/** Payees' accounts (Connect, Express): Stripe asks the questions and keeps the answers. */
import type { Stripe } from 'stripe'
import type { Payments } from '../payments/payments.ts'
import type { PayoutAccount, PayoutAccountState } from '../payments/port.ts'
import { ask, askFor, toFailure } from './failures.ts'
import { instantOrNull } from './values.ts'

type Calls = Pick<Payments, 'createPayoutAccount' | 'payoutAccountLink' | 'readPayoutAccount'>

export function createAccounts(client: Stripe): Calls {
  return {
    createPayoutAccount: async ({ key, email, reference }) =>
      toAccount(
        await ask(() =>
          client.accounts.create(
            {
              type: 'express',
              country: 'US',
              email,
              // Transfers alone need Stripe's leave for each platform; with card payments they need none.
              capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
              // We say when money goes to the bank: weekly, or at once when the payee asks.
              settings: { payouts: { schedule: { interval: 'manual' } } },
              metadata: { reference },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    payoutAccountLink: async ({ accountId, returnUrl, refreshUrl }) => {
      // No key: each link works once, so the same one again would be of no use.
      const link = await ask(() =>
        client.accountLinks.create({
          account: accountId,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: refreshUrl,
        }),
      )
      return { url: link.url }
    },
    readPayoutAccount: async (accountId) => {
      try {
        const account = await askFor(() => client.accounts.retrieve(accountId))
        return account === null ? null : toAccount(account)
      } catch (error) {
        if (isDisconnected(error)) return null
        throw toFailure(error)
      }
    },
  }
}

/** The payee took our access away: the account is there, but not for us. */
function isDisconnected(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'account_invalid'
}

function toAccount(account: Stripe.Account): PayoutAccount {
  const requirements = account.requirements
  const due = [...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])]
  return {
    accountId: account.id,
    state: stateOf(account),
    requirements: [...new Set(due)],
    deadline: instantOrNull(requirements?.current_deadline),
    disabledReason: requirements?.disabled_reason ?? null,
    bank: bankOf(account),
  }
}

function stateOf(account: Stripe.Account): PayoutAccountState {
  const canTake = account.capabilities?.transfers === 'active'
  if (account.payouts_enabled && canTake && !hasRefusedBank(account)) return 'ready'
  const isBeingChecked =
    account.requirements?.disabled_reason === 'requirements.pending_verification' ||
    (account.requirements?.pending_verification ?? []).length > 0
  return account.details_submitted && !isBeingChecked ? 'restricted' : 'pending'
}

/** A payout that failed closes the bank account behind it until it is updated, whatever else is enabled. */
function hasRefusedBank(account: Stripe.Account): boolean {
  const bank = defaultBank(account)
  return bank?.object === 'bank_account' && REFUSED_BANKS.has(bank.status)
}

const REFUSED_BANKS = new Set(['errored', 'verification_failed', 'tokenized_account_number_deactivated'])

function defaultBank(account: Stripe.Account): Stripe.ExternalAccount | undefined {
  const banks = account.external_accounts?.data ?? []
  return banks.find((each) => each.default_for_currency === true) ?? banks[0]
}

function bankOf(account: Stripe.Account): PayoutAccount['bank'] {
  const bank = defaultBank(account)
  if (bank === undefined) return null
  return {
    name: bank.object === 'bank_account' ? (bank.bank_name ?? 'bank') : bank.brand,
    last4: bank.last4,
    fingerprint: bank.fingerprint ?? bank.id,
    canBePaidInstantly: bank.available_payout_methods?.includes('instant') ?? false,
  }
}
