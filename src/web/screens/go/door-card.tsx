/** The door card of a visit for its crew: where, how to get in, start, photos, done – the same card as on its day. */
import type { LocalDate } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useQueue } from '#web/offline/use-queue.ts'
import { queuedDay } from '#web/stops/queued-stop.ts'
import { LazyShareWhereabouts } from '#web/stops/sharing-badge.tsx'
import { StopCard } from '#web/stops/stop-card.tsx'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

export function DoorCard({ visitId, date }: { visitId: string; date: LocalDate }) {
  const { go } = useText().today
  const services = useServices()
  const day = useEndpoint('GET /api/day', { query: { date } }, { refetchMs: 60_000 })
  const queue = useQueue()
  const stop =
    day.data &&
    queuedDay(day.data, queue.entries).stops.find(
      (each) => each.visitId === visitId && each.state !== 'completed' && each.state !== 'missed',
    )
  return (
    <Page
      title={go.doorCard}
      actions={
        <ButtonLink icon="home" to={linkTo('home')}>
          {go.toDay}
        </ButtonLink>
      }
    >
      {day.isPending && <SkeletonCard rows={4} />}
      {day.isError && !day.data && <ErrorState error={day.error} onRetry={() => void day.refetch()} />}
      {day.data && !stop && (
        <Card>
          <EmptyState icon="info" title={go.notToday} />
        </Card>
      )}
      {stop && <StopCard stop={stop} services={services} onDone={() => void day.refetch()} />}
      {stop && <LazyShareWhereabouts isOnTheWay={stop.state === 'en_route'} />}
    </Page>
  )
}
