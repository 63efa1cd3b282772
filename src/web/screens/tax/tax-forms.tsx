/** A crew's tax year: how much was paid, for what, what its form still needs, and the year to download. */
import { useSearchParams } from 'react-router'
import { keysOf } from '#domain/keys.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import { addressOf, useEndpoint } from '#web/api.ts'
import { EarlierAccounts, ShownAccount, useAskedAccount } from '#web/money/earlier-accounts.tsx'
import { YearFile } from '#web/money/year-file.tsx'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { DeliveryCard, FormCard, type TaxYear, W9Card } from './tax-forms.parts.tsx'

export function TaxForms() {
  const { tax } = useText()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('year')
  const year = asked !== null && /^20[2-9]\d$/.test(asked) ? Number(asked) : undefined
  const account = useAskedAccount()
  const read = useEndpoint('GET /api/tax-year', {
    query: { ...account, ...(year === undefined ? {} : { year }) },
  })
  return (
    <Page title={tax.title}>
      {read.isPending && <SkeletonCard rows={5} />}
      {read.isLoadingError && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && (
        <>
          <ShownAccount account={read.data.account} screen="openTaxForms" />
          {read.data.years.length > 1 && (
            <ChipGroup
              label={tax.year}
              name="year"
              isLabelHidden
              options={read.data.years.map((value) => ({ value, label: `${value}` }))}
              value={read.data.year}
              onChange={(chosen) => setSearch({ ...account, year: `${chosen}` }, { replace: true })}
            />
          )}
          <Meter year={read.data} />
          <div className="grid gap-4 sm:grid-cols-2">
            <FormCard year={read.data} />
            <W9Card year={read.data} />
          </div>
          {read.data.account === null && <DeliveryCard year={read.data} />}
          <Channels year={read.data} />
          {read.data.months.length > 0 && <Months year={read.data} />}
          <Downloads year={read.data} />
          <EarlierAccounts account={read.data.account} accounts={read.data.accounts} screen="openTaxForms" />
        </>
      )}
    </Page>
  )
}

function Meter({ year }: { year: TaxYear }) {
  const { tax } = useText()
  const format = useFormat()
  const { paidCents, thresholdCents, thresholdCount, transactionCount } = year
  return (
    <Card title={tax.meter(year.year)}>
      <div className="grid gap-4">
        <div>
          <Money amountCents={paidCents} isLarge />
          <p className="text-sm text-muted">{tax.basis(year.zone)}</p>
        </div>
        {year.formType === 'none' ? (
          <p>{tax.noForm(year.year)}</p>
        ) : (
          <>
            <ProgressBar
              label={tax.meterLabel}
              value={thresholdCents === 0 ? 1 : paidCents / thresholdCents}
              detail={`${format.money(paidCents)} / ${format.money(thresholdCents)}`}
            />
            {thresholdCount !== null && (
              <ProgressBar
                label={tax.transactions}
                value={thresholdCount === 0 ? 1 : transactionCount / thresholdCount}
                detail={`${format.count(transactionCount)} / ${format.count(thresholdCount)}`}
              />
            )}
            <MeterText year={year} />
          </>
        )}
      </div>
    </Card>
  )
}

function MeterText({ year }: { year: TaxYear }) {
  const { tax } = useText()
  const format = useFormat()
  const { paidCents, thresholdCents, thresholdCount, thresholdYear } = year
  const limit = format.money(thresholdCents)
  const isReached = year.state !== 'none'
  const count = thresholdCount === null ? null : format.count(thresholdCount)
  const sentence =
    count === null
      ? isReached
        ? tax.reached(limit)
        : tax.notReached(limit, format.money(cents(Math.max(0, thresholdCents - paidCents))))
      : isReached
        ? tax.reachedBoth(limit, count)
        : tax.needsBoth(limit, count)
  return (
    <div className="grid gap-1 text-sm">
      <p className="text-base">{sentence}</p>
      <p className="text-muted">
        {tax.source}: {year.source}
      </p>
      {thresholdYear !== year.year && year.isOver && (
        <p className="text-muted">{tax.otherYear(thresholdYear)}</p>
      )}
    </div>
  )
}

function Channels({ year }: { year: TaxYear }) {
  const { tax } = useText()
  if (year.payoutCount === 0) return <p className="text-muted">{tax.nothing(year.year)}</p>
  const sums = [
    [tax.total, year.paidCents],
    [tax.fees, cents(0 - year.feeCents)],
    [tax.received, year.receivedCents],
  ] as const
  return (
    <Card title={tax.byChannel}>
      <dl className="grid gap-2">
        {keysOf(tax.channels).map((channel) => (
          <div key={channel} className="flex justify-between gap-4">
            <dt>{tax.channels[channel]}</dt>
            <dd>
              <Money amountCents={year.paid[channel]} />
            </dd>
          </div>
        ))}
        {sums.map(([label, amountCents], index) => (
          <div
            key={label}
            className={`flex justify-between gap-4 ${index === 0 ? 'border-t border-line pt-2 font-semibold' : 'text-muted'}`}
          >
            <dt>{label}</dt>
            <dd>
              <Money amountCents={amountCents} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Months({ year }: { year: TaxYear }) {
  const { tax } = useText()
  const format = useFormat()
  return (
    <Card title={tax.months} isFlush isBelow>
      <DataTable
        label={tax.months}
        rows={year.months}
        rowKey={({ month }) => month}
        columns={monthColumns(tax, format)}
      />
    </Card>
  )
}

type Month = TaxYear['months'][number]

function monthColumns(tax: Text['tax'], format: Format): Column<Month>[] {
  const money = (key: string, title: string, of: (month: Month) => Month['paidCents']) => ({
    key,
    title,
    isNumber: true,
    cell: (month: Month) => <Money amountCents={of(month)} />,
  })
  return [
    {
      key: 'month',
      title: tax.month,
      cell: ({ month, payoutCount }) =>
        `${format.month(localDate(`${month}-01`))} · ${tax.payouts(payoutCount)}`,
    },
    money('paid', tax.total, (month) => month.paidCents),
    money('fee', tax.fees, (month) => month.feeCents),
    money('received', tax.received, (month) => month.receivedCents),
  ]
}

function Downloads({ year: { year, account } }: { year: TaxYear }) {
  const { tax } = useText()
  const of = { year, ...(account === null ? {} : { account: account.id }) }
  const files = [
    [tax.csvOf(year), addressOf('GET /api/tax-year-csv', of)],
    [tax.pdfOf(year), addressOf('GET /api/tax-year-pdf', of)],
  ] as const
  return (
    <Card title={tax.downloads}>
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-2">
          {files.map(([label, href]) => (
            <a key={href} href={href} download className={buttonLook('secondary')}>
              {label}
            </a>
          ))}
          <YearFile kind="earnings" year={year} account={account?.id} tone="secondary">
            {tax.jobsOf(year)}
          </YearFile>
        </div>
        <p className="text-sm text-muted">{tax.summary}</p>
      </div>
    </Card>
  )
}
