import type { photos } from '#contract/photos.ts'
import type { Handlers } from '../http/handler.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { addVisitPhoto } from './add-visit-photo.ts'

export const photosHandlers: Handlers<typeof photos> = {
  'POST /api/upload-visit-photo': async ({ app, scope, query, file, locale }) => {
    const visitId = query.visitId
    const added = await addVisitPhoto(app, scope, { ...query, visitId, file, locale })
    return { ...added, photo: toPhotoReply(app, added.photo) }
  },
}
