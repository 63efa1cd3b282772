/** What was earned under an account that was merged into another stays there (decision 73), and is read from the one that stays. */
import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { listMergedInto } from '../users/queries.ts'

/** Whose earnings are read: its own, or those of an account that was merged into it. Throws `not_found` for all others. */
export async function readOwnAccount(db: Db, scope: CrewScope, asked: UserId | undefined) {
  const merged = await listMergedInto(db, scope.userId)
  const accounts = merged.map(({ id, name, merged_at: at }) => ({ id, name, at }))
  if (asked === undefined || asked === scope.userId) return { scope, account: null, accounts }
  const account = accounts.find(({ id }) => id === asked)
  if (account === undefined) throw new Refused('not_found', { at: 'account' })
  return { scope: { ...scope, userId: account.id }, account, accounts }
}
