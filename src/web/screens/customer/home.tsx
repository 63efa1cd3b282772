/** A customer's home: what happens next, what needs a hand, and the way to book. */

import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue } from 'react'
import { firstName } from '#domain/accounts/first-name.ts'
import { rankOf } from '#domain/today/order-home.ts'
import { endpointQuery, prefetch, type Reply, useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { HeadActions } from '#web/jobs/head-actions.tsx'
import { useServices } from '#web/jobs/services.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List } from '#web/ui/lists/list.tsx'
import { WelcomeDrawing } from '#web/ui/looks/drawings.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { CrewOnMap, useArrival, useArrivalText } from '#web/visits/crew-coming.tsx'
import { DayNews } from '#web/visits/day-news.tsx'
import { MovedDays } from '#web/visits/moved-days.tsx'
import { timeOf, type VisitCard, VisitRow } from '#web/visits/visit-row.tsx'
import { WhoComes } from '#web/visits/who-comes.tsx'
import { Alerts, PlanningProgress } from './home.parts.tsx'

const VISITS_SHOWN = 6
/** Below everything else, and the larger part of this page's scripts: what comes next need not wait for it. */
const Properties = lazy(async () => ({
  default: (await import('#web/places/properties-by-group.tsx')).PropertiesByGroup,
}))

const LookedAfter = lazy(async () => (await import('#web/places/looked-after.tsx')).bringLookedAfter())

/** Somebody may be on the way there. */
const COMING: readonly string[] = ['scheduled', 'confirmed', 'reopened', 'en_route']

type Summary = Reply<'GET /api/customer-summary'>

/** Where the crew is and when it arrives come with the rest of the page: a map that comes later moves what is being read. */
export async function prefetchNextVisit(client: QueryClient): Promise<void> {
  const { todayVisits, nextVisitId } = await client.fetchQuery(endpointQuery('GET /api/customer-summary'))
  const visit = todayVisits.find(({ id }) => id === nextVisitId)
  await Promise.all([
    nextVisitId && prefetch(client, 'GET /api/visit-crew', { query: { visitId: nextVisitId } }),
    visit?.state === 'en_route' && prefetch(client, 'GET /api/visit-arrival', { query: { id: visit.id } }),
  ])
}

export function CustomerHome() {
  const texts = useText().customer.home
  const user = useUser()
  const summary = useEndpoint('GET /api/customer-summary')
  // Drawn in slices between which the page stays alive, when it comes after the screen itself.
  const shown = useDeferredValue(summary.data)
  const mayHere = useMayHere()
  const book = mayHere('schedule') && (
    <HeadActions>
      {!user?.looks_after && (
        <ButtonLink icon="clock" to={linkTo('ondemand')}>
          {texts.bookNow}
        </ButtonLink>
      )}
      <ButtonLink tone="primary" icon="plus" to={linkTo('jobs', {}, { book: 'new' })}>
        {texts.book}
      </ButtonLink>
    </HeadActions>
  )
  return (
    <Page
      width="wide"
      title={texts.title(firstName(user?.name ?? ''))}
      // There from the start, so that the page does not move when the summary arrives.
      actions={summary.data?.propertyCount === 0 ? undefined : book}
    >
      {!shown && !summary.isError && (
        <>
          <SkeletonCard rows={1} />
          <SkeletonCard rows={3} />
        </>
      )}
      {summary.isError && !shown && (
        <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
      )}
      {shown && <Overview summary={shown} />}
    </Page>
  )
}

/** Without a property nothing can happen yet: then the way to add one stands alone. */
function Overview({ summary }: { summary: Summary }) {
  const texts = useText().customer.home
  if (summary.propertyCount === 0)
    return (
      <>
        <PartBoundary isQuiet>
          <Suspense fallback={null}>
            <LookedAfter />
          </Suspense>
        </PartBoundary>
        <Hero title={texts.empty} drawing={<WelcomeDrawing />}>
          {texts.emptyBody}
        </Hero>
        <PartBoundary isQuiet>
          <Suspense fallback={<SkeletonCard rows={4} />}>
            <Properties />
          </Suspense>
        </PartBoundary>
      </>
    )
  return (
    <>
      <News summary={summary} />
      <MovedDays days={summary.movedDays ?? []} />
      {summary.waitingJobCount > 0 && <PlanningProgress total={summary.waitingJobCount} />}
      <NextVisit summary={summary} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <VisitCardList title={texts.today} visits={summary.todayVisits} empty={texts.nothingToday} />
        <VisitCardList
          title={texts.coming}
          visits={summary.comingVisits}
          empty={texts.nothingComing}
          hasDay
          isBelow
        />
      </div>
      <PartBoundary isQuiet>
        <Suspense fallback={<SkeletonCard rows={4} />}>
          <Properties />
        </Suspense>
      </PartBoundary>
    </>
  )
}

/** What needs a hand, the most urgent first; a declined card stands before what is only to know. */
function News({ summary: { news, alerts, todayVisits, comingVisits } }: { summary: Summary }) {
  const visitOf = new Map([...todayVisits, ...comingVisits].map((visit) => [visit.id, visit]))
  const isSooner = ({ kind }: Summary['news'][number]) => rankOf(kind) < rankOf('declined')
  const shown = (each: Summary['news'][number]) => {
    const visit = visitOf.get(each.visitId)
    return visit && <DayNews key={each.visitId} news={each} visit={visit} isFirst={each === news[0]} />
  }
  return (
    <>
      {news.filter(isSooner).map(shown)}
      <Alerts alerts={alerts} />
      {news.filter((each) => !isSooner(each)).map(shown)}
    </>
  )
}

/** Who comes next, and when. */
function NextVisit({ summary: { nextVisitId, todayVisits, comingVisits, today } }: { summary: Summary }) {
  const { customer, today: texts } = useText()
  const format = useFormat()
  const services = useServices()
  const visit = [...todayVisits, ...comingVisits].find(({ id }) => id === nextVisitId)
  const isToday = visit?.date === today
  const arrival = useArrival(visit?.id ?? '', isToday && COMING.includes(visit.state))
  const arrivalText = useArrivalText()(arrival)
  if (visit === undefined) return null
  const when = [
    isToday ? customer.home.today : format.longDay(visit.date),
    timeOf(visit, format, customer.anytime),
  ]
  return (
    <Card title={customer.home.next}>
      <WhoComes visitId={visit.id} expectedName={visit.crewFirstName}>
        <StateBadge state={visit.state} label={customer.states[visit.state]} />
      </WhoComes>
      {arrivalText && (
        <p className="nums pt-3 font-medium" aria-live="polite">
          {arrivalText}
        </p>
      )}
      <CrewOnMap arrival={arrival} placeName={visit.propertyName} />
      <div className="flex flex-wrap items-center justify-between gap-3 pt-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="nums text-lg font-semibold first-letter:uppercase">{when.join(' · ')}</p>
          <p className="text-muted">
            {services.name(visit.serviceKey)} · {visit.propertyName}
            {visit.crewFirstName === null && ` · ${customer.visit.noCrew}`}
          </p>
        </div>
        <ButtonLink to={linkTo('visit', { visit_id: visit.id })}>{texts.who.see}</ButtonLink>
      </div>
    </Card>
  )
}

function VisitCardList(props: {
  title: string
  visits: readonly VisitCard[]
  empty: string
  hasDay?: boolean
  isBelow?: boolean
}) {
  const texts = useText().customer.home
  const { title, visits, empty, hasDay = false, isBelow = false } = props
  return (
    <Card
      title={title}
      isFlush
      isBelow={isBelow}
      actions={
        hasDay || visits.length > VISITS_SHOWN ? (
          <ButtonLink tone="quiet" to={linkTo('jobs')}>
            {texts.allVisits}
          </ButtonLink>
        ) : undefined
      }
    >
      {visits.length === 0 ? (
        <p className="px-4 pb-4 text-muted sm:px-5">{empty}</p>
      ) : (
        <List label={title}>
          {visits.slice(0, VISITS_SHOWN).map((visit) => (
            <VisitRow key={visit.id} visit={visit} hasDay={hasDay} />
          ))}
        </List>
      )}
    </Card>
  )
}
