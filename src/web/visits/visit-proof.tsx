/** What the work looked like: the order's own photos before it, the crew's after it. */
import type { Reply } from '#web/api.ts'
import type { HeroPhoto } from '#web/photos/hero-photo.ts'
import { PhotoHero } from '#web/photos/photo-hero.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'

type Visit = Reply<'GET /api/visit'>

export function VisitProof({ visit }: { visit: Visit }) {
  const texts = useText().customer.visit
  const format = useFormat()
  const photos = usePhotos(visit)
  if (photos.length === 0) return <p className="px-1 text-muted">{texts.noProof}</p>
  const done = visit.completedAt && format.dateTime(visit.completedAt, visit.timeZone)
  return (
    <PhotoHero
      photos={photos}
      caption={[visit.photos.length > 0 && texts.proof, done].filter(Boolean).join(' · ')}
    />
  )
}

/** The newest of the crew's first: what it looks like now. */
function usePhotos({ photos, orderPhotos, timeZone }: Visit): readonly HeroPhoto[] {
  const texts = useText().customer.visit
  const format = useFormat()
  const hasBoth = photos.length > 0 && orderPhotos.length > 0
  const after = photos.map(({ url, width, height, takenAt }, index) => ({
    url,
    width,
    height,
    alt: texts.photo(index + 1, format.dateTime(takenAt, timeZone)),
    ...(hasBoth ? { label: texts.photos.proof } : {}),
  }))
  const before = orderPhotos.map(({ url }, index) => ({
    url,
    alt: texts.photos.yours(index + 1),
    label: texts.photos.asked,
  }))
  return [...after, ...before]
}
