/** Finding work: routes worth taking, single jobs, what each weekday has. */
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { reasonsOf } from '#domain/assignments/route-reasons.ts'
import { WEEKDAYS, type Weekday } from '#domain/time.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { TakeJobSheet } from '#web/assignments/take-job-sheet.tsx'
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
import { DayList, JobList, WeekdayFilter } from './jobs.parts.tsx'
import type { RecommendedRoute } from './route-card.tsx'
import { Routes } from './routes.tsx'
import { TakeRouteSheet } from './take-route-sheet.tsx'

type JobRoutes = Reply<'POST /api/get-job-routes'>
type ShownDay = Weekday | 0
type Tab = (typeof TABS)[number]

export function FindWork() {
  const { crew } = useText()
  const found = useEndpoint('POST /api/get-job-routes', {}, { staleMs: 30_000 })
  return (
    <Page
      title={crew.jobs.title}
      subtitle={found.data && crew.jobs.subtitle(found.data.openJobCount)}
      width="wide"
    >
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

const TABS = ['routes', 'jobs', 'days'] as const

/** What is chosen stands in the address; on a desk beside its list, too. */
function Found({ found }: { found: JobRoutes }) {
  const { crew } = useText()
  const services = useServices()
  const [search, setSearch] = useSearchParams()
  const [taking, setTaking] = useState<RecommendedRoute>()
  const tab = TABS.find((each) => each === search.get('show')) ?? 'routes'
  const day: ShownDay = WEEKDAYS.find((each) => `${each}` === search.get('day')) ?? 0
  const show = (shown: { show: Tab; day?: ShownDay; route?: string; job?: string }) =>
    setSearch(
      Object.fromEntries(
        Object.entries(shown)
          .filter(([, value]) => value)
          .map(([name, value]) => [name, `${value}`]),
      ),
      { replace: true },
    )
  const reasons = useMemo(() => reasonsOf(found.recommendedRoutes, found.base), [found])
  const routes = found.recommendedRoutes.filter((each) => day === 0 || each.weekday === day)
  const jobs = found.jobs.filter((each) => day === 0 || each.openDays.some((open) => open.weekday === day))
  const job = jobs.find(({ weeklyJobId }) => weeklyJobId === search.get('job'))
  const shared = { base: found.base, services }
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
        onSelect={(next) => show({ show: next, day })}
      >
        <div className="grid gap-4">
          {tab !== 'days' && (
            <WeekdayFilter
              days={found.days}
              value={day}
              onChange={(next) => show({ show: tab, day: next })}
            />
          )}
          {tab === 'routes' && (
            <Routes
              {...shared}
              routes={routes}
              reasons={reasons}
              chosen={search.get('route')}
              onChoose={(route) => show({ show: tab, day, route })}
              onTake={setTaking}
            />
          )}
          {tab === 'jobs' && (
            <JobList
              {...shared}
              jobs={jobs}
              chosen={job}
              onTake={({ weeklyJobId }) => show({ show: tab, day, job: weeklyJobId })}
            />
          )}
          {tab === 'days' && (
            <DayList days={found.days} onChoose={(weekday) => show({ show: 'routes', day: weekday })} />
          )}
        </div>
      </Tabs>
      {job && tab === 'jobs' && (
        <TakeJobSheet
          key={job.weeklyJobId}
          job={job}
          services={services}
          onClose={() => show({ show: tab, day })}
        />
      )}
      {taking && <TakeRouteSheet key={taking.routeKey} route={taking} onClose={() => setTaking(undefined)} />}
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
