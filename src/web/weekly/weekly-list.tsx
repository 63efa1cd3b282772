/** The weekly services of a customer, found among many; each opens with everything that can be done to it. */
import { type ReactNode, useState } from 'react'
import { isEveryWeek } from '#domain/schedule/rhythm.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useJobPrice } from '#web/jobs/job-price.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'
import { useServices } from '#web/jobs/services.ts'
import { useWeekdayNames } from '#web/jobs/weekday-names.ts'
import { WeeklyJobSheet } from '#web/jobs/weekly-job.tsx'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { useAmountText } from '#web/ui/amounts-alike.tsx'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ListAndDetail } from '#web/ui/dialogs/panes.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { BulkSheet } from './bulk-sheet.tsx'
import { BulkStatus } from './bulk-status.tsx'
import { FilterBar } from './filter-bar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { NO_FILTER, useJobFilter } from './use-job-filter.ts'
import { type Selection, useSelection } from './use-selection.ts'

type WeeklyJobCard = Reply<'POST /api/get-weekly-jobs'>['jobs'][number]

const JOBS_AT_ONCE = 50
/** Fewer are seen at a glance. */
const WORTH_FINDING = 8

export function WeeklyList({ nothingBooked }: { nothingBooked: ReactNode }) {
  const { customer, weeklyList: texts } = useText()
  const { filter, asked, isFiltered, setFilter, openId, open } = useJobFilter()
  const kept = useEndpoint('GET /api/job-filters').data
  const selection = useSelection()
  const mayPlan = useMayHere()('schedule')
  const [isChanging, setChanging] = useState(false)
  const pages = useEndpointPages(
    'POST /api/get-weekly-jobs',
    { body: { ...asked, limit: JOBS_AT_ONCE } },
    (page) => page.jobs,
    { keepsPrevious: true },
  )
  const jobs = pages.rows
  const totalCount = pages.first?.totalCount ?? 0
  if (pages.isPending) return <SkeletonCard rows={4} />
  if (pages.isLoadingError) return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  const isLong = isFiltered || totalCount >= WORTH_FINDING
  if (jobs.length === 0 && !isFiltered)
    return (
      <div className="grid grid-cols-1 gap-(--stack)">
        {mayPlan && <BulkStatus />}
        {nothingBooked}
      </div>
    )
  return (
    <ListAndDetail
      detail={
        openId !== null && <WeeklyJobSheet key={openId} weeklyJobId={openId} onClose={() => open(null)} />
      }
    >
      {mayPlan && <BulkStatus />}
      {isLong && kept !== undefined && <FilterBar kept={kept} filter={filter} onFilter={setFilter} />}
      {isLong && (
        <p className="font-semibold" aria-live="polite">
          {texts.found(totalCount)}
        </p>
      )}
      {isLong && mayPlan && jobs.length > 0 && (
        <SelectionBar
          asked={asked}
          shownIds={jobs.map(({ id }) => id)}
          totalCount={totalCount}
          selection={selection}
          onChange={() => setChanging(true)}
        />
      )}
      <Card isFlush>
        {jobs.length === 0 ? (
          <EmptyState
            icon="filter"
            title={texts.nothing}
            action={<Button onClick={() => setFilter(NO_FILTER)}>{texts.clear}</Button>}
          />
        ) : (
          <List label={customer.jobs.weekly}>
            {jobs.map((job) => (
              <WeeklyRow
                key={job.id}
                job={job}
                isCurrent={job.id === openId}
                onOpen={() => open(job.id)}
                selection={isLong && mayPlan ? selection : undefined}
              />
            ))}
          </List>
        )}
      </Card>
      {pages.hasNextPage && (
        <Button isWide isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {customer.showMore}
        </Button>
      )}
      {isChanging && (
        <BulkSheet
          weeklyJobIds={selection.ids}
          onClose={() => setChanging(false)}
          onStarted={() => {
            setChanging(false)
            selection.set([])
            // How far it is stands above the list.
            window.scrollTo({ top: 0 })
          }}
        />
      )}
    </ListAndDetail>
  )
}

function WeeklyRow({
  job,
  isCurrent,
  onOpen,
  selection,
}: {
  job: WeeklyJobCard
  isCurrent: boolean
  onOpen: () => void
  selection: Selection | undefined
}) {
  const { customer, weeklyList } = useText()
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
  const title = `${services.name(job.serviceKey)} · ${job.propertyName}`
  return (
    <ListRow
      icon={services.icon(job.serviceKey)}
      title={title}
      lead={
        selection !== undefined && (
          <label className="grid min-h-11 place-items-center pl-4">
            <input
              type="checkbox"
              aria-label={`${weeklyList.bulk.select}: ${title}`}
              checked={selection.has(job.id)}
              onChange={() => selection.toggle(job.id)}
              className="size-6 accent-accent"
            />
          </label>
        )
      }
      detail={[often, next, price, job.crewFirstNames.join(', ')].filter(Boolean).join(' · ')}
      state={<StateBadge state={job.state} label={customer.jobStates[job.state]} />}
      onClick={onOpen}
      isCurrent={isCurrent}
    />
  )
}
