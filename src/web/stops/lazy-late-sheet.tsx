/** What says that the crew is late: on the phone with the rest, and no part of the first screen. */
import { lazy, Suspense } from 'react'
import { PartBoundary } from '#web/errors/part-boundary.tsx'

const Late = lazy(async () => ({ default: (await import('./late-sheet.tsx')).LateSheet }))

export function LazyLateSheet({ onClose }: { onClose: () => void }) {
  return (
    <PartBoundary onMissing={onClose}>
      <Suspense>
        <Late onClose={onClose} />
      </Suspense>
    </PartBoundary>
  )
}
