import type { BuildingId, ComplexId, PhotoId, VisitId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { unitsOfBuilding } from './building-queries.ts'
import { isPhotoOfNight } from './night-queries.ts'

/** Refuses a building that is not of this complex, and a door that is not of this building. */
export async function checkDoor(
  db: Db,
  complexId: ComplexId,
  buildingId: BuildingId,
  unitLabel: string | null,
): Promise<void> {
  const units = await unitsOfBuilding(db, complexId, buildingId)
  if (units === undefined) throw new Refused('not_found')
  if (unitLabel !== null && !units.includes(unitLabel)) throw new Refused('no_such_unit', { at: 'unitLabel' })
}

/** Proof is taken at the place: only photos of this very visit, by this crew. */
export async function checkPhotoOfNight(
  db: Db,
  scope: CrewScope,
  visitId: VisitId,
  photoId: PhotoId,
): Promise<void> {
  if (!(await isPhotoOfNight(db, scope, visitId, photoId)))
    throw new Refused('photo_of_another_visit', { at: 'photoId' })
}
