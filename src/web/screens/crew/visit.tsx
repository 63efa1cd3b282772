/** One visit as its crew sees it: where, when, how to get in, the proof, the pay. */
import { useNavigate, useParams } from 'react-router'
import { type Reply, useEndpoint } from '#web/api.ts'
import { LazyFeedback } from '#web/feedback/lazy-feedback.tsx'
import { useServices } from '#web/jobs/services.ts'
import { VisitMessages } from '#web/messages/visit-messages.tsx'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { PlaceTime } from '#web/visits/place-time.tsx'
import { VisitStory } from '#web/visits/visit-story.tsx'
import { WhyThisDay } from '#web/visits/why-this-day.tsx'
import { ReleaseVisit } from './release-visit.tsx'

type Visit = Reply<'GET /api/visit'>

export function CrewVisit() {
  const { visit_id: visitId = '' } = useParams()
  const { crew } = useText()
  const visit = useEndpoint('GET /api/visit', { query: { id: visitId } })
  return (
    <Page
      title={visit.data?.propertyName ?? crew.visit.title}
      subtitle={visit.data?.address}
      back={linkTo('jobsList')}
      actions={visit.data && <StateBadge state={visit.data.state} label={crew.states[visit.data.state]} />}
    >
      {visit.isPending && <SkeletonCard rows={4} />}
      {visit.isLoadingError && <ErrorState error={visit.error} onRetry={() => void visit.refetch()} />}
      {visit.data && <VisitView visit={visit.data} />}
    </Page>
  )
}

function VisitView({ visit }: { visit: Visit }) {
  const { crew } = useText()
  const format = useFormat()
  const services = useServices()
  const navigate = useNavigate()
  const when = visit.isAnytime
    ? crew.anytime
    : `${format.time(visit.startsAt, visit.timeZone)} – ${format.time(visit.endsAt, visit.timeZone)}`
  const place = { id: visit.id, place: { lat: visit.lat, lng: visit.lng }, label: visit.propertyName }
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <p className="text-lg font-semibold">
              {services.name(visit.serviceKey)} ·{' '}
              {crew.units(visit.quantity, services.unit(visit.serviceKey))}
            </p>
            <p className="first-letter:uppercase text-muted">
              {format.longDay(visit.date)} · {when}
            </p>
            <PlaceTime zone={visit.timeZone} />
          </div>
          {visit.crewPayCents != null && <Money amountCents={visit.crewPayCents} isLarge />}
        </div>
      </Card>
      {visit.accessNotes && (
        <Banner icon="lock" title={crew.home.access}>
          <span className="whitespace-pre-line">{visit.accessNotes}</span>
        </Banner>
      )}
      {visit.notes && (
        <Banner icon="message" title={crew.home.notes}>
          <span className="whitespace-pre-line">{visit.notes}</span>
        </Banner>
      )}
      {visit.orderPhotos.length > 0 && (
        <Card title={crew.visit.orderPhotos}>
          <PhotoStrip photos={visit.orderPhotos.map(({ url }) => ({ url, alt: crew.visit.orderPhotos }))} />
        </Card>
      )}
      <Proof visit={visit} />
      {visit.state === 'completed' && (
        <LazyFeedback visitId={visit.id} timeZone={visit.timeZone} reader="crew" />
      )}
      <WhyThisDay visitId={visit.id} />
      <VisitStory visitId={visit.id} reader="crew" />
      <VisitMessages visitId={visit.id} timeZone={visit.timeZone} />
      <Card isFlush>
        <RouteMap stops={[place]} isRoute={false} />
      </Card>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={linkTo('home')} icon="home">
          {crew.visit.toToday}
        </ButtonLink>
        <ReleaseVisit visit={visit} onReleased={() => void navigate(linkTo('jobsList'))} />
      </div>
    </>
  )
}

function Proof({ visit }: { visit: Visit }) {
  const { crew } = useText()
  const format = useFormat()
  if (visit.completedAt === null && visit.photos.length === 0) return null
  return (
    <Card
      title={crew.visit.proof}
      actions={visit.isFlagged && <Badge tone="warn">{crew.list.flagged}</Badge>}
    >
      {visit.completedAt !== null && (
        <p>
          {crew.visit.doneAt(format.dateTime(visit.completedAt, visit.timeZone))}
          {visit.completedDistanceFeet != null &&
            ` · ${crew.visit.fromPlace(format.distance(visit.completedDistanceFeet))}`}
        </p>
      )}
      {visit.photos.length > 0 && (
        <PhotoStrip
          photos={visit.photos.map((photo, index) => ({ url: photo.url, alt: crew.home.photoOf(index + 1) }))}
        />
      )}
    </Card>
  )
}
