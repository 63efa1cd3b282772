/**
 * One photo for an act: sent at once, since the act itself needs a connection. Without one it is kept as proof of the
 * visit all the same: no photo that was taken is lost (field 39).
 */
import { useState } from 'react'
import { ApiError, call } from '#web/api.ts'
import type { NativePhoto } from '#web/bridge/port.ts'
import type { ActPlace } from '#web/offline/queue/acts.ts'
import { currentText } from '#web/text/store.ts'
import { upload } from '#web/upload.ts'
import { keepPhoto } from './keep-photo.ts'
import { checksumOf, shrinkPhoto } from './shrink-photo.ts'
import { useVisitCamera } from './visit-camera.tsx'

export type ActPhoto = { photoId: string; url: string; thumbnailUrl?: string }

type ActPhotoInput = { place: ActPlace; label: string; onPhoto: (photo: ActPhoto) => unknown }

/** `progress` is undefined while nothing is sent; `camera` as in `useVisitCamera`. */
export function useActPhoto({ place, label, onPhoto }: ActPhotoInput) {
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const take = async (photoOf: () => Promise<ActPhoto>) => {
    setError(undefined)
    setProgress(0)
    try {
      await onPhoto(await photoOf())
    } catch (failure) {
      setError(
        failure instanceof Error && failure.message ? failure.message : currentText().ui.somethingWrong,
      )
    } finally {
      setProgress(undefined)
    }
  }
  const camera = useVisitCamera({
    visitId: place.visitId,
    label,
    onFiles: ([file]) => void take(() => sendOrKeep(place, file!, setProgress)),
    onTaken: (photo) => void take(() => sentByApp(photo)),
  })
  return { camera, progress, error }
}

async function sendOrKeep(
  place: ActPlace,
  file: File,
  onProgress: (share: number) => void,
): Promise<ActPhoto> {
  try {
    const small = await shrinkPhoto(file)
    const query = { visitId: place.visitId, sha256: await checksumOf(small) }
    return (await upload('POST /api/upload-visit-photo', { query, file: small, onProgress })).photo
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 0) throw failure
    await keepPhoto(place, file)
    throw new Error(currentText().crew.camera.kept, { cause: failure })
  }
}

/** What the server has of it: what the app says is no proof, and need not name the photo. */
async function sentByApp({ visitId, photoId }: NativePhoto): Promise<ActPhoto> {
  const { photos } = await call('GET /api/visit', { query: { id: visitId } })
  const photo = photoId === undefined ? photos.at(-1) : photos.find(({ id }) => id === photoId)
  if (photo === undefined) throw new Error(currentText().crew.camera.notThere)
  return { photoId: photo.id, url: photo.url }
}
