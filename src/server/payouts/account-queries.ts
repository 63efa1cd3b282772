/** The accounts of crews at the provider, to which payouts go. */
import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { PayoutAccountState } from '../ports/payments/port.ts'

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

export async function saveAccountState(
  db: Db,
  accountId: string,
  state: 'pending' | 'ready' | 'restricted',
): Promise<void> {
  await db
    .updateTable('crew_profile')
    .set({ payout_account_state: state })
    .where('payout_account_id', '=', accountId)
    .where('payout_account_state', '<>', state)
    .execute()
}

/** Of one crew, as long as the account is still the crew's. */
export async function saveAccountStateOf(
  db: Db,
  { crewId, accountId, state }: { crewId: UserId; accountId: string; state: PayoutAccountState },
): Promise<void> {
  await db
    .updateTable('crew_profile')
    .set({ payout_account_state: state })
    .where('user_id', '=', crewId)
    .where('payout_account_id', '=', accountId)
    .execute()
}
