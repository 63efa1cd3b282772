import type { VisitId } from '#domain/ids.ts'
import type { Db } from '../app.ts'
import type { CrewScope } from '../users/scope.ts'

export type PhotoRow = {
  readonly id: string
  readonly storage_key: string
  readonly width: number
  readonly height: number
}

const PHOTO_COLUMNS = ['photo.id', 'photo.storage_key', 'photo.width', 'photo.height'] as const

export function findPhoto(db: Db, photoId: string): Promise<PhotoRow | undefined> {
  return db.selectFrom('photo').where('id', '=', photoId).select(PHOTO_COLUMNS).executeTakeFirst()
}

/** The crew's own visit as uploading needs it; nobody else's is found. */
export async function findVisitForPhotos(db: Db, scope: CrewScope, visitId: VisitId) {
  const row = await db
    .selectFrom('visit')
    .innerJoin('service', 'service.key', 'visit.service_key')
    .where('visit.id', '=', visitId)
    .where('visit.crew_id', '=', scope.userId)
    .select(['visit.state', 'service.photos_required'])
    .executeTakeFirst()
  return row && { state: row.state, photosRequired: row.photos_required }
}

export function findSamePhoto(db: Db, visitId: VisitId, sha256: Buffer): Promise<PhotoRow | undefined> {
  return db
    .selectFrom('photo')
    .where('visit_id', '=', visitId)
    .where('sha256', '=', sha256)
    .select(PHOTO_COLUMNS)
    .executeTakeFirst()
}

export async function countPhotos(db: Db, visitId: VisitId): Promise<number> {
  const { count } = await db
    .selectFrom('photo')
    .where('visit_id', '=', visitId)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Photos of visits, oldest first. The caller has checked who may see them. */
export async function photosOfVisits(db: Db, visitIds: readonly VisitId[]) {
  if (visitIds.length === 0) return []
  return db
    .selectFrom('photo')
    .where('visit_id', 'in', visitIds)
    .orderBy('created_at')
    .orderBy('id')
    .select([...PHOTO_COLUMNS, 'photo.visit_id', 'photo.taken_at'])
    .execute()
}
