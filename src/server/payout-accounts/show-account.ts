import { asksOf, stopReasonOf } from '#domain/payouts/account.ts'
import type { App } from '../app.ts'
import type { UserScope } from '../scope.ts'
import { readPayoutAccount } from './read-account.ts'

/** What is shown of one's account at the provider: what is asked, by when, and what has stopped. */
export async function showPayoutAccount(app: App, scope: UserScope) {
  const account = await readPayoutAccount(app, scope)
  if (account === null) return NO_ACCOUNT
  const { state, requirements, deadline, disabledReason, bank } = account
  return {
    state,
    requirements: [...requirements],
    asks: asksOf(requirements),
    deadline,
    stoppedBecause: state === 'ready' || disabledReason === null ? null : stopReasonOf(disabledReason),
    bank: bank && { name: bank.name, last4: bank.last4, canBePaidInstantly: bank.canBePaidInstantly },
  }
}

const NO_ACCOUNT = {
  state: 'none' as const,
  requirements: [],
  asks: [],
  deadline: null,
  stoppedBecause: null,
  bank: null,
}
