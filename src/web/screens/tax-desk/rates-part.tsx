/** By what each service is taxed: now, from a day to come and before; and other rates from a day on. */
import { useState } from 'react'
import { useEndpoint } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { type Rates, type ServiceRates, wholeRateOf } from './describe-rate.ts'
import { RateChanges } from './rate-changes.tsx'
import { RatesForm } from './rates-form.tsx'

type Row = {
  readonly key: string
  readonly name: string
  /** Null where the service is taxed as all others. */
  readonly own: ServiceRates | null
  readonly wholeBasisPoints: number
}

export function RatesPart() {
  const [isChanging, setChanging] = useState(false)
  const read = useEndpoint('GET /api/sales-tax-rates')
  if (read.isError && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonCard rows={8} />
  return (
    <>
      {isChanging ? (
        <RatesForm rates={read.data} onClose={() => setChanging(false)} />
      ) : (
        <RatesNow rates={read.data} onChange={() => setChanging(true)} />
      )}
      <RateChanges rates={read.data} />
    </>
  )
}

function RatesNow({ rates, onChange }: { rates: Rates; onChange: () => void }) {
  const { taxDesk } = useText()
  const format = useFormat()
  const texts = taxDesk.rates
  const rows = rates.services.map(({ key, name }): Row => {
    const own = rates.byService[key] ?? null
    return { key, name, own, wholeBasisPoints: own === null ? rates.otherBasisPoints : wholeRateOf(own) }
  })
  const others = { key: '', name: texts.others, own: null, wholeBasisPoints: rates.otherBasisPoints }
  return (
    <Card
      title={texts.now}
      isFlush
      actions={
        <Only may="catalogue" isSaid>
          <Button onClick={onChange}>{texts.change}</Button>
        </Only>
      }
    >
      <DataTable
        label={texts.now}
        rows={[...rows, others]}
        rowKey={({ key }) => key}
        columns={rateColumns(taxDesk, format)}
      />
      <p className="px-4 py-3 text-sm text-muted sm:px-5">{taxDesk.sales.notAdvice}</p>
    </Card>
  )
}

function rateColumns({ rates: texts, sales }: Text['taxDesk'], format: Format): Column<Row>[] {
  const part = (key: keyof ServiceRates): Column<Row> => ({
    key,
    title: sales.parts[key],
    isNumber: true,
    cell: ({ own }) => (own === null ? '–' : format.percent(own[key])),
  })
  return [
    { key: 'service', title: texts.service, cell: ({ name }) => name },
    part('state'),
    part('county'),
    part('city'),
    part('district'),
    {
      key: 'whole',
      title: texts.whole,
      isNumber: true,
      cell: ({ wholeBasisPoints }) =>
        wholeBasisPoints === 0 ? texts.untaxed : format.percent(wholeBasisPoints),
    },
  ]
}
