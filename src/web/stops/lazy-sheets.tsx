/** What opens after a tap, and the list of a stop: on the phone with the rest, and no part of the first screen. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { PartBoundary } from '#web/errors/part-boundary.tsx'

const Access = lazy(async () => ({ default: (await import('./acts.access-sheet.tsx')).AccessSheet }))
const Extra = lazy(async () => ({ default: (await import('./acts.extra-sheet.tsx')).ExtraSheet }))
const Late = lazy(async () => ({ default: (await import('./late-sheet.tsx')).LateSheet }))
const Undone = lazy(async () => ({ default: (await import('./undone-sheet.tsx')).UndoneSheet }))
const Checklist = lazy(async () => ({ default: (await import('./stop-checklist.tsx')).StopChecklist }))

export function LazyAccessSheet(props: ComponentProps<typeof Access>) {
  return (
    <PartBoundary onMissing={props.onClose}>
      <Suspense>
        <Access {...props} />
      </Suspense>
    </PartBoundary>
  )
}

export function LazyExtraSheet(props: ComponentProps<typeof Extra>) {
  return (
    <PartBoundary onMissing={props.onClose}>
      <Suspense>
        <Extra {...props} />
      </Suspense>
    </PartBoundary>
  )
}

export function LazyLateSheet({ onClose }: { onClose: () => void }) {
  return (
    <PartBoundary onMissing={onClose}>
      <Suspense>
        <Late onClose={onClose} />
      </Suspense>
    </PartBoundary>
  )
}

export function LazyUndoneSheet(props: ComponentProps<typeof Undone>) {
  return (
    <PartBoundary onMissing={props.onClose}>
      <Suspense>
        <Undone {...props} />
      </Suspense>
    </PartBoundary>
  )
}

export function LazyChecklist(props: ComponentProps<typeof Checklist>) {
  const items = props.stop.checklist?.items ?? []
  if (items.length === 0) return null
  return (
    <PartBoundary>
      <Suspense>
        <Checklist {...props} />
      </Suspense>
    </PartBoundary>
  )
}
