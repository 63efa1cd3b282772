/** The crew's day: the next stop with one big button, all stops on a map and as a list, the pay. */
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useServices } from '#web/jobs/services.ts'
import { useQueue } from '#web/offline/use-queue.ts'
import { queuedDay } from '#web/stops/queued-stop.ts'
import { LazyShareWhereabouts, SharingBadge } from '#web/stops/sharing-badge.tsx'
import { STOP_CARD_ID, StopCard } from '#web/stops/stop-card.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { Panes } from '#web/ui/dialogs/panes.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { DonePhotoDrawing, EmptyWeekDrawing } from '#web/ui/looks/drawings.tsx'
import { Money } from '#web/ui/money.tsx'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { ConfirmBanner } from './confirm-banner.tsx'
import { DayTroubles } from './day-troubles.tsx'
import { StopList, WeekEarnings } from './home.parts.tsx'
import { OffersLine, OffersWaiting } from './offers-waiting.tsx'
import { OfflineLine } from './offline-line.tsx'
import { QueuePill } from './queue-pill.tsx'

/** Where the day goes can be seen a moment later than what comes next. */
const DayMap = lazy(async () => ({ default: (await import('#web/ui/maps/route-map.tsx')).RouteMap }))

type Day = ReturnType<typeof queuedDay>

/** Older than what a page that is open reads by itself. */
const REMEMBERED_MS = 90_000

/** Of this page, since it was loaded. */
const drawn = { isWhole: false }

export function CrewHome() {
  const { crew } = useText()
  const format = useFormat()
  const day = useEndpoint('GET /api/day', {}, { refetchMs: 60_000 })
  const queue = useQueue()
  const now = useNow()
  const lines = [
    useEndpoint('POST /api/get-visits-to-confirm'),
    useEndpoint('GET /api/offers'),
    useEndpoint('GET /api/day-plan', { query: {} }),
    useEndpoint('GET /api/whereabouts'),
  ]
  // What is said in between comes with the day, so that no button moves under a thumb; once it cannot be read the day
  // does not wait for it. What the phone remembers of the day waits for nothing.
  const isRemembered = day.data !== undefined && now - day.dataUpdatedAt > REMEMBERED_MS
  const isAsking = !isRemembered && lines.some(isStillTrying)
  // Drawn in slices between which the page stays alive, when it comes after the screen itself.
  const shown = useDeferredValue(isAsking ? undefined : day.data)
  // The next stop first; what stands below it is drawn right after, in a piece of its own. Who comes back finds the
  // page whole, and so where it was scrolled to.
  const isWhole = useDeferredValue(shown !== undefined, drawn.isWhole)
  useEffect(() => {
    drawn.isWhole ||= isWhole
  }, [isWhole])
  return (
    <Page
      title={crew.home.title}
      subtitle={day.data && format.longDay(day.data.date)}
      actions={<SharingBadge />}
      width="wide"
    >
      {!shown && !day.isError && <SkeletonCard rows={4} />}
      {day.isError && !day.data && <ErrorState error={day.error} onRetry={() => void day.refetch()} />}
      <OfflineLine isUnreachable={day.isError} asOf={day.data && day.dataUpdatedAt} />
      <QueuePill entries={queue.entries} />
      {shown && (
        <>
          <OffersLine />
          <DayView day={queuedDay(shown, queue.entries)} isWhole={isWhole} />
          {isWhole && <OffersWaiting />}
        </>
      )}
      {(isWhole || day.isError) && <WeekEarnings />}
    </Page>
  )
}

function isStillTrying(line: { isPending: boolean; failureCount: number; fetchStatus: string }): boolean {
  return line.isPending && line.failureCount === 0 && line.fetchStatus !== 'paused'
}

function DayView({ day, isWhole }: { day: Day; isWhole: boolean }) {
  const { crew } = useText()
  const services = useServices()
  const [chosenId, choose] = useState<string>()
  const next = day.stops.find((stop) => stop.isNext)
  // Stops may be done in another order than planned: a tap on one brings its button.
  const shown = day.stops.find((stop) => stop.visitId === chosenId) ?? next
  if (day.stops.length === 0)
    return (
      <>
        <ConfirmBanner />
        <NoStops day={day} />
      </>
    )
  const chooseAndShow = (visitId: string) => {
    choose(visitId)
    document.getElementById(STOP_CARD_ID)?.scrollIntoView({ block: 'center' })
  }
  return (
    <Panes
      isEven
      side={
        isWhole && (
          <Card title={crew.home.stops} isFlush isBelow>
            <PartBoundary isQuiet>
              <Suspense fallback={<div className="h-56 bg-sunken sm:h-80" />}>
                <DayMap
                  stops={day.stops.map((stop) => ({
                    id: stop.visitId,
                    place: { lat: stop.lat, lng: stop.lng },
                    label: stop.propertyName,
                    isDone: stop.state === 'completed',
                  }))}
                  {...(day.base === null ? {} : { base: day.base })}
                  {...(shown === undefined ? {} : { activeId: shown.visitId })}
                  onSelect={choose}
                  isDriven
                  hasVisibleList
                />
              </Suspense>
            </PartBoundary>
            <StopList stops={day.stops} services={services} onChoose={chooseAndShow} />
          </Card>
        )
      }
    >
      {shown ? (
        <StopCard
          key={shown.visitId}
          stop={shown}
          services={services}
          onDone={() => choose(undefined)}
          {...(shown === next ? {} : { onBack: () => choose(undefined) })}
        />
      ) : (
        <Card>
          <EmptyState drawing={<DonePhotoDrawing />} title={crew.home.allDone}>
            {crew.home.allDoneBody}
          </EmptyState>
        </Card>
      )}
      {next && <DayTroubles today={day.today} stops={day.stops} />}
      <ConfirmBanner />
      <DaySummary day={day} />
      {next && <LazyShareWhereabouts isOnTheWay={day.stops.some(({ state }) => state === 'en_route')} />}
    </Panes>
  )
}

function DaySummary({ day }: { day: Day }) {
  const { crew } = useText()
  const format = useFormat()
  return (
    <Card>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <p className="text-sm text-muted">{crew.home.payToday}</p>
          <Money amountCents={day.payCents} isLarge />
        </div>
        <p className="nums text-sm text-muted sm:text-right">
          {crew.stops(day.stops.length)} · {crew.drive(format.minutes(day.drivingMinutes))}
          <br />
          {crew.work(format.minutes(day.serviceMinutes))}
        </p>
      </div>
      <div className="pt-3">
        <ProgressBar
          label={crew.home.progress(day.doneCount, day.stops.length)}
          value={day.doneCount / day.stops.length}
        />
      </div>
    </Card>
  )
}

function NoStops({ day }: { day: Day }) {
  const { crew } = useText()
  const format = useFormat()
  return (
    <Card>
      <EmptyState
        drawing={<EmptyWeekDrawing />}
        title={crew.home.noStops}
        action={
          <ButtonLink tone="primary" icon="search" to={linkTo('jobs')} isLarge>
            {crew.home.findWork}
          </ButtonLink>
        }
      >
        {day.nextWorkDay && crew.home.nextWorkDay(format.longDay(day.nextWorkDay))}
      </EmptyState>
    </Card>
  )
}
