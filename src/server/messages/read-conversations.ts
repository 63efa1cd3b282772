import { firstName } from '#domain/accounts/first-name.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { listConversations } from './conversation-queries.ts'

const PAGE = 30

export async function readConversations(
  app: App,
  scope: UserScope,
  { search, cursor }: { search: string; cursor?: string | undefined },
) {
  const below = cursor === undefined ? null : Number(cursor)
  if (below !== null && !(Number.isSafeInteger(below) && below > 0)) throw new Refused('bad_input')
  const rows = await listConversations(app.db, scope, { search, below, limit: PAGE })
  const page = rows.slice(0, PAGE)
  const last = rows.length > PAGE ? page.at(-1) : undefined
  return {
    nextCursor: last === undefined ? null : String(last.last_number),
    conversations: page.map((row) => ({
      visitId: row.visit_id,
      serviceKey: row.service_key,
      date: row.date,
      timeZone: row.time_zone,
      propertyName: row.property_name,
      withName: row.with_name === null ? null : firstName(row.with_name),
      lastText: row.text,
      isPhoto: row.is_photo,
      isMine: row.is_mine,
      isUnread: row.is_unread,
      sentAt: row.sent_at,
    })),
  }
}
