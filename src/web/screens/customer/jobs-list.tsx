/** All visits as a table: filtered, sorted by the server, and as a CSV file. The filters live in the address. */
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addDays, DEFAULT_TIME_ZONE, dateAt, isLocalDate, type LocalDate } from '#domain/time.ts'
import { VISIT_STATES } from '#domain/visits/graph.ts'
import { addressOf } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ExternalLink } from '#web/ui/link.tsx'
import { type Column, DataTable, type Sort } from '#web/ui/lists/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { timeOf, type VisitCard } from '#web/visits/visit-row.tsx'
import { Filters, type VisitFilters } from './jobs-list.parts.tsx'
import { useVisitPages } from './use-visit-pages.ts'

const VISITS_AT_ONCE = 100
const DAYS_AHEAD = 28
const SORTED_BY = ['time', 'property', 'service', 'state'] as const
type SortKey = (typeof SORTED_BY)[number]

export function CustomerJobsList() {
  const { customer } = useText()
  const texts = customer.list
  const [filters, setFilters] = useFilters()
  const [sort, setSort] = useState<Sort>({ key: 'time', isDescending: false })
  const narrowed = narrow(useDeferredValue(filters))
  const key = SORTED_BY.find((each) => each === sort.key) ?? 'time'
  const pages = useVisitPages({
    ...narrowed,
    sort: key,
    isDescending: sort.isDescending,
    limit: VISITS_AT_ONCE,
  })
  const columns = useColumns()
  const download = (
    <ExternalLink
      href={addressOf('GET /api/export-visits', narrowed)}
      isButton
      icon="download"
      isNewTab={false}
    >
      {texts.export}
    </ExternalLink>
  )
  return (
    <Page title={texts.title} back={linkTo('jobs')} width="wide" actions={download}>
      <Filters filters={filters} onChange={setFilters} countByState={pages.countByState} />
      {pages.isPending && <SkeletonCard rows={8} />}
      {pages.isLoadingError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isSuccess && (
        <>
          <div className="flex flex-wrap items-end justify-between gap-3">
            <p className="font-semibold" aria-live="polite">
              {texts.found(pages.totalCount)}
            </p>
            {pages.totalCount > 0 && (
              <SortChoice sort={{ key, isDescending: sort.isDescending }} onSort={setSort} />
            )}
          </div>
          <Card isFlush>
            {pages.visits.length === 0 ? (
              <NothingFound onClear={() => setFilters(null)} />
            ) : (
              <DataTable
                label={texts.title}
                columns={columns}
                rows={pages.visits}
                rowKey={(visit) => visit.id}
                rowLink={(visit) => linkTo('visit', { visit_id: visit.id })}
                sort={sort}
                onSort={setSort}
              />
            )}
          </Card>
        </>
      )}
      {pages.hasNextPage && (
        <Button isWide isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {customer.showMore}
        </Button>
      )}
    </Page>
  )
}

/** Phones show cards without column heads, so the order is chosen here. */
function SortChoice({
  sort,
  onSort,
}: {
  sort: { key: SortKey; isDescending: boolean }
  onSort: (sort: Sort) => void
}) {
  const texts = useText().customer.list
  const labels = { time: texts.date, property: texts.property, service: texts.service, state: texts.state }
  return (
    <div className="-mx-1 flex max-w-full min-w-0 gap-1 overflow-x-auto px-1 sm:hidden">
      {SORTED_BY.map((key) => (
        <Button
          key={key}
          tone={key === sort.key ? 'secondary' : 'quiet'}
          aria-pressed={key === sort.key}
          aria-label={`${texts.sort} ${labels[key]}`}
          onClick={() => onSort({ key, isDescending: key === sort.key && !sort.isDescending })}
        >
          {labels[key]}
        </Button>
      ))}
    </div>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const texts = useText().customer.list
  return (
    <EmptyState icon="filter" title={texts.empty} action={<Button onClick={onClear}>{texts.clear}</Button>}>
      {texts.emptyBody}
    </EmptyState>
  )
}

function useColumns(): Column<VisitCard>[] {
  const { customer } = useText()
  const texts = customer.list
  const format = useFormat()
  const services = useServices()
  return [
    {
      key: 'time',
      title: texts.date,
      isSortable: true,
      isShort: true,
      cell: (visit) => format.day(visit.date),
    },
    {
      key: 'hours',
      title: texts.time,
      isShort: true,
      cell: (visit) => timeOf(visit, format, customer.anytime),
    },
    { key: 'property', title: texts.property, isSortable: true, cell: (visit) => visit.propertyName },
    {
      key: 'service',
      title: texts.service,
      isSortable: true,
      cell: (visit) => services.name(visit.serviceKey),
    },
    {
      key: 'state',
      title: texts.state,
      isSortable: true,
      cell: (visit) => <StateBadge state={visit.state} label={customer.states[visit.state]} />,
    },
    { key: 'crew', title: texts.crew, cell: (visit) => visit.crewFirstName ?? '–' },
    {
      key: 'price',
      title: texts.price,
      isNumber: true,
      cell: (visit) => (visit.priceCents === null ? '–' : <Money amountCents={visit.priceCents} />),
    },
  ]
}

/** From the address and back into it; null forgets them all. */
function useFilters(): [VisitFilters, (change: Partial<VisitFilters> | null) => void] {
  const [search, setSearch] = useSearchParams()
  const zone = useUser()?.time_zone ?? DEFAULT_TIME_ZONE
  const today = dateAt(useNow(), zone)
  const filters: VisitFilters = {
    from: dayOf(search.get('from'), addDays(today, -7)),
    to: dayOf(search.get('to'), addDays(today, DAYS_AHEAD)),
    states: VISIT_STATES.filter((state) => search.get('states')?.split(',').includes(state)),
    serviceKey: search.get('service') ?? '',
    search: search.get('search') ?? '',
  }
  const change = (given: Partial<VisitFilters> | null) => {
    const { from, to, states, serviceKey, search: text } = { ...filters, ...given }
    const next = { from, to, states: states.join(), service: serviceKey, search: text }
    const kept =
      given === null ? {} : Object.fromEntries(Object.entries(next).filter(([, value]) => value !== ''))
    setSearch(kept, { replace: true })
  }
  return [filters, change]
}

/** What the server is asked: nothing for what is not narrowed; days that run backwards are turned round. */
function narrow({ from, to, states, serviceKey, search }: VisitFilters) {
  return {
    from: from < to ? from : to,
    to: from < to ? to : from,
    ...(states.length === 0 ? {} : { states: [...states] }),
    ...(serviceKey === '' ? {} : { serviceKey }),
    ...(search.trim() === '' ? {} : { search: search.trim() }),
  }
}

function dayOf(text: string | null, otherwise: LocalDate): LocalDate {
  return text !== null && isLocalDate(text) ? text : otherwise
}
