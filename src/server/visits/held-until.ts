import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

/** When a visit last left this crew; null where it never did. Steps write down from whom they took it. */
export async function heldUntil(db: Db, visitId: VisitId, crewId: UserId): Promise<Instant | null> {
  const { at } = await db
    .selectFrom('visit_event')
    .where('visit_id', '=', visitId)
    .where(sql`detail ->> 'crewBefore'`, '=', crewId)
    .select((the) => the.fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}
