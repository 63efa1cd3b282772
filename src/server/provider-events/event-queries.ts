import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { ProviderEvent } from '../ports/payments/port.ts'

/** False where it was taken in before: each counts once, for ever. */
export async function insertEvent(db: Db, event: ProviderEvent, now: Instant): Promise<boolean> {
  const row = await db
    .insertInto('provider_event')
    .values({
      id: event.id,
      type: event.type,
      subject: event.subject,
      object_id: event.objectId,
      account_id: event.accountId,
      happened_at: toTimestamp(event.createdAt),
      received_at: toTimestamp(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findKnown(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('provider_event')
    .where('id', 'in', [...ids])
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** When the newest event was taken in; null where none ever was. */
export async function lastEventAt(db: Db): Promise<Instant | null> {
  const row = await db
    .selectFrom('provider_event')
    .select((eb) => eb.fn.max('received_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}
