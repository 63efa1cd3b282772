/** What tells of the stays of a place. */
import type { PropertyId, StaySourceId } from '#domain/ids.ts'
import type { Platform } from '#domain/stays/stay.ts'
import type { SourceKind } from '#domain/stays/truth.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** The same place and account, or feed, again is the one that is there. Whose place it is, the caller knows. @public */
export async function saveSource(
  db: Db,
  source: {
    readonly propertyId: PropertyId
    readonly kind: SourceKind
    readonly platform: Platform
    readonly externalRef: string
    readonly now: Instant
  },
): Promise<StaySourceId> {
  const { id } = await db
    .insertInto('stay_source')
    .values({
      property_id: source.propertyId,
      kind: source.kind,
      platform: source.platform,
      external_ref: source.externalRef,
      created_at: toTimestamp(source.now),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['property_id', 'kind', 'external_ref'])
        .where('ended_at', 'is', null)
        .doUpdateSet({ platform: source.platform }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function markEnded(db: Db, sourceId: StaySourceId, now: Instant): Promise<void> {
  await db
    .updateTable('stay_source')
    .set({ ended_at: toTimestamp(now) })
    .where('id', '=', sourceId)
    .execute()
}
