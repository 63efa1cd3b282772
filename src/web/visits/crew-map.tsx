import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { RouteMap } from '#web/ui/maps/route-map.tsx'

type Arrival = Reply<'GET /api/visit-arrival'>
type CrewMapProps = { arrival: Arrival; dot: NonNullable<Arrival['dot']>; placeName: string }

/** The place and the crew on its way there, which the sentence below says without a picture. */
export function CrewMap({ arrival: { place, crewFirstName, timeZone }, dot, placeName }: CrewMapProps) {
  const { now, coming } = useText().today
  const format = useFormat()
  const seen = coming.seen(crewFirstName ?? now.yourCrew, format.time(dot.measuredAt, timeZone))
  return (
    <>
      <RouteMap
        isRoute={false}
        hasVisibleList
        stops={[{ id: 'place', place, label: placeName }]}
        dot={{ place: { lat: dot.lat, lng: dot.lng }, label: seen }}
      />
      <p className="nums px-4 py-2 text-sm text-muted sm:px-5">{seen}</p>
    </>
  )
}
