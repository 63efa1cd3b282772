import type { NoticeId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { toTimestamp } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { countUnread } from './queries.ts'

/** Others' notices are not touched, whatever ids are given. Answers how many are left. */
export async function markRead(
  { db, ports }: App,
  { userId }: UserScope,
  noticeIds?: readonly NoticeId[],
): Promise<number> {
  await db
    .updateTable('notice')
    .set({ read_at: toTimestamp(ports.clock.now()) })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(noticeIds !== undefined, (query) => query.where('id', 'in', [...noticeIds!]))
    .execute()
  return countUnread(db, userId)
}
