/** One property: where it is, how to get in, what happens there every week, next, and before. */
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { ApiError, useAction, useEndpoint } from '#web/api.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { LazyLowSupplies, LazyPlaceChecklists } from '#web/checklists/lazy-place-lists.tsx'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useServices } from '#web/jobs/services.ts'
import { whereabouts } from '#web/places/group-rows.ts'
import { LazyPlaceCards } from '#web/places/lazy-place-cards.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { AccessNotes } from './access-notes.tsx'
import { PropertyMenu } from './property-menu.tsx'
import { PastVisits, VisitList } from './property-visits.tsx'
import type { Property } from './reply-types.ts'
import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'

const PlaceCalendar = lazy(() =>
  loadChunk(async () => ({ default: (await import('./place-calendar.tsx')).PlaceCalendar })),
)
const Calendars = lazy(() =>
  loadChunk(async () => ({ default: (await import('./calendars.tsx')).Calendars })),
)

const TurnoversCard = lazy(() =>
  loadChunk(async () => ({ default: (await import('./turnovers-card.tsx')).TurnoversCard })),
)

export function PropertyScreen() {
  const texts = useText().places.property
  const { property_id: id = '' } = useParams()
  const property = useEndpoint('GET /api/property', { query: { id: id } })
  if (property.isPending)
    return (
      <Page title={texts.where} back={linkTo('home')}>
        <SkeletonCard rows={2} />
        <SkeletonCard rows={4} />
      </Page>
    )
  if (property.isError && isMissing(property.error))
    return (
      <Page title={texts.notFound} back={linkTo('home')}>
        <Card>
          <EmptyState
            icon="home"
            title={texts.notFound}
            action={<ButtonLink to={linkTo('home')}>{texts.toList}</ButtonLink>}
          >
            {texts.notFoundBody}
          </EmptyState>
        </Card>
      </Page>
    )
  if (property.isLoadingError)
    return (
      <Page title={texts.where} back={linkTo('home')}>
        <ErrorState error={property.error} onRetry={() => void property.refetch()} />
      </Page>
    )
  return <Overview property={property.data} />
}

function Overview({ property }: { property: Property }) {
  const isHelping = Boolean(useUser()?.looks_after)
  const texts = useText().places.property
  return (
    <Page
      title={property.name}
      subtitle={whereabouts(property)}
      back={linkTo('home')}
      width="wide"
      actions={property.isRemoved ? undefined : <PropertyMenu property={property} />}
    >
      {property.isRemoved ? (
        <RemovedBanner property={property} />
      ) : (
        <LazyLowSupplies propertyId={property.id} timeZone={property.timeZone} />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Whereabouts property={property} />
          <AccessNotes property={property} />
          {!property.isRemoved && (
            <PartBoundary onMissing={() => {}}>
              <Suspense fallback={<SkeletonCard rows={2} />}>
                <Calendars propertyId={property.id} timeZone={property.timeZone} />
              </Suspense>
            </PartBoundary>
          )}
        </div>
        <div className="grid gap-4">
          <WeeklyJobs property={property} />
          {!property.isRemoved && (
            <Suspense fallback={<SkeletonCard rows={2} />}>
              <TurnoversCard property={property} />
            </Suspense>
          )}
          {!property.isRemoved && <LazyPlaceCards propertyId={property.id} />}
          {!property.isRemoved && <LazyPlaceChecklists propertyId={property.id} />}
          <Card title={texts.coming} isFlush>
            <VisitList label={texts.coming} visits={property.comingVisits} empty={texts.noComing} />
          </Card>
          <PastVisits property={property} />
          {!property.isRemoved && !isHelping && (
            <Suspense fallback={<SkeletonCard rows={2} />}>
              <PlaceCalendar property={property} />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  )
}

function RemovedBanner({ property }: { property: Property }) {
  const texts = useText().places.property
  const mayChange = useMayHere()('places')
  const restore = useAction('POST /api/restore-property', {
    refreshes: ['GET /api/property', 'GET /api/properties', 'GET /api/property-groups'],
  })
  const restoreIt = async () => {
    await restore.mutateAsync({ body: { propertyId: property.id } })
    showToast(texts.restored(property.name))
  }
  return (
    <Banner
      tone="warn"
      actions={
        mayChange && (
          <Button icon="undo" isBusy={restore.isPending} onClick={() => void restoreIt()}>
            {texts.restore}
          </Button>
        )
      }
    >
      {texts.isRemoved}
    </Banner>
  )
}

function Whereabouts({ property }: { property: Property }) {
  const texts = useText().places.property
  const language = useLanguage()
  const { lat, lng } = property
  const facts = [
    [texts.group, property.groupName],
    [texts.kind, property.kind],
    [texts.reference, property.externalRef?.startsWith('~') ? null : property.externalRef],
    [texts.zone, zoneName(property.timeZone, language)],
  ].filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== undefined)
  return (
    <Card title={texts.where} isFlush>
      <RouteMap
        stops={[{ id: property.id, place: { lat, lng }, label: property.name }]}
        isRoute={false}
        hasVisibleList
      />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 px-4 py-4 text-sm sm:px-5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function WeeklyJobs({ property }: { property: Property }) {
  const { places } = useText()
  const texts = places.property
  const services = useServices()
  const when = useJobTimes()
  const mayBook = useMayHere()('schedule')
  const book = mayBook && (
    <ButtonLink tone="primary" icon="plus" to={linkTo('jobs', {}, { book: property.id })}>
      {texts.book}
    </ButtonLink>
  )
  return (
    <Card title={texts.weeklyJobs} isFlush>
      {property.weeklyJobs.length === 0 ? (
        <p className="px-4 pb-3 text-muted sm:px-5">{texts.noWeeklyJobs}</p>
      ) : (
        <List label={texts.weeklyJobs}>
          {property.weeklyJobs.map((job) => (
            <ListRow
              key={job.id}
              icon={services.icon(job.serviceKey)}
              title={services.name(job.serviceKey)}
              detail={when(job)}
              state={job.state === 'paused' ? <Badge tone="warn">{texts.paused}</Badge> : undefined}
            />
          ))}
        </List>
      )}
      {!property.isRemoved && <div className="p-4 sm:px-5">{book}</div>}
    </Card>
  )
}

/** `Tue, Fri · 8 AM – 12 PM` */
function useJobTimes() {
  const often = useRhythmText()
  const { places, ui } = useText()
  const format = useFormat()
  return ({ weekdays, rhythm, windowStart, windowEnd }: Property['weeklyJobs'][number]) => {
    const days = isEveryWeek(rhythm)
      ? weekdays.map((weekday) => ui.weekdays.short[weekday - 1]).join(', ')
      : often({ weekdays, rhythm })
    const window =
      windowStart === null || windowEnd === null
        ? places.property.anytime
        : format.window(windowStart, windowEnd)
    return `${days} · ${window}`
  }
}

function isMissing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
