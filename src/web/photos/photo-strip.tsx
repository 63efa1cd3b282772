/** `<PhotoStrip photos={[{ url, alt }]} />` – small pictures in a row; a tap shows one large. */
import { useState } from 'react'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'

export type Photo = { url: string; thumbnailUrl?: string; alt: string }

export function PhotoStrip({
  photos,
  onRemove,
}: {
  photos: readonly Photo[]
  onRemove?: (photo: Photo) => void
}) {
  const { ui } = useText()
  const [shown, setShown] = useState<Photo>()
  return (
    <>
      <ul className="flex gap-2 overflow-x-auto py-1">
        {photos.map((photo, index) => (
          <li key={photo.url} className="relative shrink-0">
            <button
              type="button"
              aria-label={ui.photos.open(index + 1, photos.length)}
              onClick={() => setShown(photo)}
              className="block overflow-hidden rounded-xl border border-line"
            >
              <img
                src={photo.thumbnailUrl ?? photo.url}
                alt={photo.alt}
                loading="lazy"
                className="size-24 object-cover"
              />
            </button>
            {onRemove && (
              <span className="absolute top-0 right-0 rounded-xl bg-card/90">
                <IconButton icon="close" label={ui.remove(photo.alt)} onClick={() => onRemove(photo)} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        title={shown?.alt ?? ''}
        isOpen={shown !== undefined}
        isWide
        onClose={() => setShown(undefined)}
      >
        {shown && (
          <img src={shown.url} alt={shown.alt} className="max-h-[70dvh] w-full rounded-xl object-contain" />
        )}
      </Dialog>
    </>
  )
}
