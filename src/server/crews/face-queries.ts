/** The pictures of crews, and how much they have done. */
import type { Insertable } from 'kysely'
import type { PhotoId, UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { UserScope } from '../scope.ts'

/** More is said as many: nobody has a whole history counted for one line. */
const MOST_COUNTED = 1_000

export async function findFaces(db: Db, crewIds: readonly UserId[]) {
  if (crewIds.length === 0) return []
  const rows = await db
    .selectFrom('crew_profile')
    .where('user_id', 'in', [...crewIds])
    .where('photo_id', 'is not', null)
    .select(['user_id', 'photo_id'])
    .execute()
  return rows.flatMap(({ user_id: crewId, photo_id: photoId }) =>
    photoId === null ? [] : [{ crewId, photoId }],
  )
}

export async function countDoneVisits(db: Db, crewId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('visit')
        .where('crew_id', '=', crewId)
        .where('state', '=', 'completed')
        .limit(MOST_COUNTED)
        .select('id')
        .as('done'),
    )
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertFace(db: Db, values: Insertable<Database['photo']>): Promise<void> {
  await db.insertInto('photo').values(values).execute()
}

/** The profile is locked until the transaction ends; undefined for whoever is no crew, or of another market than the operator. */
export function lockFace(db: Db, crewId: UserId, operator?: UserScope) {
  return db
    .selectFrom('crew_profile')
    .innerJoin('users', 'users.id', 'crew_profile.user_id')
    .leftJoin('photo', 'photo.id', 'crew_profile.photo_id')
    .where('crew_profile.user_id', '=', crewId)
    .$if(operator !== undefined, (query) => query.where('users.market_id', '=', operator!.marketId))
    .forNoKeyUpdate('crew_profile')
    .select(['photo.id', 'photo.storage_key'])
    .executeTakeFirst()
}

export async function setFace(db: Db, crewId: UserId, photoId: PhotoId | null): Promise<void> {
  await db.updateTable('crew_profile').set({ photo_id: photoId }).where('user_id', '=', crewId).execute()
}

export async function deleteFace(db: Db, photoId: PhotoId): Promise<void> {
  await db.deleteFrom('photo').where('id', '=', photoId).where('purpose', '=', 'face').execute()
}
