/** The accounts at the provider to which payouts go: of crews, and of customers who withdraw commissions. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { PayoutAccount } from '../ports/payments/port.ts'

/** Null where none is connected. */
export async function accountIdOf(db: Db, userId: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('payout_account')
    .where('user_id', '=', userId)
    .select('account_id')
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** The first account stays. */
export async function saveAccount(db: Db, userId: UserId, accountId: string): Promise<void> {
  await db
    .insertInto('payout_account')
    .values({ user_id: userId, account_id: accountId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** What the provider says of an account now; undefined where it is nobody's. Tells whether it is ready by that. */
export async function saveAccountFacts(
  db: Db,
  account: PayoutAccount,
): Promise<{ readonly userId: UserId; readonly hasBecomeReady: boolean } | undefined> {
  const { accountId, state, requirements, deadline, disabledReason, bank } = account
  const before = await db
    .selectFrom('payout_account')
    .where('account_id', '=', accountId)
    .forUpdate()
    // Whose it is now: the account that it was opened for may have been merged into another.
    .select((eb) => [
      eb.fn
        .coalesce(
          eb.selectFrom('account_merge').whereRef('from_id', '=', 'payout_account.user_id').select('into_id'),
          'payout_account.user_id',
        )
        .as('user_id'),
      'state',
    ])
    .executeTakeFirst()
  if (before === undefined) return undefined
  await db
    .updateTable('payout_account')
    .set({
      state,
      requirements: [...requirements],
      deadline: deadline === null ? null : toTimestamp(deadline),
      disabled_reason: disabledReason,
      bank_name: bank?.name ?? null,
      bank_last4: bank?.last4 ?? null,
      bank_fingerprint: bank?.fingerprint ?? null,
      has_instant_payouts: bank?.canBePaidInstantly ?? false,
    })
    .where('account_id', '=', accountId)
    .execute()
  return { userId: before.user_id, hasBecomeReady: state === 'ready' && before.state !== 'ready' }
}

export type AccountFacts = {
  readonly state: 'none' | 'pending' | 'ready' | 'restricted'
  readonly requirements: readonly string[]
  readonly deadline: Instant | null
}

/** What stands between somebody and their money, as the provider last said. */
export async function findAccountFacts(db: Db, userId: UserId): Promise<AccountFacts> {
  const row = await db
    .selectFrom('payout_account')
    .where('user_id', '=', userId)
    .select(['state', 'requirements', 'deadline'])
    .executeTakeFirst()
  return row ?? { state: 'none', requirements: [], deadline: null }
}

/** Accounts that take no money, or that the provider has questions about, by their owner. */
export async function listOpenAccounts(
  db: Db,
  { marketId, after, limit }: { marketId: string; after: UserId | null; limit: number },
): Promise<{ userId: UserId; accountId: string }[]> {
  const rows = await db
    .selectFrom('payout_account')
    .innerJoin('users', 'users.id', 'payout_account.user_id')
    .where('users.market_id', '=', marketId)
    .where(sql<boolean>`(state <> 'ready' or requirements <> '{}')`)
    .$if(after !== null, (query) => query.where('payout_account.user_id', '>', after!))
    .orderBy('payout_account.user_id')
    .limit(limit)
    .select(['payout_account.user_id', 'payout_account.account_id'])
    .execute()
  return rows.map((row) => ({ userId: row.user_id, accountId: row.account_id }))
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

/** Whether the account that a payout was sent to is still its owner's, and takes money. */
export async function isAccountReady(
  db: Db,
  payout: { readonly crew_id: UserId; readonly provider_account_id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('payout_account')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', payout.crew_id),
        // It went along when the crew's account was merged into another.
        eb(
          'user_id',
          'in',
          eb.selectFrom('account_merge').where('from_id', '=', payout.crew_id).select('into_id'),
        ),
      ]),
    )
    .where('account_id', '=', payout.provider_account_id)
    .where('state', '=', 'ready')
    .select('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whom a payout concerns now: the account that it was made to, or the one into which that was merged. */
export function findPayee(db: Db, crewId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', (eb) =>
      eb.fn.coalesce(
        eb.selectFrom('account_merge').where('from_id', '=', crewId).select('into_id'),
        eb.val(crewId),
      ),
    )
    .select(['id', 'name', 'email', 'locale', 'type'])
    .executeTakeFirstOrThrow()
}
