/** Pictures over the whole screen: arrow keys and swipes go on, a tap or the plus key looks closer, Escape closes. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { imageUrl } from '#domain/images.ts'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { HeroPhoto } from './hero-photo.ts'

const CLOSER = 2.5
/** Pixels that a finger moves sideways to go on. */
const SWIPE = 48

type ViewerProps = { photos: readonly HeroPhoto[]; first: number; onClose: () => void }

export function PhotoViewer({ photos, first, onClose }: ViewerProps) {
  const { ui, customer } = useText()
  const texts = customer.visit.photos
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(first)
  const [isClose, setClose] = useState(false)
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    document.documentElement.style.overflow = 'hidden'
    return () => {
      opened?.close()
      document.documentElement.style.overflow = ''
    }
  }, [])
  const go = (step: number) => {
    setClose(false)
    setIndex((before) => Math.min(photos.length - 1, Math.max(0, before + step)))
  }
  const swipe = useSwipe(go)
  const press = (event: KeyboardEvent) => {
    const act = KEYS[event.key]
    if (act === undefined) return
    event.preventDefault()
    if (act.step !== undefined) go(act.step)
    if (act.isClose !== undefined) setClose(act.isClose)
  }
  const photo = photos[index]
  if (!photo) return null
  return (
    <dialog
      ref={dialog}
      aria-label={photo.alt}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none flex-col bg-ground text-ink open:flex"
    >
      <header className="flex min-h-14 items-center gap-2 px-2 pt-safe">
        <p className="nums min-w-0 flex-1 px-2 text-sm" aria-live="polite">
          {[photo.label, photo.alt].filter(Boolean).join(' · ')}
        </p>
        <IconButton
          icon={isClose ? 'minus' : 'plus'}
          label={isClose ? texts.whole : texts.closer}
          onClick={() => setClose(!isClose)}
        />
        <IconButton icon="close" label={ui.close} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-auto" {...(isClose ? {} : swipe)}>
        <img
          src={imageUrl(photo.url, { type: 'webp', width: isClose ? 2048 : 1280, quality: 80 })}
          alt={photo.alt}
          draggable={false}
          style={isClose ? { width: `${CLOSER * 100}%` } : undefined}
          className={isClose ? 'max-w-none' : 'size-full touch-pan-y object-contain'}
        />
      </div>
      {photos.length > 1 && (
        <footer className="flex items-center justify-center gap-4 p-2 pb-safe">
          <IconButton icon="chevron-left" label={texts.before} onClick={() => go(-1)} />
          <span className="nums text-sm text-muted">{texts.of(index + 1, photos.length)}</span>
          <IconButton icon="chevron-right" label={texts.next} onClick={() => go(1)} />
        </footer>
      )}
    </dialog>
  )
}

const KEYS: Readonly<Record<string, { step?: number; isClose?: boolean }>> = {
  ArrowLeft: { step: -1 },
  ArrowRight: { step: 1 },
  '+': { isClose: true },
  '=': { isClose: true },
  '-': { isClose: false },
}

function useSwipe(onStep: (step: number) => void) {
  const from = useRef<number | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = event.clientX
    },
    onPointerUp: (event: PointerEvent) => {
      const moved = from.current === null ? 0 : event.clientX - from.current
      from.current = null
      if (Math.abs(moved) >= SWIPE) onStep(moved < 0 ? 1 : -1)
    },
  }
}
