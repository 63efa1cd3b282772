/** What banks took back, and what they warn of: a list, and beside it everything about the one that is chosen. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useServices } from '#web/jobs/services.ts'
import { amountCell } from '#web/money/amount-cell.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { ChargebackPanel } from './chargeback-panel.tsx'
import { ChargebackState, Due } from './chargeback-state.tsx'
import { FraudWarnings } from './fraud-warnings.tsx'
import { UnknownChargebacks } from './unknown-chargebacks.tsx'

type Listed = Reply<'POST /api/get-chargebacks'>['chargebacks'][number]
const LOOK_EVERY_MS = 60_000

export function Chargebacks() {
  const { chargebacks: texts } = useText()
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState<'open' | 'closed'>(search.get('show') === 'closed' ? 'closed' : 'open')
  const chosen = search.get('id')
  const isClosed = shown === 'closed'
  const read = useEndpointPages(
    'POST /api/get-chargebacks',
    { body: { isClosed } },
    (page) => page.chargebacks,
    { refetchMs: LOOK_EVERY_MS },
  )
  return (
    <Page title={texts.title} subtitle={texts.subtitle} width="wide">
      <div className={`grid gap-4 ${chosen ? 'xl:grid-cols-[minmax(0,1fr)_28rem]' : ''}`}>
        <div className={`grid min-w-0 content-start gap-4 ${chosen ? 'max-xl:hidden' : ''}`}>
          <FraudWarnings />
          <UnknownChargebacks />
          <ChipGroup
            label={texts.shown}
            isLabelHidden
            name="shown"
            options={[
              { value: 'open', label: texts.open(read.first?.openCount ?? 0) },
              { value: 'closed', label: texts.closed },
            ]}
            value={shown}
            onChange={setShown}
          />
          <Card isFlush>
            {read.isPending && <Skeleton rows={5} />}
            {read.isError && !read.isRefetchError && (
              <ErrorState error={read.error} onRetry={() => void read.refetch()} />
            )}
            {read.isSuccess && read.rows.length === 0 && (
              <EmptyState icon="check" title={isClosed ? texts.noneClosed : texts.noneOpen} />
            )}
            {read.rows.length > 0 && <Table rows={read.rows} />}
            {read.hasNextPage && (
              <div className="p-4">
                <Button isBusy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
                  {texts.more}
                </Button>
              </div>
            )}
          </Card>
        </div>
        {chosen && (
          <ChargebackPanel
            key={chosen}
            id={chosen}
            onClose={() => setSearch({ show: shown }, { replace: true })}
          />
        )}
      </div>
    </Page>
  )
}

const dueCell = (row: Listed) => <Due chargeback={row} />
const stateCell = (row: Listed) => <ChargebackState chargeback={row} />

function Table({ rows }: { rows: readonly Listed[] }) {
  const { chargebacks: texts } = useText()
  const { columns: titles } = texts
  const services = useServices()
  const format = useFormat()
  const columns: readonly Column<Listed>[] = [
    { key: 'customer', title: titles.customer, cell: (row) => row.customerName },
    {
      key: 'reason',
      title: titles.reason,
      cell: (row) => textFor(texts.reasons, row.reason) ?? texts.reasons.general,
    },
    {
      key: 'visit',
      title: titles.visit,
      cell: ({ visit }) =>
        visit === null
          ? '–'
          : [
              `${services.name(visit.serviceKey)}, ${format.day(visit.date)}`,
              visit.moreCount > 0 && texts.moreVisits(visit.moreCount),
            ]
              .filter(Boolean)
              .join(' '),
    },
    {
      key: 'amount',
      title: titles.amount,
      isNumber: true,
      cell: amountCell,
    },
    { key: 'due', title: titles.due, isShort: true, cell: dueCell },
    { key: 'state', title: titles.state, isShort: true, cell: stateCell },
  ]
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowLink={(row) =>
        linkTo('operatorChargebacks', {}, { show: row.end === null ? 'open' : 'closed', id: row.id })
      }
    />
  )
}
