/** The messages of a visit as one of its people sees them. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { VisitId } from '#domain/ids.ts'
import { closesAt, mayRead, mayWrite } from '#domain/messages/messaging.ts'
import { isRefusal } from '#domain/refusals.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import type { Db } from '../db/client.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import {
  countUnreadMessages,
  type MessageRow,
  messagesOf,
  nameOf,
  type Thread,
  visitOfThread,
} from './queries.ts'

const ROLES = { Customer: 'customer', Crew: 'crew', Operator: 'operator' } as const

/** Throws not_found for a visit of others. `isLocked` locks the visit, so that messages have one order. */
export async function findThread(
  db: Db,
  scope: UserScope,
  visitId: VisitId,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<Thread> {
  const visit = await visitOfThread(db, scope, visitId, { isLocked })
  if (visit === undefined) throw new Refused('not_found')
  const role = ROLES[scope.type]
  if (!mayRead(visit, role, scope.userId)) throw new Refused('not_found')
  return { visitId, visit, role }
}

/** What an operator reads is written down. */
export async function readThread(app: App, scope: UserScope, visitId: VisitId) {
  const thread = await findThread(app.db, scope, visitId)
  const now = app.ports.clock.now()
  if (thread.role === 'operator')
    await recordAudit(app.db, {
      at: now,
      actorId: scope.userId,
      action: 'read_messages',
      subject: visitId,
    })
  const writer = { role: thread.role, id: scope.userId, sentLastHour: 0 }
  const settings = await settingsAt(app.db, scope.marketId, now)
  const closing = closesAt(thread.visit, settings)
  return {
    messages: (await messagesOf(app.db, scope, thread)).map((row) => toReply(app, scope, row)),
    unreadCount: await countUnreadMessages(app.db, scope, thread),
    withName: await otherName(app.db, thread),
    canWrite: !isRefusal(mayWrite(thread.visit, writer, now, settings)),
    closesAt: thread.visit.endsAt <= now ? closing : null,
  }
}

export function toReply(app: App, { userId }: UserScope, row: MessageRow) {
  const { photo_id: photoId, width, height } = row
  const isMine = row.sender_id === userId
  return {
    messageId: row.id,
    from: isMine ? null : firstName(row.sender_name),
    role: row.sender_role,
    isMine,
    text: row.text,
    photo:
      photoId === null || width === null || height === null
        ? null
        : toPhotoReply(app, { id: photoId, width, height }),
    sentAt: row.created_at,
  }
}

/** People learn each other's first name and no number. */
async function otherName(db: Db, { visit, role }: Thread): Promise<string | null> {
  const otherId = role === 'crew' ? visit.customerId : visit.crewId
  if (otherId === null) return null
  return firstName(await nameOf(db, otherId))
}
