/** The weekly services of a customer; each opens with everything that can be done to it. */

import { useSearchParams } from 'react-router'
import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useJobPrice } from '#web/jobs/job-price.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'
import { useServices } from '#web/jobs/services.ts'
import { useWeekdayNames } from '#web/jobs/weekday-names.ts'
import { WeeklyJobSheet } from '#web/jobs/weekly-job.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { useAmountText } from '#web/ui/amounts-alike.tsx'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ListAndDetail } from '#web/ui/dialogs/panes.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { NothingBooked } from './nothing-booked.tsx'

type WeeklyJobCard = Reply<'POST /api/get-weekly-jobs'>['jobs'][number]

const JOBS_AT_ONCE = 50

export function WeeklyList() {
  const { customer } = useText()
  const [search, setSearch] = useSearchParams()
  const openId = search.get('job')
  const open = (job: string | null) =>
    setSearch({ tab: 'weekly', ...(job === null ? {} : { job }) }, { replace: true })
  const pages = useEndpointPages(
    'POST /api/get-weekly-jobs',
    { body: { states: ['active', 'paused'], limit: JOBS_AT_ONCE } },
    (page) => page.jobs,
  )
  const jobs = pages.rows
  if (pages.isPending) return <SkeletonCard rows={4} />
  if (pages.isLoadingError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  return (
    <ListAndDetail
      detail={
        openId !== null && <WeeklyJobSheet key={openId} weeklyJobId={openId} onClose={() => open(null)} />
      }
    >
      {jobs.length === 0 ? (
        <NothingBooked title={customer.jobs.emptyWeekly} />
      ) : (
        <Card isFlush>
          <List label={customer.jobs.weekly}>
            {jobs.map((job) => (
              <WeeklyRow key={job.id} job={job} onOpen={() => open(job.id)} />
            ))}
          </List>
        </Card>
      )}
      {pages.hasNextPage && (
        <Button isWide isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {customer.showMore}
        </Button>
      )}
    </ListAndDetail>
  )
}

function WeeklyRow({ job, onOpen }: { job: WeeklyJobCard; onOpen: () => void }) {
  const { customer } = useText()
  const format = useFormat()
  const services = useServices()
  const days = useWeekdayNames()
  const rhythm = useRhythmText()
  const priceOf = useJobPrice()
  const next =
    job.nextVisitOn === null ? customer.jobs.noNext : customer.jobs.next(format.day(job.nextVisitOn))
  const amount = useAmountText(job.perWeekCents)
  const isWeekly = isEveryWeek(job.rhythm)
  const price = isWeekly ? amount !== null && customer.perWeek(amount) : priceOf(job)
  const often = isWeekly ? days(job.weekdays) : rhythm(job)
  return (
    <ListRow
      icon={services.icon(job.serviceKey)}
      title={`${services.name(job.serviceKey)} · ${job.propertyName}`}
      detail={[often, next, price].filter(Boolean).join(' · ')}
      state={<StateBadge state={job.state} label={customer.jobStates[job.state]} />}
      onClick={onOpen}
    />
  )
}
