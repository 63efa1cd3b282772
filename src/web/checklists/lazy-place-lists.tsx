/** The lists of a place come after the page that they stand on, with their words. */
import { type ComponentProps, lazy, Suspense } from 'react'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { loadAreas } from '#web/text/store.ts'

const Lists = lazy(() =>
  loadChunk(async () => {
    const [{ PlaceChecklists }] = await Promise.all([
      import('./place-checklists.tsx'),
      loadAreas(['checklists']),
    ])
    return { default: PlaceChecklists }
  }),
)
const Low = lazy(() =>
  loadChunk(async () => {
    const [{ LowSupplies }] = await Promise.all([import('./low-supplies.tsx'), loadAreas(['checklists'])])
    return { default: LowSupplies }
  }),
)

export function LazyPlaceChecklists(props: ComponentProps<typeof Lists>) {
  return (
    <PartBoundary>
      <Suspense>
        <Lists {...props} />
      </Suspense>
    </PartBoundary>
  )
}

export function LazyLowSupplies(props: ComponentProps<typeof Low>) {
  return (
    <PartBoundary isQuiet>
      <Suspense>
        <Low {...props} />
      </Suspense>
    </PartBoundary>
  )
}
