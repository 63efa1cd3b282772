/** Finding work: routes worth taking, single jobs, what each weekday has. */
import { useMemo, useState } from 'react'
import { reasonsOf } from '#domain/assignments/route-reasons.ts'
import type { Weekday } from '#domain/time.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { type OpenJob, TakeJobSheet } from '#web/assignments/take-job-sheet.tsx'
import { useServices } from '#web/jobs/services.ts'
import { PayoutWarning } from '#web/money/payout-warning.tsx'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { DayList, JobList, RouteList, WeekdayFilter } from './jobs.parts.tsx'
import type { RecommendedRoute } from './route-card.tsx'
import { TakeRouteSheet } from './take-route-sheet.tsx'

type JobRoutes = Reply<'POST /api/get-job-routes'>
type ShownDay = Weekday | 0
type Tab = 'routes' | 'jobs' | 'days'

export function FindWork() {
  const { crew } = useText()
  const found = useEndpoint('POST /api/get-job-routes', {}, { staleMs: 30_000 })
  return (
    <Page title={crew.jobs.title} subtitle={found.data && crew.jobs.subtitle(found.data.openJobCount)}>
      {found.isPending && <SkeletonCard rows={5} />}
      {found.isLoadingError && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <>
          <PayoutWarning payoutWarning={found.data.payoutWarning} payoutDueAt={found.data.payoutDueAt} />
          {found.data.base === null ? <NoBase /> : <Found found={found.data} />}
        </>
      )}
    </Page>
  )
}

function Found({ found }: { found: JobRoutes }) {
  const { crew } = useText()
  const services = useServices()
  const [tab, setTab] = useState<Tab>('routes')
  const [day, setDay] = useState<ShownDay>(0)
  const [route, setRoute] = useState<RecommendedRoute>()
  const [job, setJob] = useState<OpenJob>()
  const reasons = useMemo(() => reasonsOf(found.recommendedRoutes, found.base), [found])
  const routes = found.recommendedRoutes.filter((each) => day === 0 || each.weekday === day)
  const jobs = found.jobs.filter((each) => day === 0 || each.openDays.some((open) => open.weekday === day))
  return (
    <>
      <Tabs
        label={crew.jobs.title}
        tabs={[
          { key: 'routes', label: crew.jobs.routes, count: found.recommendedRoutes.length },
          { key: 'jobs', label: crew.jobs.single, count: found.openJobCount },
          { key: 'days', label: crew.jobs.days },
        ]}
        active={tab}
        onSelect={setTab}
      >
        <div className="grid gap-4">
          {tab !== 'days' && <WeekdayFilter days={found.days} value={day} onChange={setDay} />}
          {tab === 'routes' && (
            <RouteList
              routes={routes}
              reasons={reasons}
              base={found.base}
              services={services}
              onTake={setRoute}
            />
          )}
          {tab === 'jobs' && <JobList jobs={jobs} base={found.base} services={services} onTake={setJob} />}
          {tab === 'days' && (
            <DayList
              days={found.days}
              onChoose={(weekday) => {
                setDay(weekday)
                setTab('routes')
              }}
            />
          )}
        </div>
      </Tabs>
      {route && <TakeRouteSheet key={route.routeKey} route={route} onClose={() => setRoute(undefined)} />}
      {job && (
        <TakeJobSheet key={job.weeklyJobId} job={job} services={services} onClose={() => setJob(undefined)} />
      )}
    </>
  )
}

function NoBase() {
  const { crew } = useText()
  return (
    <Card>
      <EmptyState
        icon="map-pin"
        title={crew.jobs.noBase}
        action={
          <ButtonLink tone="primary" to={linkTo('crewAccount')}>
            {crew.jobs.setBase}
          </ButtonLink>
        }
      >
        {crew.jobs.noBaseBody}
      </EmptyState>
    </Card>
  )
}
