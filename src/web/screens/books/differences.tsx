import { useState } from 'react'
import { keysOf } from '#domain/keys.ts'
import { formatAlike } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

type Difference = Reply<'GET /api/reconcile-differences'>['differences'][number]

const LOOK_EVERY_MS = 15_000

/** What differs, newest first; a row opens the panel beside it. */
export function Differences({ opened, onOpen }: { opened: string | null; onOpen: (id: string) => void }) {
  const { books: text } = useText()
  const [state, setState] = useState<Difference['state']>('open')
  const pages = useEndpointPages(
    'GET /api/reconcile-differences',
    { query: { state } },
    (page) => page.differences,
    { refetchMs: LOOK_EVERY_MS, keepsPrevious: true },
  )
  return (
    <Card title={text.differences} isFlush>
      <div className="px-4 pb-3 sm:px-5">
        <ChipGroup
          label={text.differences}
          isLabelHidden
          name="state"
          options={keysOf(text.states).map((value) => ({ value, label: text.states[value] }))}
          value={state}
          onChange={setState}
        />
      </div>
      {pages.isPending && <SkeletonCard rows={3} />}
      {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && pages.rows.length === 0 && <EmptyState icon="check" title={text.none[state]} />}
      {pages.rows.length > 0 && <Table rows={pages.rows} opened={opened} onOpen={onOpen} />}
      {pages.hasNextPage && (
        <div className="p-4">
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Table({
  rows,
  opened,
  onOpen,
}: {
  rows: readonly Difference[]
  opened: string | null
  onOpen: (id: string) => void
}) {
  const { books: text } = useText()
  const format = useFormat()
  const amount = formatAlike(rows.flatMap((row) => [row.oursCents, row.theirsCents, row.amountCents]))
  const money = (cents: Difference['oursCents']) => (cents === null ? text.nothing : amount(cents))
  const name = (row: Difference) => textFor(text.checks, row.check) ?? row.check
  return (
    <DataTable
      label={text.differences}
      rows={rows.map((row) => ({ ...row, isOpened: row.id === opened, onOpen }))}
      rowKey={(row) => row.id}
      columns={[
        { key: 'what', title: text.what, cell: name },
        { key: 'ours', title: text.ours, isNumber: true, cell: (row) => money(row.oursCents) },
        { key: 'theirs', title: text.theirs, isNumber: true, cell: (row) => money(row.theirsCents) },
        {
          key: 'amount',
          title: text.amount,
          isNumber: true,
          cell: (row) => amount(row.amountCents),
        },
        { key: 'since', title: text.since, isShort: true, cell: (row) => format.dateTime(row.firstSeenAt) },
        { key: 'last', title: text.lastSeen, isShort: true, cell: (row) => format.dateTime(row.lastSeenAt) },
        {
          key: 'look',
          title: '',
          cell: lookCell,
        },
      ]}
    />
  )
}

type Shown = Difference & { readonly isOpened: boolean; readonly onOpen: (id: string) => void }

function lookCell(row: Shown) {
  return <LookButton row={row} />
}

function LookButton({ row: { id, check, amountCents, isOpened, onOpen } }: { row: Shown }) {
  const { books: text } = useText()
  const format = useFormat()
  return (
    <Button
      tone={isOpened ? 'primary' : 'quiet'}
      aria-label={text.lookAt(textFor(text.checks, check) ?? check, format.money(amountCents))}
      onClick={() => onOpen(id)}
    >
      {text.look}
    </Button>
  )
}
