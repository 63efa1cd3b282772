/** One visit of a customer: state, when and where, who, photo proof, price, and its story. */
import { useParams } from 'react-router'
import { type Reply, useEndpoint } from '#web/api.ts'
import { VisitFeedback } from '#web/feedback/visit-feedback.tsx'
import { useServices } from '#web/jobs/services.ts'
import { VisitMessages } from '#web/messages/visit-messages.tsx'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { CrewMark } from '#web/visits/crew-mark.tsx'
import { MoveButton } from '#web/visits/move-visit.tsx'
import { useMoveVisit } from '#web/visits/use-move-visit.ts'
import { useSkip } from '#web/visits/use-skip.ts'
import { VisitNow } from '#web/visits/visit-now.tsx'
import { timeOf } from '#web/visits/visit-row.tsx'
import { VisitStory } from '#web/visits/visit-story.tsx'
import { WhyThisDay } from '#web/visits/why-this-day.tsx'
import { PriceCard } from './visit.parts.tsx'

export type Visit = Reply<'GET /api/visit'>

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
      actions={<StateBadge state={state} label={customer.states[state]} />}
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <VisitNow visitId={visit.data.id} />
          <Facts visit={visit.data} />
          <Steps visit={visit.data} />
          <PriceCard visit={visit.data} />
          <WhyThisDay visitId={visit.data.id} />
        </div>
        <div className="grid gap-4">
          <Proof visit={visit.data} />
          {visit.data.state === 'completed' && (
            <VisitFeedback visitId={visit.data.id} timeZone={visit.data.timeZone} reader="customer" />
          )}
          <CrewMark visitId={visit.data.id} />
          <VisitMessages visitId={visit.data.id} timeZone={visit.data.timeZone} />
          <VisitStory visitId={visit.data.id} reader="customer" />
        </div>
      </div>
    </Page>
  )
}

function VisitSkeleton() {
  const { customer } = useText()
  return (
    <Page title={customer.jobs.title} back={linkTo('jobs')}>
      <SkeletonCard rows={3} />
      <SkeletonCard rows={3} />
    </Page>
  )
}

function Facts({ visit }: { visit: Visit }) {
  const { customer } = useText()
  const texts = customer.visit
  const format = useFormat()
  const language = useLanguage()
  const services = useServices()
  const facts = [
    [texts.when, `${format.longDay(visit.date)} · ${timeOf(visit, format, customer.anytime)}`],
    [
      texts.where,
      <Link key="where" to={linkTo('property', { property_id: visit.propertyId })}>
        {visit.address ?? visit.propertyName}
      </Link>,
    ],
    [texts.what, customer.quantity(visit.quantity, services.unit(visit.serviceKey))],
    ...(visit.crewFirstName === null && isOff(visit)
      ? []
      : [[texts.crew, visit.crewFirstName ?? texts.noCrew] as const]),
    ...(visit.notes === '' ? [] : [[texts.notes, visit.notes]]),
  ] as const
  return (
    <Card>
      <dl className="grid gap-3">
        {facts.map(([term, value]) => (
          <div key={term} className="grid gap-0.5">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-medium first-letter:uppercase">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-3 text-sm text-muted">{texts.placeTime(zoneName(visit.timeZone, language))}</p>
    </Card>
  )
}

/** What the server lets the customer do now; skipping says first what it means for the bill. */
function Steps({ visit }: { visit: Visit }) {
  const { customer, schedule } = useText()
  const texts = customer.visit
  const format = useFormat()
  const move = useMoveVisit()
  const { leaveOut, putBack, isBusy } = useSkip()
  const skip = async () => {
    const isSure = await confirmPrompt({
      title: texts.skipTitle,
      body: visit.priceCents === null ? undefined : texts.skipEffect(format.money(visit.priceCents)),
      submitLabel: texts.skip,
    })
    if (isSure) leaveOut(visit)
  }
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {visit.canSkip && <MoveButton visit={visit} />}
      {visit.canSkip && visit.moved?.by === 'customer' && (
        <Button icon="undo" isBusy={move.isBusy} onClick={() => move.putBack(visit.id)}>
          {schedule.move.back}
        </Button>
      )}
      {visit.canSkip && (
        <Button isBusy={isBusy} onClick={() => void skip()}>
          {texts.skip}
        </Button>
      )}
      {visit.canUnskip && (
        <Button icon="undo" isBusy={isBusy} onClick={() => putBack(visit)}>
          {texts.unskip}
        </Button>
      )}
      {visit.orderId !== null && (
        <ButtonLink tone="primary" icon="list" to={linkTo('ondemand', {}, { order: visit.orderId })}>
          {isOff(visit) || visit.state === 'completed' ? texts.order : texts.orderToCancel}
        </ButtonLink>
      )}
      {visit.weeklyJobId !== null && (
        <ButtonLink icon="calendar" to={linkTo('jobs', {}, { tab: 'weekly', job: visit.weeklyJobId })}>
          {texts.weekly}
        </ButtonLink>
      )}
    </div>
  )
}

function Proof({ visit }: { visit: Visit }) {
  const texts = useText().customer.visit
  const format = useFormat()
  if (visit.photos.length === 0 && isOff(visit)) return null
  return (
    <Card title={texts.proof}>
      {visit.photos.length === 0 ? (
        <p className="text-muted">{texts.noProof}</p>
      ) : (
        <PhotoStrip
          photos={visit.photos.map((photo, index) => ({
            url: photo.url,
            alt: texts.photo(index + 1, format.dateTime(photo.takenAt, visit.timeZone)),
          }))}
        />
      )}
    </Card>
  )
}

/** Nobody comes any more, and nothing is left to prove. */
function isOff({ state }: Visit): boolean {
  return state === 'cancelled' || state === 'skipped' || state === 'missed'
}
