/** All conversations of one person, the one with the newest message first. */
import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { containing, type Db } from '../db/client.ts'
import type { UserScope } from '../scope.ts'

export type ConversationFilter = {
  readonly search: string
  /** Goes on below this number. */
  readonly below: number | null
  readonly limit: number
}

type ConversationRow = {
  readonly visit_id: VisitId
  readonly last_number: number
  readonly service_key: string
  readonly date: LocalDate
  readonly time_zone: string
  readonly property_name: string
  readonly with_name: string | null
  readonly text: string
  readonly is_photo: boolean
  readonly is_mine: boolean
  readonly sent_at: Instant
  readonly is_unread: boolean
}

/** One row more than the limit where the list goes on. A crew that has lost a visit reads nothing of it any more. */
export async function listConversations(
  db: Db,
  { userId, type }: UserScope,
  { search, below, limit }: ConversationFilter,
) {
  const pattern = containing(search)
  const own = type === 'Crew' ? sql.ref('visit.crew_id') : sql.ref('visit.customer_id')
  const other = type === 'Crew' ? sql.ref('visit.customer_id') : sql.ref('visit.crew_id')
  const { rows } = await sql<ConversationRow>`
    select conversation.visit_id, conversation.last_number, visit.service_key, visit.date::text as date,
      property.time_zone, property.name as property_name, other.name as with_name,
      message.text, message.photo_id is not null as is_photo, message.sender_id = ${userId} as is_mine,
      message.created_at as sent_at,
      message.sender_id <> ${userId} and message.number > coalesce(seen.read_number, 0) as is_unread
    from conversation
    -- One after the other, the newest first, until the page is full: joined, those of all years are read and sorted.
    cross join lateral (
      select * from visit where visit.id = conversation.visit_id and ${own} = conversation.user_id offset 0
    ) as visit
    join property on property.id = visit.property_id
    left join users other on other.id = ${other}
    cross join lateral (
      select * from visit_message message
      where message.visit_id = conversation.visit_id
        and (${type !== 'Crew'} or message.crew_id = ${userId})
      order by message.number desc limit 1
    ) as message
    left join visit_message_read seen
      on seen.visit_id = conversation.visit_id and seen.user_id = conversation.user_id
    where conversation.user_id = ${userId}
      and (${below}::bigint is null or conversation.last_number < ${below}::bigint)
      and (${search} = '' or property.name ilike ${pattern} or property.address ilike ${pattern}
        or other.name ilike ${pattern})
    order by conversation.last_number desc
    limit ${limit + 1}
  `.execute(db)
  return rows
}

/** Both who take part, with every message. */
export async function noteConversation(
  db: Db,
  {
    visitId,
    userIds,
    senderId,
    lastNumber,
  }: {
    readonly visitId: VisitId
    readonly userIds: readonly UserId[]
    readonly senderId: UserId
    readonly lastNumber: number
  },
): Promise<void> {
  await db
    .insertInto('conversation')
    .values(
      userIds.map((userId) => ({
        visit_id: visitId,
        user_id: userId,
        last_number: lastNumber,
        is_unread: userId !== senderId,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['visit_id', 'user_id']).doUpdateSet((of) => ({
        last_number: of.ref('excluded.last_number'),
        is_unread: of.ref('excluded.is_unread'),
      })),
    )
    .execute()
}

export async function markConversationRead(db: Db, userId: UserId, visitId: VisitId): Promise<void> {
  await db
    .updateTable('conversation')
    .set({ is_unread: false })
    .where('visit_id', '=', visitId)
    .where('user_id', '=', userId)
    .execute()
}

/** More than a badge shows are not counted. */
const MOST_COUNTED = 100

/** Of a crew those of its own visits: what it has lost it cannot read. */
export async function countUnreadConversations(db: Db, { userId, type }: UserScope): Promise<number> {
  const own = type === 'Crew' ? sql.ref('visit.crew_id') : sql.ref('visit.customer_id')
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from conversation
      join visit on visit.id = conversation.visit_id and ${own} = conversation.user_id
      where conversation.user_id = ${userId} and conversation.is_unread
      limit ${MOST_COUNTED}
    ) as unread
  `.execute(db)
  return rows[0]!.count
}
