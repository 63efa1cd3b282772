import { useState } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { amountCell } from '#web/money/amount-cell.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

type Run = Reply<'GET /api/reconcile-runs'>['runs'][number]

const LOOK_EVERY_MS = 15_000
const MINUTE_MS = 60_000

/** When the books were compared, how much of them, how long it took, and what came of it. */
export function Runs() {
  const { books: text } = useText()
  const [shown, setShown] = useState<Run>()
  const pages = useEndpointPages('GET /api/reconcile-runs', { query: { limit: 10 } }, (page) => page.runs, {
    refetchMs: LOOK_EVERY_MS,
  })
  return (
    <Card title={text.runs} isFlush>
      {pages.isPending && <SkeletonCard rows={4} />}
      {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && pages.rows.length === 0 && (
        <EmptyState icon="list" title={text.noRuns}>
          {text.noRunsBody}
        </EmptyState>
      )}
      {pages.rows.length > 0 && <Table rows={pages.rows} onShow={setShown} />}
      {pages.hasNextPage && (
        <div className="p-4">
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
      {shown && <RunDialog run={shown} onClose={() => setShown(undefined)} />}
    </Card>
  )
}

function Table({ rows, onShow }: { rows: readonly Run[]; onShow: (run: Run) => void }) {
  const { books: text } = useText()
  const format = useFormat()
  return (
    <DataTable
      label={text.runs}
      rows={rows.map((run) => ({ ...run, onShow: () => onShow(run) }))}
      rowKey={(run) => run.id}
      columns={[
        {
          key: 'began',
          title: text.began,
          isShort: true,
          cell: (run) =>
            [format.dateTime(run.startedAt), run.requestedBy && text.by(run.requestedBy)]
              .filter(Boolean)
              .join(' '),
        },
        { key: 'kind', title: text.kind, cell: (run) => text.kinds[run.kind] },
        { key: 'count', title: text.count, isNumber: true, cell: (run) => format.count(run.comparedCount) },
        { key: 'took', title: text.took, isNumber: true, cell: tookCell },
        { key: 'verdict', title: text.verdict, cell: verdictCell },
        {
          key: 'details',
          title: '',
          cell: detailsCell,
        },
      ]}
    />
  )
}

function tookCell(run: Run) {
  return <Took run={run} />
}

function verdictCell(run: Pick<Run, 'differenceCount'> & Partial<Run>) {
  return <Verdict run={run} />
}

function detailsCell({ onShow }: { readonly onShow: () => void }) {
  return <DetailsButton onShow={onShow} />
}

function DetailsButton({ onShow }: { onShow: () => void }) {
  const { books: text } = useText()
  return (
    <Button tone="quiet" onClick={onShow}>
      {text.details}
    </Button>
  )
}

function Took({ run: { startedAt, finishedAt } }: { run: Run }) {
  const { books: text } = useText()
  const format = useFormat()
  if (finishedAt === null) return '–'
  const ms = Date.parse(finishedAt) - Date.parse(startedAt)
  return ms < MINUTE_MS
    ? text.seconds(format.count(Math.ceil(ms / 1_000)))
    : text.minutes(format.count(Math.round(ms / MINUTE_MS)))
}

function Verdict({ run }: { run: Pick<Run, 'differenceCount'> & Partial<Run> }) {
  const { books: text } = useText()
  if (run.differenceCount > 0) return <Badge tone="danger">{text.found(run.differenceCount)}</Badge>
  return run.state === 'running' ? (
    <Badge tone="info">{text.running}</Badge>
  ) : (
    <Badge tone="good">{text.ok}</Badge>
  )
}

function RunDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const { books: text } = useText()
  const format = useFormat()
  const read = useEndpoint('GET /api/reconcile-run', { query: { id: run.id } })
  return (
    <Dialog title={`${text.details} · ${format.dateTime(run.startedAt)}`} isOpen isWide onClose={onClose}>
      {read.isPending && <SkeletonCard rows={8} />}
      {read.isError && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && (
        <DataTable
          label={text.details}
          rows={read.data.checks}
          rowKey={(check) => check.check}
          columns={[
            {
              key: 'what',
              title: text.what,
              cell: (check) => textFor(text.checks, check.check) ?? check.check,
            },
            { key: 'count', title: text.count, isNumber: true, cell: (check) => format.count(check.count) },
            {
              key: 'amount',
              title: text.amountCompared,
              isNumber: true,
              cell: amountCell,
            },
            { key: 'verdict', title: text.verdict, cell: verdictCell },
          ]}
        />
      )}
    </Dialog>
  )
}
