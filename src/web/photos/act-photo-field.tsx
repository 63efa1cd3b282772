/** The one photo of an act as a field: the picture once it is there, and one big button. */
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type ActPhoto, useActPhoto } from './act-photo.ts'
import { PhotoStrip } from './photo-strip.tsx'

type ActPhotoFieldProps = {
  place: Parameters<typeof useActPhoto>[0]['place']
  label: string
  photo: ActPhoto | undefined
  onPhoto: (photo: ActPhoto) => void
}

export function ActPhotoField({ place, label, photo, onPhoto }: ActPhotoFieldProps) {
  const texts = useText().crew.camera
  const { camera, progress, error } = useActPhoto({ place, label, onPhoto })
  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold">{label}</p>
      {photo && <PhotoStrip photos={[{ ...photo, alt: label }]} />}
      {progress !== undefined && <ProgressBar label={label} value={progress} />}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      <Button icon="camera" isWide isLarge isBusy={progress !== undefined} onClick={camera.open}>
        {photo ? texts.retake : texts.take}
      </Button>
      {camera.parts}
    </div>
  )
}
