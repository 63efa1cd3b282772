/** What the market sold, taxed and refunded in a period, what it owes, and saying that it was filed and paid. */
import { useSearchParams } from 'react-router'
import { addMonths, dateAt, localDate, yearOf } from '#domain/time.ts'
import { addressOf, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { useNow } from '#web/ui/now.ts'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { wholeRateOf } from './describe-rate.ts'

type Report = Reply<'GET /api/sales-tax-report'>
type Line = Report['lines'][number]

export function SalesTaxPart() {
  const { taxDesk } = useText()
  const [search, setSearch] = useSearchParams()
  const period = search.get('period')
  const report = useEndpoint('GET /api/sales-tax-report', { query: period === null ? {} : { period } })
  if (report.isError) return <ErrorState error={report.error} onRetry={() => void report.refetch()} />
  if (!report.data) return <SkeletonCard rows={6} />
  const shown = report.data
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PeriodField
          zone={shown.zone}
          value={shown.period}
          onChange={(next) => setSearch({ show: 'sales', period: next })}
        />
        <a
          href={addressOf('GET /api/sales-tax-report-csv', { period: shown.period })}
          download
          className={buttonLook('secondary')}
        >
          {taxDesk.sales.csv}
        </a>
      </div>
      <Due report={shown} />
      <Card title={taxDesk.sales.byService} isFlush>
        {shown.lines.length === 0 ? (
          <EmptyState icon="chart" title={taxDesk.sales.none} />
        ) : (
          <Lines report={shown} />
        )}
      </Card>
      <Filings report={shown} />
    </>
  )
}

/** The last twelve months, and the quarters of this year and the two before. */
function PeriodField({
  zone,
  value,
  onChange,
}: {
  zone: string
  value: string
  onChange: (period: string) => void
}) {
  const { taxDesk } = useText()
  const format = useFormat()
  const today = dateAt(useNow(), zone)
  const year = yearOf(today)
  const months = Array.from({ length: 12 }, (_, back) =>
    addMonths(localDate(`${today.slice(0, 7)}-01`), -back).slice(0, 7),
  )
  const quarters = [year, year - 1, year - 2].flatMap((each) =>
    [4, 3, 2, 1].map((quarter) => `${each}-Q${quarter}`),
  )
  const periods = [...quarters, ...months]
  const names = periods.includes(value) ? periods : [value, ...periods]
  const nameOf = (name: string) =>
    /^\d{4}-\d\d$/.test(name) ? format.month(localDate(`${name}-01`)) : name.replace('-', ' ')
  return (
    <SelectField
      label={taxDesk.sales.period}
      name="period"
      options={names.map((name) => ({ value: name, label: nameOf(name) }))}
      value={value}
      onChange={onChange}
    />
  )
}

function Due({ report }: { report: Report }) {
  const { taxDesk } = useText()
  const format = useFormat()
  const texts = taxDesk.sales
  const save = useAction('POST /api/file-sales-tax', { refreshes: ['GET /api/sales-tax-report'] })
  const { period, from, to, filing, isOver, toPayCents } = report
  const file = async () => {
    const filed = await openPrompt({
      title: texts.fileTitle(period),
      body: texts.fileBody(format.money(toPayCents)),
      inputs: [{ name: 'confirmation', label: texts.confirmation }],
      submitLabel: texts.file,
      onSubmit: ({ confirmation = '' }) =>
        save.mutateAsync({ body: { period, paidCents: toPayCents, confirmation } }),
    })
    if (filed !== undefined) showToast(texts.saved)
  }
  const sums = [
    [texts.taxable, report.taxableCents],
    [texts.exempt, report.exemptCents],
    [texts.untaxed, report.untaxedCents],
    [texts.opening, report.openingCents],
    [texts.collected, report.collectedCents],
    [texts.refunded, report.refundedCents],
    ...(report.paidWithinCents === 0 ? [] : [[texts.paidWithin, report.paidWithinCents] as const]),
    [texts.due, report.dueCents],
  ] as const
  return (
    <Card title={format.dateRange(from, to)}>
      <div className="grid gap-4">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-7">
          {sums.map(([label, amountCents]) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-lg">
                <Money amountCents={amountCents} />
              </dd>
            </div>
          ))}
        </dl>
        {filing !== null && (
          <Banner tone="good">
            {texts.filed(
              format.money(filing.paidCents),
              format.dateTime(filing.filedAt, report.zone),
              filing.confirmation,
            )}
          </Banner>
        )}
        {filing === null && !isOver && <p className="text-muted">{texts.notOver}</p>}
        {filing === null && isOver && (
          <div>
            <Only may="money" isSaid>
              <Button tone="primary" isBusy={save.isPending} onClick={() => void file()}>
                {texts.mark}
              </Button>
            </Only>
          </div>
        )}
        <p className="text-sm text-muted">{texts.notAdvice}</p>
      </div>
    </Card>
  )
}

function Lines({ report }: { report: Report }) {
  const { sales: texts } = useText().taxDesk
  const format = useFormat()
  return (
    <DataTable
      label={texts.byService}
      rows={report.lines}
      rowKey={(line) => `${line.serviceKey} ${JSON.stringify(line.rates)}`}
      columns={lineColumns(texts, format)}
    />
  )
}

function lineColumns(texts: Text['taxDesk']['sales'], format: Format): Column<Line>[] {
  const money = (key: string, title: string, of: (line: Line) => Line['taxableCents']): Column<Line> => ({
    key,
    title,
    isNumber: true,
    cell: (line) => <Money amountCents={of(line)} />,
  })
  const rate = ({ rates }: Line) => (rates === null ? texts.undivided : format.percent(wholeRateOf(rates)))
  return [
    { key: 'service', title: texts.service, cell: (line) => line.serviceName },
    { key: 'rate', title: texts.rate, isNumber: true, cell: rate },
    money('taxable', texts.taxable, (line) => line.taxableCents),
    money('exempt', texts.exempt, (line) => line.exemptCents),
    money('untaxed', texts.untaxed, (line) => line.untaxedCents),
    money('collected', texts.collected, (line) => line.collectedCents),
    money('refunded', texts.refunded, (line) => line.refundedCents),
    money('state', texts.parts.state, (line) => line.parts.state),
    money('county', texts.parts.county, (line) => line.parts.county),
    money('city', texts.parts.city, (line) => line.parts.city),
    money('district', texts.parts.district, (line) => line.parts.district),
  ]
}

function Filings({ report: { filings, zone } }: { report: Report }) {
  const { taxDesk } = useText()
  const texts = taxDesk.sales
  const format = useFormat()
  if (filings.length === 0) return null
  return (
    <Card title={texts.filings} isFlush isBelow>
      <DataTable
        label={texts.filings}
        rows={filings}
        rowKey={({ id }) => id}
        columns={filingColumns(taxDesk, format, zone)}
      />
    </Card>
  )
}

type Filing = Report['filings'][number]

function filingColumns({ sales: texts }: Text['taxDesk'], format: Format, zone: string): Column<Filing>[] {
  return [
    { key: 'period', title: texts.period, cell: ({ from, to }) => format.dateRange(from, to) },
    {
      key: 'paid',
      title: texts.paid,
      isNumber: true,
      cell: (row) => <Money amountCents={row.paidCents} />,
    },
    { key: 'confirmation', title: texts.confirmation, cell: (row) => row.confirmation },
    {
      key: 'at',
      title: texts.filedAt,
      isShort: true,
      cell: (row) => format.dateTime(row.filedAt, zone),
    },
    { key: 'by', title: texts.filedBy, cell: (row) => row.filedBy },
  ]
}
