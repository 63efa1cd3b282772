/** All visits of a crew as a table: filtered, sorted, a page at a time. */

import { useDeferredValue, useState } from 'react'
import { MOST_VISITS_COUNTED } from '#domain/visits/most-counted.ts'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { type Services, useServices } from '#web/jobs/services.ts'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type CrewVisit = Reply<'POST /api/get-crew-visits'>['visits'][number]
type Sort = 'newest' | 'oldest'

const STATES_SHOWN = {
  all: [],
  open: ['scheduled', 'confirmed', 'en_route', 'in_progress', 'reopened'],
  completed: ['completed'],
  missed: ['missed', 'cancelled', 'skipped'],
} as const satisfies Record<string, readonly CrewVisit['state'][]>
type Shown = keyof typeof STATES_SHOWN

function lengthOf(count: number, { list }: Text['crew'], format: Format): string {
  return count > MOST_VISITS_COUNTED ? list.moreThan(format.count(MOST_VISITS_COUNTED)) : list.count(count)
}

export function CrewJobsList() {
  const { crew } = useText()
  const format = useFormat()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [sort, setSort] = useState<Sort>('newest')
  const search = useDeferredValue(text.trim())
  const visits = useEndpointPages(
    'POST /api/get-crew-visits',
    { body: { sort, states: [...STATES_SHOWN[shown]], ...(search === '' ? {} : { search }) } },
    (page) => page.visits,
  )
  const { rows } = visits
  const count = visits.first?.totalCount
  return (
    <Page
      title={crew.list.title}
      subtitle={count !== undefined && lengthOf(count, crew, format)}
      width="wide"
    >
      <div className="grid gap-3">
        <TextField
          label={crew.list.search}
          name="search"
          type="search"
          value={text}
          onChange={setText}
          isOptional
          isLabelHidden
          placeholder={crew.list.search}
        />
        <Filters shown={shown} onShow={setShown} sort={sort} onSort={setSort} />
      </div>
      <Card isFlush>
        {visits.isPending && <Skeleton rows={6} />}
        {visits.isLoadingError && <ErrorState error={visits.error} onRetry={() => void visits.refetch()} />}
        {visits.isSuccess && rows.length === 0 && (
          <EmptyState icon="calendar" title={crew.list.none}>
            {crew.list.noneBody}
          </EmptyState>
        )}
        {rows.length > 0 && <VisitTable rows={rows} />}
        {visits.hasNextPage && (
          <div className="p-4 text-center">
            <Button isLarge isBusy={visits.isFetchingNextPage} onClick={() => void visits.fetchNextPage()}>
              {crew.more}
            </Button>
          </div>
        )}
      </Card>
    </Page>
  )
}

type FiltersProps = {
  shown: Shown
  onShow: (shown: Shown) => void
  sort: Sort
  onSort: (sort: Sort) => void
}

function Filters({ shown, onShow, sort, onSort }: FiltersProps) {
  const { crew } = useText()
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3">
      <ChipGroup
        label={crew.list.state}
        name="state"
        isLabelHidden
        options={(['all', 'open', 'completed', 'missed'] as const).map((key) => ({
          value: key,
          label: crew.list[key],
        }))}
        value={shown}
        onChange={onShow}
      />
      <ChipGroup
        label={crew.list.order}
        name="sort"
        isLabelHidden
        options={(['newest', 'oldest'] as const).map((key) => ({
          value: key,
          label: crew.list[key],
        }))}
        value={sort}
        onChange={onSort}
      />
    </div>
  )
}

function VisitTable({ rows }: { rows: readonly CrewVisit[] }) {
  const text = useText()
  const format = useFormat()
  const services = useServices()
  return (
    <DataTable
      label={text.crew.list.title}
      columns={columnsOf(text, format, services)}
      rows={rows}
      rowKey={(visit) => visit.visitId}
      rowLink={(visit) => linkTo('visit', { visit_id: visit.visitId })}
    />
  )
}

function columnsOf({ crew }: Text, format: Format, services: Services): Column<CrewVisit>[] {
  const { columns: titles } = crew.list
  return [
    { key: 'place', title: titles.place, cell: (visit) => visit.propertyName },
    { key: 'day', title: titles.day, cell: (visit) => format.date(visit.date) },
    { key: 'service', title: titles.service, cell: (visit) => services.name(visit.serviceKey) },
    { key: 'state', title: titles.state, cell: (visit) => <VisitState visit={visit} /> },
    { key: 'pay', title: titles.pay, isNumber: true, cell: (visit) => <VisitPay visit={visit} /> },
  ]
}

function VisitState({ visit }: { visit: CrewVisit }) {
  const { crew } = useText()
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <StateBadge state={visit.state} label={crew.states[visit.state]} />
      {visit.isFlagged && <Badge tone="warn">{crew.list.flagged}</Badge>}
    </span>
  )
}

function VisitPay({ visit }: { visit: CrewVisit }) {
  return visit.payCents === null ? '–' : <Money amountCents={visit.payCents} />
}
