/** What is open by customer and by days over the due date, with the sums of all; a customer leads to the invoices. */
import { AGES, type Age } from '#domain/billing/invoices.ts'
import type { Cents } from '#domain/money.ts'
import { addressOf, type Reply, useEndpoint } from '#web/api.ts'
import type { Text } from '#web/text/areas.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type Ageing = Reply<'GET /api/ageing'>
type Row = {
  readonly key: string
  readonly to: string
  readonly name: string
  readonly ages: Readonly<Record<Age, Cents>>
  readonly openCents: Cents
  /** Null where the terms have ended; the sums of all have none. */
  readonly limitCents?: Cents | null
}

export function AgeingPart() {
  const { invoiceDesk: texts } = useText()
  const format = useFormat()
  const ageing = useEndpoint('GET /api/ageing', {})
  if (ageing.isError) return <ErrorState error={ageing.error} onRetry={() => void ageing.refetch()} />
  if (!ageing.data) return <SkeletonCard rows={6} />
  const { customers, moreCustomers } = ageing.data
  return (
    <Card
      title={texts.ageing}
      isFlush
      actions={
        <a href={addressOf('GET /api/ageing-csv', {})} download className={buttonLook('secondary')}>
          {texts.csv}
        </a>
      }
    >
      {customers.length === 0 ? (
        <EmptyState icon="check" title={texts.nothingOpen} />
      ) : (
        <DataTable
          label={texts.ageing}
          rows={rowsOf(ageing.data, texts)}
          rowKey={({ key }) => key}
          rowLink={({ to }) => to}
          columns={columnsOf(texts)}
        />
      )}
      {moreCustomers > 0 && (
        <p className="px-4 py-3 text-sm text-muted sm:px-5">{texts.beyond(format.count(moreCustomers))}</p>
      )}
    </Card>
  )
}

function rowsOf({ customers, ages, openCents }: Ageing, texts: Text['invoiceDesk']): readonly Row[] {
  const link = (customer?: string) => linkTo('operatorInvoices', {}, { show: 'all', state: 'open', customer })
  return [
    ...customers.map((customer) => ({
      key: customer.customerId,
      to: link(customer.customerId),
      name: customer.companyName || customer.customerName,
      ages: customer.ages,
      openCents: customer.openCents,
      limitCents: customer.creditLimitCents,
    })),
    { key: 'all', to: link(), name: texts.total, ages, openCents },
  ]
}

function columnsOf(texts: Text['invoiceDesk']): Column<Row>[] {
  return [
    { key: 'customer', title: texts.customer, cell: ({ name }) => name },
    ...AGES.map(
      (age): Column<Row> => ({
        key: age,
        title: texts.ages[age],
        isNumber: true,
        cell: ({ ages }) => (ages[age] === 0 ? '–' : <Money amountCents={ages[age]} />),
      }),
    ),
    {
      key: 'open',
      title: texts.openSum,
      isNumber: true,
      cell: ({ openCents }) => <Money amountCents={openCents} />,
    },
    {
      key: 'limit',
      title: texts.limit,
      isNumber: true,
      cell: ({ limitCents }) =>
        limitCents === undefined ? (
          ''
        ) : limitCents === null ? (
          texts.ended
        ) : (
          <Money amountCents={limitCents} />
        ),
    },
  ]
}
