/** What only some places have: pickups that follow stays, crews that are asked first. */
import { lazy, Suspense } from 'react'
import type { PropertyId } from '#domain/ids.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'

const PickupsCard = lazy(() =>
  loadChunk(async () => ({ default: (await import('./pickups-card.tsx')).PickupsCard })),
)

const PlaceCrewsCard = lazy(() =>
  loadChunk(async () => ({ default: (await import('./place-crews-card.tsx')).PlaceCrewsCard })),
)

export function LazyPlaceCards({ propertyId }: { propertyId: PropertyId }) {
  return (
    <>
      <Suspense fallback={null}>
        <PickupsCard propertyId={propertyId} />
      </Suspense>
      <Suspense fallback={null}>
        <PlaceCrewsCard propertyId={propertyId} />
      </Suspense>
    </>
  )
}
