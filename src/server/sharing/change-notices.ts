import type { ShareId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { lockOwnShare, type NoticeChoice, saveNoticeChoice } from './queries.ts'

/** Whether one hears of what happens at the places that one looks after. */
export function changeShareNotices(
  app: App,
  { userId }: UserScope,
  { shareId, ...choice }: NoticeChoice & { readonly shareId: ShareId },
): Promise<void> {
  return inTransaction(app.db, async (db) => {
    if ((await lockOwnShare(db, userId, shareId)) === undefined) throw new Refused('not_found')
    await saveNoticeChoice(db, shareId, choice)
  })
}
