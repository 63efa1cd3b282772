import type { VisitId, VisitMessageId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { countUnreadMessages, findThread, messagesOf } from './thread.ts'

/** Read up to a message that the reader can see, and with it what told of them. Never counts backwards. */
export function readMessages(
  app: App,
  scope: UserScope,
  { visitId, messageId }: { visitId: VisitId; messageId: VisitMessageId },
): Promise<number> {
  const now = toTimestamp(app.ports.clock.now())
  return inTransaction(app.db, async (trx) => {
    const thread = await findThread(trx, scope, visitId)
    const read = (await messagesOf(trx, scope, thread)).find(({ id }) => id === messageId)
    if (read === undefined) throw new Refused('not_found')
    await trx
      .insertInto('visit_message_read')
      .values({ visit_id: visitId, user_id: scope.userId, read_number: read.number })
      .onConflict((conflict) =>
        conflict.columns(['visit_id', 'user_id']).doUpdateSet((of) => ({
          read_number: of.fn<number>('greatest', [
            of.ref('visit_message_read.read_number'),
            of.ref('excluded.read_number'),
          ]),
        })),
      )
      .execute()
    const unreadCount = await countUnreadMessages(trx, scope, thread)
    if (unreadCount === 0)
      await trx
        .updateTable('notice')
        .set({ read_at: now })
        .where('user_id', '=', scope.userId)
        .where('visit_id', '=', visitId)
        .where('event', '=', 'message')
        .where('read_at', 'is', null)
        .execute()
    return unreadCount
  })
}
