import type { Insertable } from 'kysely'
import type { PhotoId, UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import type { CrewScope } from '../scope.ts'
import { photosRequired } from '../visits/photo-rule-queries.ts'

export type PhotoRow = {
  readonly id: PhotoId
  readonly storage_key: string
  readonly width: number
  readonly height: number
}

const PHOTO_COLUMNS = ['photo.id', 'photo.storage_key', 'photo.width', 'photo.height'] as const

export function findPhoto(db: Db, photoId: PhotoId): Promise<PhotoRow | undefined> {
  const columns = ['id', 'storage_key', 'width', 'height'] as const
  return db
    .selectFrom('photo')
    .where('id', '=', photoId)
    .select(columns)
    .unionAll((from) => from.selectFrom('order_photo').where('id', '=', photoId).select(columns))
    .executeTakeFirst()
}

/** A visit as uploading needs it; the rule decides whose photos it takes. */
export async function findVisitForPhotos(db: Db, _scope: CrewScope, visitId: VisitId) {
  const row = await db
    .selectFrom('visit')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .where('visit.id', '=', visitId)
    .select(['visit.state', 'visit.crew_id', 'visit.ends_at', photosRequired.as('photos_required')])
    .executeTakeFirst()
  return (
    row && {
      state: row.state,
      crewId: row.crew_id,
      endsAt: row.ends_at,
      photosRequired: row.photos_required,
    }
  )
}

export function findSamePhoto(db: Db, visitId: VisitId, sha256: Buffer): Promise<PhotoRow | undefined> {
  return db
    .selectFrom('photo')
    .where('visit_id', '=', visitId)
    .where('sha256', '=', sha256)
    .select(PHOTO_COLUMNS)
    .executeTakeFirst()
}

/** The item that a photo shows; one that shows none yet shows this one from now on. */
export async function showsItem(db: Db, photoId: PhotoId, itemKey: string): Promise<boolean> {
  const row = await db
    .updateTable('photo')
    .set((set) => ({ item_key: set.fn.coalesce('item_key', set.val(itemKey)) }))
    .where('id', '=', photoId)
    .returning('item_key')
    .executeTakeFirstOrThrow()
  return row.item_key === itemKey
}

/** Undefined where the visit has the same picture already. */
export function insertPhoto(db: Db, values: Insertable<Database['photo']>): Promise<PhotoRow | undefined> {
  return db
    .insertInto('photo')
    .values(values)
    .onConflict((conflict) => conflict.columns(['visit_id', 'sha256']).doNothing())
    .returning(PHOTO_COLUMNS)
    .executeTakeFirst()
}

/** The proof that this crew has given: who had the visit before may have sent photos, too. */
export async function countPhotos(db: Db, visitId: VisitId, crewId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('photo')
    .where('visit_id', '=', visitId)
    .where('owner_id', '=', crewId)
    .where('purpose', '=', 'proof')
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** How many photos a crew has sent since. */
export async function countSentPhotos(db: Db, scope: CrewScope, since: Instant): Promise<number> {
  const { count } = await db
    .selectFrom('photo')
    .where('owner_id', '=', scope.userId)
    .where('created_at', '>', toTimestamp(since))
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The proof of visits, oldest first. The caller has checked who may see them. */
export async function photosOfVisits(db: Db, visitIds: readonly VisitId[]) {
  if (visitIds.length === 0) return []
  return db
    .selectFrom('photo')
    .where('visit_id', 'in', visitIds)
    .where('photo.purpose', '=', 'proof')
    .orderBy('created_at')
    .orderBy('id')
    .select([...PHOTO_COLUMNS, 'photo.visit_id', 'photo.owner_id', 'photo.taken_at', 'photo.item_key'])
    .execute()
}
