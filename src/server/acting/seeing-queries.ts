/** Who looks as whom, and until when. */
import type { SeeingId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { type OperatorScope, SCOPE_COLUMNS } from '../scope.ts'

export async function insertSeeing(
  db: Db,
  seeing: { operatorId: UserId; personId: UserId; beganAt: Instant; endsAt: Instant },
): Promise<SeeingId> {
  // The log keeps who looked as whom; what is over here is of no use.
  await db
    .deleteFrom('seeing')
    .where('operator_id', '=', seeing.operatorId)
    .where('ends_at', '<=', toTimestamp(seeing.beganAt))
    .execute()
  const { id } = await db
    .insertInto('seeing')
    .values({
      operator_id: seeing.operatorId,
      person_id: seeing.personId,
      began_at: toTimestamp(seeing.beganAt),
      ends_at: toTimestamp(seeing.endsAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The person as it is now; undefined where it is not the operator's own looking, or no longer of its market. */
export function findSeen(db: Db, { userId, marketId }: OperatorScope, id: SeeingId) {
  return db
    .selectFrom('seeing')
    .innerJoin('users', 'users.id', 'seeing.person_id')
    .where('seeing.id', '=', id)
    .where('seeing.operator_id', '=', userId)
    .where('users.market_id', '=', marketId)
    .select(['seeing.ends_at', ...SCOPE_COLUMNS])
    .executeTakeFirst()
}
