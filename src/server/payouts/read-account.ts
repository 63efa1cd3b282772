import type { App } from '../app.ts'
import type { CrewScope } from '../scope.ts'
import { accountIdOf, saveAccountState } from './account-queries.ts'

export type PayoutAccountStatus = {
  readonly state: 'none' | 'pending' | 'ready' | 'restricted'
  readonly requirements: readonly string[]
}

/** Read from the provider: coming back from its page proves nothing (field 25). */
export async function readPayoutAccount(app: App, scope: CrewScope): Promise<PayoutAccountStatus> {
  const accountId = await accountIdOf(app.db, scope.userId)
  if (accountId === null) return { state: 'none', requirements: [] }
  const account = await app.ports.payments.readPayoutAccount(accountId)
  if (account === null) return { state: 'none', requirements: [] }
  await saveAccountState(app.db, account.accountId, account.state)
  return { state: account.state, requirements: account.requirements }
}

/** The provider says that an account changed. */
export async function refreshPayoutAccount(app: App, accountId: string): Promise<void> {
  const account = await app.ports.payments.readPayoutAccount(accountId)
  if (account !== null) await saveAccountState(app.db, account.accountId, account.state)
}
