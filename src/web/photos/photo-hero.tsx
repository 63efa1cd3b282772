/** The proof of a visit as what one sees first: one picture across the page, the others below it; a tap opens it whole. */
import { lazy, Suspense, useState } from 'react'
import { imageUrl } from '#domain/images.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useText } from '#web/text/store.ts'
import type { HeroPhoto } from './hero-photo.ts'

const PhotoViewer = lazy(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }))

export function PhotoHero({ photos, caption }: { photos: readonly HeroPhoto[]; caption: string }) {
  const { ui, customer } = useText()
  const [chosen, setChosen] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const shown = photos[chosen] ?? photos[0]
  if (!shown) return null
  return (
    <figure className="grid gap-2">
      <button
        type="button"
        aria-label={[shown.label, ui.photos.open(photos.indexOf(shown) + 1, photos.length)]
          .filter(Boolean)
          .join(' · ')}
        onClick={() => setOpen(true)}
        className="relative block aspect-4/3 max-h-[70dvh] w-full overflow-hidden rounded-2xl border border-line bg-sunken shadow-card"
      >
        <img
          src={shown.url}
          srcSet={`${sized(shown.url, 640)} 640w, ${sized(shown.url, 1280)} 1280w`}
          sizes="(min-width: 64rem) 56rem, 100vw"
          alt={shown.alt}
          fetchPriority="high"
          className="size-full object-cover"
        />
        {shown.label && <Label>{shown.label}</Label>}
      </button>
      {photos.length > 1 && (
        <ul className="flex gap-2 overflow-x-auto p-1">
          {photos.map((photo, index) => (
            <li key={photo.url} className="shrink-0">
              <button
                type="button"
                aria-label={[photo.label, customer.visit.photos.show(index + 1, photos.length)]
                  .filter(Boolean)
                  .join(' · ')}
                aria-pressed={photo === shown}
                onClick={() => setChosen(index)}
                className={`relative block size-20 overflow-hidden rounded-xl border-2 ${photo === shown ? 'border-accent' : 'border-transparent'}`}
              >
                <img src={sized(photo.url, 160)} alt="" loading="lazy" className="size-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <figcaption className="px-1 text-sm text-muted">{caption}</figcaption>
      {isOpen && (
        <PartBoundary isQuiet>
          <Suspense>
            <PhotoViewer photos={photos} first={photos.indexOf(shown)} onClose={() => setOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </figure>
  )
}

function Label({ children }: { children: string }) {
  return (
    <span className="absolute top-3 left-3 rounded-full bg-card px-3 py-1 text-sm font-semibold text-ink shadow-card">
      {children}
    </span>
  )
}

function sized(url: string, width: number): string {
  return imageUrl(url, { type: 'webp', width, quality: 80 })
}
