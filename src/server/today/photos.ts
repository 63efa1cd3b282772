/** Photos of a closed door or of what more there is to do were sent like proof, and are none. */
import type { PhotoId, VisitId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'

/** The photo must be this crew's own, of this visit. */
export async function claimPhoto(
  db: Db,
  scope: CrewScope,
  input: { readonly photoId: PhotoId; readonly visitId: VisitId; readonly purpose: 'access' | 'extra' },
): Promise<void> {
  const claimed = await db
    .updateTable('photo')
    .set({ purpose: input.purpose })
    .where('id', '=', input.photoId)
    .where('visit_id', '=', input.visitId)
    .where('owner_id', '=', scope.userId)
    .executeTakeFirst()
  if (Number(claimed.numUpdatedRows) === 0) throw new Refused('photos_missing', { at: 'photoId' })
}
