/** One photo for an act: sent at once, since the act itself needs a connection. */
import { useRef, useState } from 'react'
import { upload } from '#web/api.ts'
import { currentText, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { PhotoStrip } from '#web/ui/photo-strip.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { checksumOf, shrinkPhoto } from './shrink-photo.ts'

export type ActPhoto = { photoId: string; url: string; thumbnailUrl: string }

type ActPhotoFieldProps = {
  visitId: string
  label: string
  photo: ActPhoto | undefined
  onPhoto: (photo: ActPhoto) => void
}

export function ActPhotoField({ visitId, label, photo, onPhoto }: ActPhotoFieldProps) {
  const { access } = useText().today
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const send = async (file: File) => {
    setError(undefined)
    setProgress(0)
    try {
      const small = await shrinkPhoto(file)
      const query = { visitId, sha256: await checksumOf(small) }
      const sent = await upload('POST /api/upload-visit-photo', {
        query,
        file: small,
        onProgress: setProgress,
      })
      onPhoto(sent.photo)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : currentText().ui.somethingWrong)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold">{label}</p>
      {photo && <PhotoStrip photos={[{ url: photo.url, thumbnailUrl: photo.thumbnailUrl, alt: label }]} />}
      {progress !== undefined && <ProgressBar label={label} value={progress} />}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <Button
        icon="camera"
        isWide
        isLarge
        isBusy={progress !== undefined}
        onClick={() => input.current?.click()}
      >
        {photo ? access.retakePhoto : access.takePhoto}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
    </div>
  )
}
