import { type RefObject, useState } from 'react'
import { upload } from '#web/api.ts'
import { checksumOf, shrinkPhoto } from '#web/screens/crew/shrink-photo.ts'

/** Sends a photo of the visit and answers its id; `progress` is undefined while nothing is sent. */
export function useRoundPhoto(visitId: string) {
  const [progress, setProgress] = useState<number>()
  const send = async (file: File): Promise<string> => {
    setProgress(0)
    try {
      const photo = await shrinkPhoto(file)
      const query = { visitId, sha256: await checksumOf(photo) }
      const sent = await upload('POST /api/upload-visit-photo', {
        query,
        file: photo,
        onProgress: setProgress,
      })
      return sent.photo.photoId
    } finally {
      setProgress(undefined)
    }
  }
  return { progress, send }
}

type PhotoInputProps = {
  inputRef: RefObject<HTMLInputElement | null>
  label: string
  onChoose: (file: File) => Promise<void>
}

/** Opens the camera of a phone. */
export function PhotoInput({ inputRef, label, onChoose }: PhotoInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      accept="image/jpeg,image/png,image/webp"
      capture="environment"
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        const [file] = event.target.files ?? []
        event.target.value = ''
        if (file) void onChoose(file)
      }}
    />
  )
}
