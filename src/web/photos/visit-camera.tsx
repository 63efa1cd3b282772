/**
 * The camera at a visit: the native app's own, which sends by itself and then says so (seed §4); where there is none, a
 * file input. `const camera = useVisitCamera({ visitId, label, onFiles, onTaken })`, `<Button onClick={camera.open}>`,
 * and `{camera.parts}` anywhere beside it.
 */
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { device, useDeviceState } from '#web/bridge/device.ts'
import type { NativePhoto } from '#web/bridge/port.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'

const PHOTO_TYPES = 'image/jpeg,image/png,image/webp'

type VisitCamera = {
  visitId: string
  /** Names the file input, which nobody sees: the button in front of it is what people use. */
  label: string
  onFiles: (files: readonly File[]) => void
  /** The native app has taken a photo for this button and sent it. */
  onTaken: (photo: NativePhoto) => void
}

/** The app answers with the visit only: of several buttons for one visit, the photo is for the one tapped last. */
let lastAsker: string | undefined

export function useVisitCamera({ visitId, label, onFiles, onTaken }: VisitCamera): {
  open: () => void
  parts: ReactNode
} {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const taken = useDeviceState().photos
  /** How many photos the app had sent when this button asked for one. */
  const [askedAfter, setAskedAfter] = useState<number>()
  const answer = askedAfter === undefined ? undefined : taken.slice(askedAfter).find(isOf(visitId))
  const takeAnswer = useEffectEvent((photo: NativePhoto) => {
    if (lastAsker === id) onTaken(photo)
  })
  useEffect(() => {
    if (answer) takeAnswer(answer)
  }, [answer])

  const chooseFile = () => input.current?.click()
  const open = () => {
    if (!device().takePhoto(visitId)) return chooseFile()
    lastAsker = id
    setAskedAfter(taken.length)
  }
  const parts = (
    <>
      {askedAfter !== undefined && answer === undefined && <CameraWayOn onChoose={chooseFile} />}
      <input
        ref={input}
        type="file"
        accept={PHOTO_TYPES}
        capture="environment"
        aria-label={label}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length === 0) return
          setAskedAfter(undefined)
          onFiles(files)
        }}
      />
    </>
  )
  return { open, parts }
}

function isOf(visitId: string) {
  return (photo: NativePhoto) => photo.visitId === visitId
}

/** Field 40: an app whose camera stays shut, or may not be used, never stands in the way of the proof. */
function CameraWayOn({ onChoose }: { onChoose: () => void }) {
  const { camera } = useText().crew
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-muted">{camera.shut}</p>
      <Button icon="camera" onClick={onChoose}>
        {camera.chooseFile}
      </Button>
    </div>
  )
}
