/** The messages of a visit as one of its people sees them. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { VisitId } from '#domain/ids.ts'
import {
  closesAt,
  type MessageRole,
  mayRead,
  mayWrite,
  type ThreadVisit,
} from '#domain/messages/messaging.ts'
import { isRefusal } from '#domain/refusals.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import type { Db } from '../db/client.ts'
import { toPhotoReply } from '../pictures/photo-url.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'

export type Thread = { readonly visitId: VisitId; readonly visit: ThreadVisit; readonly role: MessageRole }

const ROLES = { Customer: 'customer', Crew: 'crew', Operator: 'operator' } as const
/** More than two people ever write about one visit; a bound so that no answer is without one. */
const NEWEST = 300

/** Throws not_found for a visit of others. `isLocked` holds the visit, so that messages have one order. */
export async function findThread(
  db: Db,
  scope: UserScope,
  visitId: VisitId,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<Thread> {
  const row = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['customer_id', 'crew_id', 'ends_at'])
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  const visit = {
    customerId: row.customer_id,
    crewId: row.crew_id,
    endsAt: row.ends_at,
  }
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
  const closing = closesAt(thread.visit, DEFAULT_SETTINGS)
  return {
    messages: (await messagesOf(app.db, scope, thread)).map((row) => toReply(app, scope, row)),
    unreadCount: await countUnreadMessages(app.db, scope, thread),
    withName: await otherName(app.db, thread),
    canWrite: !isRefusal(mayWrite(thread.visit, writer, now, DEFAULT_SETTINGS)),
    closesAt: thread.visit.endsAt <= now ? closing : null,
  }
}

export type MessageRow = Awaited<ReturnType<typeof messagesOf>>[number]

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

export async function messagesOf(db: Db, scope: UserScope, thread: Thread) {
  const rows = await visibleMessages(db, scope, thread)
    .innerJoin('users as sender', 'sender.id', 'visit_message.sender_id')
    .leftJoin('photo', 'photo.id', 'visit_message.photo_id')
    .orderBy('visit_message.number', 'desc')
    .limit(NEWEST)
    .select([
      'visit_message.id',
      'visit_message.number',
      'visit_message.sender_id',
      'visit_message.sender_role',
      'visit_message.text',
      'visit_message.photo_id',
      'visit_message.created_at',
      'sender.name as sender_name',
      'photo.width',
      'photo.height',
    ])
    .execute()
  return rows.reverse()
}

export async function countUnreadMessages(db: Db, scope: UserScope, thread: Thread): Promise<number> {
  const { count } = await unreadMessages(db, scope, thread)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function unreadMessages(db: Db, scope: Pick<UserScope, 'userId'>, thread: Thread) {
  return visibleMessages(db, scope, thread)
    .leftJoin('visit_message_read as seen', (join) =>
      join.onRef('seen.visit_id', '=', 'visit_message.visit_id').on('seen.user_id', '=', scope.userId),
    )
    .where('visit_message.sender_id', '<>', scope.userId)
    .where((the) =>
      the.or([
        the('seen.read_number', 'is', null),
        the('visit_message.number', '>', the.ref('seen.read_number')),
      ]),
    )
}

/** A crew sees what was written while the visit was its own. */
function visibleMessages(db: Db, { userId }: Pick<UserScope, 'userId'>, { visitId, role }: Thread) {
  return db
    .selectFrom('visit_message')
    .where('visit_message.visit_id', '=', visitId)
    .$if(role === 'crew', (query) => query.where('visit_message.crew_id', '=', userId))
}

/** People learn each other's first name and no number. */
async function otherName(db: Db, { visit, role }: Thread): Promise<string | null> {
  const otherId = role === 'crew' ? visit.customerId : visit.crewId
  if (otherId === null) return null
  const { name } = await db
    .selectFrom('users')
    .where('id', '=', otherId)
    .select('name')
    .executeTakeFirstOrThrow()
  return firstName(name)
}
