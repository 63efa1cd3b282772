/** Who looks after what, for a quarter of an hour, and what somebody has looked at. */
import { sql } from 'kysely'
import type { Queue } from '#contract/queue-kinds.ts'
import { DAY_MS, type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

/** Who took something and does nothing with it loses it to the others. */
const HELD_FOR_MS = 15 * MINUTE_MS
/** No queue reaches back so far. */
const KEPT_FOR_MS = 60 * DAY_MS

type Item = { readonly kind: Queue; readonly id: string }

export const heldSince = (now: Instant) => sql`${toTimestamp(instant(now - HELD_FOR_MS))}::timestamptz`

/** Of two who take it at once one has it; false where somebody else holds it. */
export async function takeItem(
  db: Db,
  { userId }: OperatorScope,
  { kind, id }: Item,
  now: Instant,
): Promise<boolean> {
  const { rows } = await sql`
    insert into queue_item (kind, subject_id, owner_id, taken_at)
    values (${kind}, ${id}, ${userId}, ${toTimestamp(now)})
    on conflict (kind, subject_id) do update set owner_id = excluded.owner_id, taken_at = excluded.taken_at
    where queue_item.settled_at is null
      and (queue_item.owner_id = excluded.owner_id or queue_item.taken_at <= ${heldSince(now)})
    returning kind
  `.execute(db)
  return rows.length > 0
}

export async function leaveItem(db: Db, { userId }: OperatorScope, { kind, id }: Item): Promise<void> {
  await db
    .deleteFrom('queue_item')
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('owner_id', '=', userId)
    .where('settled_at', 'is', null)
    .execute()
}

/** Of what the operator holds. */
export async function settleItem(db: Db, { userId }: OperatorScope, { kind, id }: Item, now: Instant) {
  await db
    .updateTable('queue_item')
    .set({ settled_at: toTimestamp(now) })
    .where('kind', '=', kind)
    .where('subject_id', '=', id)
    .where('owner_id', '=', userId)
    .execute()
}

export async function forgetOldItems(db: Db, now: Instant): Promise<void> {
  await db
    .deleteFrom('queue_item')
    .where('taken_at', '<=', toTimestamp(instant(now - KEPT_FOR_MS)))
    .execute()
}
