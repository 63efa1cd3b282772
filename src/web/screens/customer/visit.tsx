/** One visit of a customer: what needs an answer, who comes, what it costs; once it is done, its proof comes first. */
import { useParams } from 'react-router'
import { useEndpoint } from '#web/api.ts'
import { LazyFeedback, LazySomethingWrong } from '#web/feedback/lazy-feedback.tsx'
import { useServices } from '#web/jobs/services.ts'
import { VisitMessages } from '#web/messages/visit-messages.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { CrewMark } from '#web/visits/crew-mark.tsx'
import { VisitChecklist } from '#web/visits/visit-checklist.tsx'
import { VisitNow } from '#web/visits/visit-now.tsx'
import { VisitProof } from '#web/visits/visit-proof.tsx'
import { timeOf } from '#web/visits/visit-row.tsx'
import { VisitStory } from '#web/visits/visit-story.tsx'
import { WhyThisDay } from '#web/visits/why-this-day.tsx'
import { Facts, isOff, PriceCard, Steps, type Visit } from './visit.parts.tsx'

/** A visit that is on its way or being done changes while one looks. */
const LIVE_EVERY_MS = 20_000

export function CustomerVisit() {
  const { visit_id: visitId = '' } = useParams()
  const { customer } = useText()
  const services = useServices()
  const visit = useEndpoint('GET /api/visit', { query: { id: visitId } }, { refetchMs: LIVE_EVERY_MS })
  if (visit.isPending) return <VisitSkeleton />
  if (visit.isLoadingError)
    return (
      <Page title={customer.jobs.title} back={linkTo('jobs')}>
        <ErrorState error={visit.error} onRetry={() => void visit.refetch()} />
      </Page>
    )
  const { serviceKey, state, propertyName } = visit.data
  return (
    <Page
      title={services.name(serviceKey)}
      subtitle={propertyName}
      back={linkTo('jobs')}
      width="wide"
      actions={<StateBadge state={state} label={customer.states[state]} />}
    >
      {state === 'completed' ? <DoneVisit visit={visit.data} /> : <ComingVisit visit={visit.data} />}
    </Page>
  )
}

function VisitSkeleton() {
  const { customer } = useText()
  return (
    <Page title={customer.jobs.title} back={linkTo('jobs')} width="wide">
      <SkeletonCard rows={3} />
      <SkeletonCard rows={3} />
    </Page>
  )
}

function ComingVisit({ visit }: { visit: Visit }) {
  const { customer, today } = useText()
  const format = useFormat()
  const arrival = visit.isAnytime
    ? today.who.anytime
    : today.who.arrives(timeOf(visit, format, customer.anytime))
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <VisitNow visitId={visit.id} placeName={visit.propertyName} />
        <CrewMark visitId={visit.id} title={today.who.coming} arrival={isOff(visit) ? undefined : arrival} />
        {(visit.photos.length > 0 || !isOff(visit)) && <VisitProof visit={visit} />}
        <VisitChecklist visit={visit} />
        <Facts visit={visit} />
        <Steps visit={visit} />
        <PriceCard visit={visit} />
        <WhyThisDay visitId={visit.id} />
      </div>
      <div className="grid gap-4">
        <VisitMessages visitId={visit.id} timeZone={visit.timeZone} />
        <VisitStory visitId={visit.id} reader="customer" />
      </div>
    </div>
  )
}

/** The proof first, stars and a tip beside it, what it cost; the rest below. */
function DoneVisit({ visit }: { visit: Visit }) {
  const { who } = useText().today
  const mayHere = useMayHere()
  const { id, timeZone, totalCents = null } = visit
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <VisitProof visit={visit} />
          <VisitChecklist visit={visit} />
        </div>
        <div className="grid gap-4">
          <VisitNow visitId={id} placeName={visit.propertyName} isDone />
          <CrewMark visitId={id} title={who.came} />
          {mayHere('schedule') && (
            <LazyFeedback visitId={id} timeZone={timeZone} reader="customer" totalCents={totalCents} />
          )}
          <PriceCard visit={visit} />
          {mayHere('schedule') && <LazySomethingWrong visitId={id} timeZone={timeZone} />}
        </div>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <div className="grid gap-4">
          <Facts visit={visit} />
          <Steps visit={visit} />
          <WhyThisDay visitId={id} />
        </div>
        <VisitMessages visitId={id} timeZone={timeZone} />
        <VisitStory visitId={id} reader="customer" />
      </div>
    </>
  )
}
