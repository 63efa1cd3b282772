/** The accounts of crews at the provider, to which payouts go. */
import { type NotNull, sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { PayoutAccount } from '../ports/payments/port.ts'

/** Null where the crew has connected none. */
export async function accountIdOf(db: Db, crewId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('crew_profile')
    .where('user_id', '=', crewId)
    .select('payout_account_id')
    .executeTakeFirst()
  return row?.payout_account_id ?? null
}

/** A crew's first account stays. */
export async function saveAccount(db: Db, crewId: UserId, accountId: string): Promise<void> {
  await db
    .updateTable('crew_profile')
    .set({ payout_account_id: accountId, payout_account_state: 'pending' })
    .where('user_id', '=', crewId)
    .where('payout_account_id', 'is', null)
    .execute()
}

/** What the provider says of an account now. Answers whether it has become ready by that. */
export async function saveAccountFacts(db: Db, account: PayoutAccount): Promise<{ hasBecomeReady: boolean }> {
  const { accountId, state, requirements, deadline, disabledReason, bank } = account
  const before = await db
    .selectFrom('crew_profile')
    .where('payout_account_id', '=', accountId)
    .forUpdate()
    .select('payout_account_state')
    .executeTakeFirst()
  if (before === undefined) return { hasBecomeReady: false }
  await db
    .updateTable('crew_profile')
    .set({
      payout_account_state: state,
      payout_requirements: [...requirements],
      payout_deadline: deadline === null ? null : toTimestamp(deadline),
      payout_disabled_reason: disabledReason,
      payout_bank_name: bank?.name ?? null,
      payout_bank_last4: bank?.last4 ?? null,
      payout_bank_fingerprint: bank?.fingerprint ?? null,
      has_instant_payouts: bank?.canBePaidInstantly ?? false,
    })
    .where('payout_account_id', '=', accountId)
    .execute()
  return { hasBecomeReady: state === 'ready' && before.payout_account_state !== 'ready' }
}

/** What stands between a crew and its money, as the provider last said. */
export function findAccountFacts(db: Db, crewId: UserId) {
  return db
    .selectFrom('crew_profile')
    .where('user_id', '=', crewId)
    .select(['payout_account_state', 'payout_requirements', 'payout_deadline', 'payout_disabled_reason'])
    .executeTakeFirstOrThrow()
}

/** Accounts that take no money, or that the provider has questions about, by crew. */
export async function listOpenAccounts(
  db: Db,
  { marketId, after, limit }: { marketId: string; after: UserId | null; limit: number },
): Promise<{ crewId: UserId; accountId: string }[]> {
  const rows = await db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .where('users.market_id', '=', marketId)
    .where('payout_account_id', 'is not', null)
    .where(sql<boolean>`(payout_account_state <> 'ready' or payout_requirements <> '{}')`)
    .$if(after !== null, (query) => query.where('crew_profile.user_id', '>', after!))
    .orderBy('crew_profile.user_id')
    .limit(limit)
    .select(['crew_profile.user_id', 'crew_profile.payout_account_id'])
    .$narrowType<{ payout_account_id: NotNull }>()
    .execute()
  return rows.map((row) => ({ crewId: row.user_id, accountId: row.payout_account_id }))
}

/** What the bank sent back and can go to it again, now that its account is ready. */
export function listReturnedTo(db: Db, accountId: string) {
  return db
    .selectFrom('payout')
    .where('provider_account_id', '=', accountId)
    .where('state', '=', 'returned')
    .select('id')
    .execute()
}

/** Whether the account that a payout was sent to is still its crew's, and takes money. */
export async function isAccountReady(
  db: Db,
  payout: { readonly crew_id: UserId; readonly provider_account_id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('crew_profile')
    .where('user_id', '=', payout.crew_id)
    .where('payout_account_id', '=', payout.provider_account_id)
    .where('payout_account_state', '=', 'ready')
    .select('user_id')
    .executeTakeFirst()
  return row !== undefined
}
