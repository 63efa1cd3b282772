import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { JsonIn } from '../db/json-columns.ts'

type Entry = {
  /** Null where the product acted by itself. */
  readonly actorId: UserId | null
  readonly action: string
  /** The id or key of what was acted on. */
  readonly subject: string
  readonly detail?: JsonIn<'audit_entry.detail'>
  readonly at: Instant
}

/** Who did what, for operators to look up; in the transaction of what was done. */
export async function recordAudit(
  db: Db,
  { actorId, action, subject, detail = {}, at }: Entry,
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({ at: toTimestamp(at), actor_id: actorId, action, subject, detail: toJson(detail) })
    .execute()
}
