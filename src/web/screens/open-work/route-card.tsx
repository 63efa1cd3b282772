/** One recommended route: what it is worth, what it costs in time, where it goes. */
import { useState } from 'react'
import type { RouteReason } from '#domain/assignments/route-reasons.ts'
import type { Reply } from '#web/api.ts'
import type { Services } from '#web/jobs/services.ts'
import { StopNumber } from '#web/stops/stop-number.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Money } from '#web/ui/money.tsx'

type JobRoutes = Reply<'POST /api/get-job-routes'>
export type RecommendedRoute = JobRoutes['recommendedRoutes'][number]

type RouteCardProps = {
  route: RecommendedRoute
  base: JobRoutes['base']
  reason: RouteReason | undefined
  services: Services
  onTake: () => void
}

export function RouteCard({ route, base, reason, services, onTake }: RouteCardProps) {
  const { crew, ui } = useText()
  const [isOpen, setOpen] = useState(false)
  const reasonText = useReasonText()
  const day = ui.weekdays.long[route.weekday - 1] ?? ''
  return (
    <Card isFlush title={day} actions={reason && <Badge tone="accent">{reasonText(reason, day)}</Badge>}>
      <Figures route={route} />
      <RouteMap
        stops={route.stops.map((stop) => ({
          id: stop.weeklyJobId,
          place: { lat: stop.lat, lng: stop.lng },
          label: stop.neighbourhood ?? services.name(stop.serviceKey),
          isDone: stop.isAssigned,
        }))}
        isDriven
        {...(base === null ? {} : { base })}
      />
      {isOpen && <RouteStops route={route} services={services} />}
      <div className="grid gap-2 p-4 sm:px-5 sm:max-lg:grid-cols-2">
        <Button tone="primary" isLarge isWide onClick={onTake}>
          {crew.jobs.take}
        </Button>
        <Button isLarge isWide aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? crew.jobs.hideDetails : crew.jobs.details}
        </Button>
      </div>
    </Card>
  )
}

export function useReasonText() {
  const { reasons } = useText().crew.jobs
  const format = useFormat()
  return ({ kind, farthestFeet }: RouteReason, day: string): string => {
    if (kind === 'nearHome') return reasons.nearHome(format.distance(farthestFeet ?? 0))
    const said = reasons[kind]
    return typeof said === 'string' ? said : said(day)
  }
}

function Figures({ route }: { route: RecommendedRoute }) {
  const { crew } = useText()
  const format = useFormat()
  const assignedCount = route.stopCount - route.newStopCount
  return (
    <div className="grid gap-2 px-4 pb-4 sm:px-5">
      <div>
        <Money amountCents={route.newPayCents} isLarge />
        <p className="nums font-semibold text-accent">{crew.perHour(format.money(route.payPerHourCents))}</p>
      </div>
      <p className="nums text-sm text-muted">
        <span className="font-semibold text-ink">{crew.jobs.newStops(route.newStopCount)}</span>
        {assignedCount > 0 && ` · ${crew.jobs.keeps(assignedCount)}`}
        <br />
        {crew.drive(format.minutes(route.drivingMinutes))} ({format.distance(route.drivingFeet)}) ·{' '}
        {crew.work(format.minutes(route.serviceMinutes))}
        <br />
        {crew.jobs.leaves(format.clock(route.leaveTime))}, {crew.jobs.returns(format.clock(route.returnTime))}
      </p>
    </div>
  )
}

function RouteStops({ route, services }: { route: RecommendedRoute; services: Services }) {
  const { crew } = useText()
  const format = useFormat()
  return (
    <List label={crew.jobs.details}>
      {route.stops.map((stop, index) => (
        <ListRow
          key={stop.weeklyJobId}
          start={<StopNumber number={index + 1} isDone={stop.isAssigned} />}
          title={services.name(stop.serviceKey)}
          detail={[
            stop.neighbourhood,
            crew.jobs.stopAt(format.clock(stop.startTime)),
            format.minutes(stop.minutes),
          ]
            .filter(Boolean)
            .join(' · ')}
          end={!stop.isAssigned && <Money amountCents={stop.payCents} />}
          state={stop.isAssigned && <Badge>{crew.jobs.assigned}</Badge>}
        />
      ))}
    </List>
  )
}
