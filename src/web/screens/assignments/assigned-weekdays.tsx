/** Standing assignments by weekday, each day with its map and in its order. */
import { useState } from 'react'
import { WEEKDAYS } from '#domain/time.ts'
import { type Services, useServices } from '#web/jobs/services.ts'
import { useWindowText } from '#web/jobs/window-text.ts'
import { StopNumber } from '#web/stops/stop-number.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { type AssignedStop, payOf } from './assigned-stop.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'

/** `token`: they were opened by a link, and are released by it. */
export function AssignedWeekdays({ stops, token }: { stops: readonly AssignedStop[]; token: string | null }) {
  const services = useServices()
  const [releasing, setReleasing] = useState<AssignedStop>()
  return (
    <>
      {WEEKDAYS.map((weekday) => ({ weekday, assigned: stops.filter((stop) => stop.weekday === weekday) }))
        .filter(({ assigned }) => assigned.length > 0)
        .map(({ weekday, assigned }) => (
          <WeekdayCard
            key={weekday}
            weekday={weekday}
            stops={assigned}
            services={services}
            onRelease={setReleasing}
            isDriven={token === null}
          />
        ))}
      {releasing && <ReleaseDialog stop={releasing} token={token} onClose={() => setReleasing(undefined)} />}
    </>
  )
}

type WeekdayCardProps = {
  /** Only who is signed in is told the streets in between. */
  isDriven: boolean
  weekday: number
  stops: readonly AssignedStop[]
  services: Services
  onRelease: (stop: AssignedStop) => void
}

function WeekdayCard({ weekday, stops, services, onRelease, isDriven }: WeekdayCardProps) {
  const { crew, ui } = useText()
  const format = useFormat()
  return (
    <Card
      isFlush
      title={ui.weekdays.long[weekday - 1]}
      actions={
        <span className="nums text-sm text-muted">
          {crew.stops(stops.length)} · {format.money(payOf(stops))}
        </span>
      }
    >
      <RouteMap
        stops={stops.map((stop) => ({
          id: stop.assignmentId,
          place: { lat: stop.lat, lng: stop.lng },
          label: stop.propertyName,
        }))}
        isDriven={isDriven}
        hasVisibleList
      />
      <List label={ui.weekdays.long[weekday - 1]}>
        {stops.map((stop) => (
          <AssignedRow
            key={stop.assignmentId}
            stop={stop}
            services={services}
            onRelease={() => onRelease(stop)}
          />
        ))}
      </List>
    </Card>
  )
}

function AssignedRow({
  stop,
  services,
  onRelease,
}: {
  stop: AssignedStop
  services: Services
  onRelease: () => void
}) {
  const { crew } = useText()
  const format = useFormat()
  const windowText = useWindowText()
  const often = useRhythmText()
  const rhythm = isEveryWeek(stop.rhythm) ? [] : [often({ rhythm: stop.rhythm, weekdays: [stop.weekday] })]
  const facts = [services.name(stop.serviceKey), ...rhythm, windowText(stop.window)].join(' · ')
  return (
    <ListRow
      start={<StopNumber number={stop.position} />}
      title={stop.propertyName}
      detail={
        <>
          {facts}
          {stop.address && <span className="block">{stop.address}</span>}
          {stop.nextDate && <span className="block">{crew.assignments.next(format.day(stop.nextDate))}</span>}
        </>
      }
      end={
        stop.payCents !== null && <span className="nums font-semibold">{format.money(stop.payCents)}</span>
      }
      actions={
        <Button tone="quiet" onClick={onRelease} aria-label={crew.assignments.releaseOne(stop.propertyName)}>
          {crew.assignments.release}
        </Button>
      }
    />
  )
}
