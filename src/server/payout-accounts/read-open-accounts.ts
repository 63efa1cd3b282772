/**
 * What a lost word of the provider's about an account would have told: once a day every account that something stands
 * against, or that has open questions, is read anew. A page of crews at a time.
 */
import type { UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { isUnavailable } from '../ports/payments/failure.ts'
import { listOpenAccounts } from './account-queries.ts'
import { refreshPayoutAccount } from './read-account.ts'

const AT_ONCE = 50

/** `lastCrewId` is null where that was the last page. */
export async function readOpenAccounts(
  app: App,
  page: { readonly marketId: string; readonly after: UserId | null },
): Promise<{ lastCrewId: UserId | null }> {
  const accounts = await listOpenAccounts(app.db, { ...page, limit: AT_ONCE })
  for (const { accountId } of accounts) await refresh(app, accountId)
  return { lastCrewId: accounts.length < AT_ONCE ? null : accounts.at(-1)!.userId }
}

/** One account that cannot be read keeps no other from being read; a provider that is away is asked again later. */
async function refresh(app: App, accountId: string): Promise<void> {
  try {
    await refreshPayoutAccount(app, accountId)
  } catch (error) {
    if (isUnavailable(error)) throw error
    app.log.error({ err: error, accountId, code: 'payout_account_unread' }, 'a payout account was not read')
  }
}
