import { useEndpoint } from '#web/api.ts'
import type { OrderPlace } from './order-draft.ts'

/** What can be ordered at a place; asks nothing before there is one. */
export function useServicesAt(place: OrderPlace | null) {
  const { lat, lng } = place ?? { lat: 0, lng: 0 }
  return useEndpoint(
    'POST /api/get-on-demand-services',
    { body: { lat, lng } },
    { isEnabled: place !== null, staleMs: 60_000 },
  )
}
