/** On whose places a browser works: one's own, or those of an owner who shares them. */
import type { ShareId, UserId } from '#domain/ids.ts'
import { rightsOf } from '#domain/sharing/rights.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { listAccounts, listGroups, lockOwnShare } from './queries.ts'
import { saveSessionShare } from './session-queries.ts'

export async function readAccounts(app: App, session: Session | null, userId: UserId) {
  const rows = await listAccounts(app.db, userId)
  const groups = await listGroups(
    app.db,
    rows.map(({ id }) => id),
  )
  return {
    accounts: rows.map((row) => ({
      shareId: row.id,
      ownerName: row.owner_name,
      role: row.role,
      rights: [...rightsOf(row.role)],
      isWhole: row.is_whole,
      groups: groups.filter(({ shareId }) => shareId === row.id),
      getsNotices: row.gets_notices,
      getsReminders: row.gets_reminders,
    })),
    current: session?.share?.shareId ?? null,
  }
}

export function useAccount(app: App, { sessionId, scope }: Session, shareId: ShareId | null): Promise<void> {
  return inTransaction(app.db, async (db) => {
    if (shareId !== null && (await lockOwnShare(db, scope.userId, shareId)) === undefined)
      throw new Refused('share_ended')
    await saveSessionShare(db, sessionId, shareId)
  })
}
