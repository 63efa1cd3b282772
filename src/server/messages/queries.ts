import { type Insertable, sql } from 'kysely'
import type { UserId, VisitId, VisitMessageId } from '#domain/ids.ts'
import type { MessageRole, ThreadVisit } from '#domain/messages/messaging.ts'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { UserScope } from '../scope.ts'

export type Thread = { readonly visitId: VisitId; readonly visit: ThreadVisit; readonly role: MessageRole }

/** More than two people ever write about one visit; a bound so that no answer is without one. */
const NEWEST = 300

/** The people of a visit and when it ends; locked until the transaction ends where it is asked for. */
export async function visitOfThread(
  db: Db,
  scope: UserScope,
  visitId: VisitId,
  { isLocked }: { readonly isLocked: boolean },
): Promise<ThreadVisit | undefined> {
  const row = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .$if(scope.type === 'Operator', (query) =>
      query.where(sql<boolean>`(
        select market_id from users where users.id = visit.customer_id
      ) = ${scope.marketId}`),
    )
    .select(['customer_id', 'crew_id', 'ends_at'])
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && { customerId: row.customer_id, crewId: row.crew_id, endsAt: row.ends_at }
}

export type MessageRow = Awaited<ReturnType<typeof messagesOf>>[number]

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

function unreadMessages(db: Db, scope: Pick<UserScope, 'userId'>, thread: Thread) {
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

export async function oldestUnread(db: Db, userId: UserId, thread: Thread): Promise<Instant | null> {
  const { oldest } = await unreadMessages(db, { userId }, thread)
    .select((the) => the.fn.min<Instant | null>('visit_message.created_at').as('oldest'))
    .executeTakeFirstOrThrow()
  return oldest
}

/** When somebody was last notified of messages of a visit. */
export async function lastNotified(db: Db, userId: UserId, visitId: VisitId): Promise<Instant | null> {
  const { at } = await db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('visit_id', '=', visitId)
    .where('event', '=', 'message')
    .select((the) => the.fn.max<Instant | null>('created_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** In the last hour. */
export async function countSent(db: Db, userId: UserId, now: Instant): Promise<number> {
  const { count } = await db
    .selectFrom('visit_message')
    .where('sender_id', '=', userId)
    .where('created_at', '>', toTimestamp(instant(now - HOUR_MS)))
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function nameOf(db: Db, userId: UserId): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('name')
    .executeTakeFirstOrThrow()
  return name
}

export function findSamePhotoMessage(
  db: Db,
  {
    visitId,
    senderId,
    sha256,
  }: { readonly visitId: VisitId; readonly senderId: UserId; readonly sha256: Buffer },
) {
  return db
    .selectFrom('visit_message')
    .innerJoin('photo', 'photo.id', 'visit_message.photo_id')
    .where('visit_message.visit_id', '=', visitId)
    .where('visit_message.sender_id', '=', senderId)
    .where('photo.sha256', '=', sha256)
    .select('visit_message.id')
    .executeTakeFirst()
}

export async function insertPhoto(db: Db, values: Insertable<Database['photo']>): Promise<void> {
  await db.insertInto('photo').values(values).execute()
}

export async function insertMessage(
  db: Db,
  values: Insertable<Database['visit_message']>,
): Promise<{ id: VisitMessageId; number: number }> {
  return db.insertInto('visit_message').values(values).returning(['id', 'number']).executeTakeFirstOrThrow()
}

/** Never counts backwards. */
export async function saveReadMark(
  db: Db,
  { userId }: UserScope,
  visitId: VisitId,
  readNumber: number,
): Promise<void> {
  await db
    .insertInto('visit_message_read')
    .values({ visit_id: visitId, user_id: userId, read_number: readNumber })
    .onConflict((conflict) =>
      conflict.columns(['visit_id', 'user_id']).doUpdateSet((of) => ({
        read_number: of.fn<number>('greatest', [
          of.ref('visit_message_read.read_number'),
          of.ref('excluded.read_number'),
        ]),
      })),
    )
    .execute()
}

export async function markNoticesRead(
  db: Db,
  { userId }: UserScope,
  visitId: VisitId,
  now: Instant,
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: toTimestamp(now) })
    .where('user_id', '=', userId)
    .where('visit_id', '=', visitId)
    .where('event', '=', 'message')
    .where('read_at', 'is', null)
    .execute()
}
