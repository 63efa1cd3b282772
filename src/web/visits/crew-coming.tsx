/** The crew on its way: the span in which it arrives and, where it shares it, where it is; or how many stops are before. */
import { lazy, Suspense } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'

export type Arrival = Reply<'GET /api/visit-arrival'>

/** The live stream is faster where it is up. */
const LOOKS_EVERY_MS = 15_000

const CrewMap = lazy(async () => ({ default: (await import('./crew-map.tsx')).CrewMap }))

/** Undefined while it is not known, and while nobody is on the way there. */
export function useArrival(visitId: string, isExpected: boolean): Arrival | undefined {
  const read = useEndpoint(
    'GET /api/visit-arrival',
    { query: { id: visitId } },
    { refetchMs: LOOKS_EVERY_MS, isEnabled: isExpected },
  )
  return isExpected ? read.data : undefined
}

/** `Arrives between 9:33 AM and 9:39 AM.`, `2 stops before you.`, or nothing where nothing is known. */
export function useArrivalText(): (arrival: Arrival | undefined) => string | null {
  const { coming } = useText().today
  const format = useFormat()
  return (arrival) => {
    if (arrival === undefined) return null
    const { arrivesFrom, arrivesUntil, stopsBefore, timeZone } = arrival
    if (arrivesFrom !== null && arrivesUntil !== null)
      return coming.between(format.time(arrivesFrom, timeZone), format.time(arrivesUntil, timeZone))
    return stopsBefore === null ? null : coming.stopsBefore(stopsBefore)
  }
}

/** Stays away without a dot; the room is kept while the map comes. */
export function CrewOnMap({ arrival, placeName }: { arrival: Arrival | undefined; placeName: string }) {
  if (!arrival?.dot) return null
  return (
    <PartBoundary isQuiet>
      <Suspense fallback={<div className="h-56 sm:h-80" />}>
        <CrewMap arrival={arrival} dot={arrival.dot} placeName={placeName} />
      </Suspense>
    </PartBoundary>
  )
}
