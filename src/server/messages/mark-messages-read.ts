import type { VisitId, VisitMessageId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { markConversationRead } from './conversation-queries.ts'
import { countUnreadMessages, markNoticesRead, messagesOf, saveReadMark } from './queries.ts'
import { findThread } from './read-thread.ts'

/** Read up to a message that the reader can see, and with it the notices of them. Never counts backwards. */
export function markMessagesRead(
  app: App,
  scope: UserScope,
  { visitId, messageId }: { visitId: VisitId; messageId: VisitMessageId },
): Promise<number> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (trx) => {
    const thread = await findThread(trx, scope, visitId)
    const read = (await messagesOf(trx, scope, thread)).find(({ id }) => id === messageId)
    if (read === undefined) throw new Refused('not_found')
    await saveReadMark(trx, scope, visitId, read.number)
    const unreadCount = await countUnreadMessages(trx, scope, thread)
    if (unreadCount === 0) {
      await markNoticesRead(trx, scope, visitId, now)
      await markConversationRead(trx, scope.userId, visitId)
    }
    return unreadCount
  })
}
