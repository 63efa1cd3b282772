import type { photos } from '#contract/photos.ts'
import type { VisitId } from '#domain/ids.ts'
import type { Handlers } from '../http/handler.ts'
import { addVisitPhoto } from './actions.ts'
import { toPhotoReply } from './photo-url.ts'

export const photosHandlers: Handlers<typeof photos> = {
  'POST /api/upload-visit-photo': async ({ app, scope, query, file, locale }) => {
    const visitId = query.visitId as VisitId
    const added = await addVisitPhoto(app, scope, { ...query, visitId, file, locale })
    return { ...added, photo: toPhotoReply(app, added.photo) }
  },
}
