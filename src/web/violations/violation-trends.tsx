/** What residents do wrong: how often, where and of which kind, beside the period before. Each number leads to its rows. */
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addressOf, type Reply, useEndpoint } from '#web/api.ts'
import type { Text } from '#web/text/areas.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { BarChart } from '#web/ui/lists/bar-chart.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  type AskedRows,
  askedRows,
  type AskedTrends,
  askedTrends,
  linkToRows,
  linkToTrends,
} from './asked-trends.ts'
import { Narrowing } from './narrowing.tsx'
import { ViolationRows } from './violation-rows.tsx'

type Complex = Reply<'GET /api/complex'>
type Found = Reply<'GET /api/violation-trends'>
type Counted = { readonly count: number; readonly countBefore: number }

export function ViolationTrends({ complex }: { complex: Complex }) {
  const { complexes } = useText()
  const texts = complexes.trends
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const asked = askedTrends(search)
  const rows = askedRows(search)
  const read = useEndpoint('GET /api/violation-trends', { query: { id: complex.id, ...asked } })
  const { months: _months, ...narrowed } = asked
  const found = read.data
  return (
    <Card
      title={texts.title}
      actions={
        found && (
          <a
            href={addressOf('GET /api/violations-csv', {
              id: complex.id,
              from: found.from,
              to: found.to,
              ...narrowed,
            })}
            download
            className={buttonLook('quiet')}
          >
            {texts.csv}
          </a>
        )
      }
    >
      <div className="grid gap-4">
        <Narrowing complex={complex} asked={asked} found={found} />
        {read.isPending && <Skeleton rows={6} />}
        {read.isLoadingError && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
        {found && <Shown complex={complex} asked={asked} found={found} />}
      </div>
      {rows && (
        <ViolationRows
          complex={complex}
          asked={rows}
          onClose={() => void navigate(linkToTrends(complex.id, asked), { replace: true })}
        />
      )}
    </Card>
  )
}

function Shown({ complex, asked, found }: { complex: Complex; asked: AskedTrends; found: Found }) {
  const { complexes } = useText()
  const texts = complexes.trends
  const format = useFormat()
  const { months: _months, ...narrowed } = asked
  const to = (rows: AskedRows) => linkToRows(complex.id, asked, { ...narrowed, ...rows })
  const now = { from: found.from, to: found.to }
  const before = { from: found.beforeFrom, to: found.beforeTo }
  if (found.count + found.countBefore === 0)
    return <p className="text-muted">{texts.none(format.dateRange(before.from, now.to))}</p>
  const perNight = (count: number, nights: number) =>
    nights === 0 ? null : format.count(Math.round((count / nights) * 10) / 10)
  const rate = perNight(found.count, found.nights)
  const rateBefore = perNight(found.countBefore, found.nightsBefore)
  return (
    <>
      <div className="grid gap-1">
        <p className="text-lg font-semibold">
          {texts.sum(found.count)} · {texts.change(found.count - found.countBefore)}
        </p>
        <p className="text-sm text-muted">
          {texts.compared(format.dateRange(now.from, now.to), format.dateRange(before.from, before.to))}
        </p>
        {rate !== null && <p className="text-sm text-muted">{texts.perNight(rate, rateBefore)}</p>}
      </div>
      <BarChart
        key={`${found.from} ${found.to} ${asked.buildingId} ${asked.kind}`}
        label={texts.byMonth}
        hint={texts.chartHint}
        bars={found.months.map(({ from, count, countBefore }) => ({
          key: from,
          value: count,
          valueBefore: countBefore,
          said: texts.at(format.month(from), count, countBefore),
        }))}
        linkOf={(index) => {
          const month = found.months[index]
          const isEmpty = month === undefined || month.count === 0
          return isEmpty ? null : { to: to({ from: month.from, to: month.to }), text: texts.show }
        }}
      />
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-medium">{texts.table}</summary>
        <DataTable
          label={texts.byMonth}
          rows={found.months}
          rowKey={({ from }) => from}
          columns={[
            { key: 'month', title: texts.month, cell: ({ from }) => format.month(from) },
            ...countColumns<Found['months'][number]>(
              texts,
              (month) => to({ from: month.from, to: month.to }),
              (month) => to({ from: month.before.from, to: month.before.to }),
            ),
          ]}
        />
      </details>
      <section className="grid gap-2">
        <h3 className="font-semibold">{texts.byBuilding}</h3>
        <DataTable
          label={texts.byBuilding}
          rows={found.buildings}
          rowKey={({ buildingId }) => buildingId}
          columns={[
            { key: 'building', title: texts.building, cell: ({ name }) => name },
            ...countColumns<Found['buildings'][number]>(
              texts,
              ({ buildingId }) => to({ ...now, buildingId }),
              ({ buildingId }) => to({ ...before, buildingId }),
            ),
          ]}
        />
      </section>
      <section className="grid gap-2">
        <h3 className="font-semibold">{texts.byKind}</h3>
        <DataTable
          label={texts.byKind}
          rows={found.kinds}
          rowKey={({ kind }) => kind}
          columns={[
            { key: 'kind', title: texts.kind, cell: ({ kind }) => complexes.kinds[kind] },
            ...countColumns<Found['kinds'][number]>(
              texts,
              ({ kind }) => to({ ...now, kind }),
              ({ kind }) => to({ ...before, kind }),
            ),
          ]}
        />
      </section>
    </>
  )
}

type Texts = Text['complexes']['trends']

/** Now, before, and the difference; what is not nothing leads to its rows. */
function countColumns<Row extends Counted>(
  texts: Texts,
  rowsOf: (row: Row) => string,
  rowsBefore: (row: Row) => string,
): Column<Row>[] {
  const led = (count: number, to: string): ReactNode => (count === 0 ? count : <Link to={to}>{count}</Link>)
  return [
    { key: 'count', title: texts.now, isNumber: true, cell: (row) => led(row.count, rowsOf(row)) },
    {
      key: 'before',
      title: texts.before,
      isNumber: true,
      cell: (row) => led(row.countBefore, rowsBefore(row)),
    },
    {
      key: 'change',
      title: texts.difference,
      isNumber: true,
      cell: (row) => texts.change(row.count - row.countBefore),
    },
  ]
}
