import { shrinkPhoto } from '#web/photos/shrink-photo.ts'
import { upload } from '#web/upload.ts'

export const PHOTO_FILES = { accept: 'image/jpeg,image/png,image/webp', maxBytes: 20 * 1024 * 1024 } as const

/** One after the other, each on its own; answers how many could not be sent. */
export async function sendDisputePhotos(disputeId: string, files: readonly File[]): Promise<number> {
  let failed = 0
  for (const file of files)
    try {
      await upload('POST /api/upload-dispute-photo', { query: { disputeId }, file: await shrinkPhoto(file) })
    } catch {
      failed += 1
    }
  return failed
}
