/** A place or a complex for an operator: where it is and how one gets in, whose, its weekly work, visits and notes. */
import { lazy, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { ActingFor, ApiError, type Reply, useEndpoint } from '#web/api.ts'
import { HistoryPart } from '#web/desk/lazy-history.tsx'
import { NotesPart } from '#web/desk/notes-part.tsx'
import { VisitsPart } from '#web/desk/visits-part.tsx'
import { useServices } from '#web/jobs/services.ts'
import { useWeekdayNames } from '#web/jobs/weekday-names.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { PersonLink } from './person-link.tsx'
import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'

type Place = Reply<'GET /api/operator-place'>

const TABS = ['jobs', 'visits', 'notes', 'timeline'] as const
const CorrectPlaceDialog = lazy(async () => ({
  default: (await import('./correct-place.tsx')).CorrectPlaceDialog,
}))
const BookDialog = lazy(async () => ({ default: (await import('./book-dialog.tsx')).BookDialog }))

export function OperatorPlace() {
  const { workDesk: texts } = useText()
  const { place_id: id, complex_id: complexId } = useParams()
  const query = id === undefined ? { complexId } : { id }
  const read = useEndpoint('GET /api/operator-place', { query })
  if (read.error instanceof ApiError && (read.error.status === 404 || read.error.status === 400))
    return (
      <Page title={texts.place.kind} back={linkTo('operator')}>
        <EmptyState icon="home" title={texts.place.gone}>
          {texts.goneBody}
        </EmptyState>
      </Page>
    )
  if (read.data) return <Shown key={read.data.id} place={read.data} onBooked={() => void read.refetch()} />
  if (read.error !== null) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return <SkeletonCard rows={8} />
}

function Shown({ place, onBooked }: { place: Place; onBooked: () => void }) {
  const { place: texts } = useText().workDesk
  const [search, setSearch] = useSearchParams()
  const [isBooking, setBooking] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const active = TABS.find((each) => each === search.get('show')) ?? 'jobs'
  const { customer, timeZone } = place
  const close = () => {
    setBooking(false)
    onBooked()
  }
  return (
    <Page
      title={place.name}
      subtitle={place.address ?? texts.kind}
      back={linkTo('operator')}
      width="wide"
      actions={
        place.isRemoved ? (
          <Badge tone="warn">{texts.removed}</Badge>
        ) : (
          <Only may="support" isSaid>
            <Button tone="quiet" onClick={() => setCorrecting(true)}>
              {texts.correct.action}
            </Button>
            <Button icon="plus" onClick={() => setBooking(true)}>
              {texts.book}
            </Button>
          </Only>
        )
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <PlaceFacts place={place} />
        <Tabs
          label={place.name}
          tabs={TABS.map((key) => ({ key, label: texts.tabs[key] }))}
          active={active}
          onSelect={(show) => setSearch({ show }, { replace: true })}
        >
          {active === 'jobs' && <Jobs place={place} />}
          {active === 'visits' && (
            <VisitsPart person={{ id: customer.id, type: 'Customer' }} of={{ propertyId: place.id }} />
          )}
          {active === 'notes' && (
            <NotesPart person={{ id: customer.id, timeZone }} about={{ kind: 'place', id: place.id }} />
          )}
          {active === 'timeline' && <HistoryPart of="place" id={place.id} />}
        </Tabs>
      </div>
      {isCorrecting && (
        <Suspense fallback={null}>
          <ActingFor value={{ id: customer.id }}>
            <CorrectPlaceDialog place={place} onClose={() => setCorrecting(false)} />
          </ActingFor>
        </Suspense>
      )}
      {isBooking && (
        <Suspense fallback={null}>
          <ActingFor value={{ id: customer.id }}>
            <BookDialog place={place} onClose={close} />
          </ActingFor>
        </Suspense>
      )}
    </Page>
  )
}

function PlaceFacts({ place }: { place: Place }) {
  const { workDesk } = useText()
  const { facts: common, place: texts } = workDesk
  const language = useLanguage()
  const { complex, groupName, accessNotes } = place
  const facts = [
    [common.customer, <PersonLink key="customer" person={place.customer} />] as const,
    [common.zone, zoneName(place.timeZone, language)] as const,
    groupName === null ? null : ([texts.group, groupName] as const),
    accessNotes === '' ? null : ([common.access, accessNotes] as const),
    complex === null ? null : ([texts.units, String(complex.units)] as const),
    complex === null || complex.instructions === ''
      ? null
      : ([texts.instructions, complex.instructions] as const),
    complex === null || complex.poNumber === '' ? null : ([texts.po, complex.poNumber] as const),
    [texts.coordinates, `${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`] as const,
  ]
  return (
    <Card>
      <Facts facts={facts.filter((fact) => fact !== null)} />
    </Card>
  )
}

function Jobs({ place }: { place: Place }) {
  const { workDesk, customer } = useText()
  const { place: texts, facts } = workDesk
  const format = useFormat()
  const services = useServices()
  const days = useWeekdayNames()
  const often = useRhythmText()
  if (place.jobs.length === 0) return <EmptyState icon="calendar" title={texts.noJobs} />
  return (
    <Card isFlush>
      <List label={texts.tabs.jobs}>
        {place.jobs.map((job) => (
          <ListRow
            key={job.id}
            icon={services.icon(job.serviceKey)}
            title={services.name(job.serviceKey)}
            detail={[
              isEveryWeek(job.rhythm) ? days(job.weekdays) : often(job),
              job.windowStart === null || job.windowEnd === null
                ? customer.anytime
                : format.window(job.windowStart, job.windowEnd),
              job.state === 'cancelled' ? null : job.crewNames.join(', ') || facts.nobody,
            ]
              .filter(Boolean)
              .join(' · ')}
            state={<StateBadge state={job.state} label={customer.jobStates[job.state]} />}
            to={linkTo('operatorJob', { job_id: job.id })}
          />
        ))}
      </List>
    </Card>
  )
}
