/** Invoices of the market or of one customer, and beside them the one that was opened. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toId, type UserId } from '#domain/ids.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { InvoicePanel } from './invoice-panel.tsx'
import { TermsDialog } from './lazy-terms-dialog.tsx'

type Invoice = Reply<'GET /api/market-invoices'>['invoices'][number]
const STATES = ['all', 'open', 'overdue', 'closed'] as const

export function InvoicesPart() {
  const { invoiceDesk: texts } = useText()
  const [search] = useSearchParams()
  const id = search.get('id') ?? undefined
  const customer = search.get('customer') ?? undefined
  const state = STATES.find((each) => each === search.get('state')) ?? 'all'
  const link = (invoiceId?: string) =>
    linkTo('operatorInvoices', {}, { show: 'all', state, customer, id: invoiceId })
  return (
    <div className={`grid grid-cols-1 items-start gap-4 ${id ? 'xl:grid-cols-[minmax(0,1fr)_24rem]' : ''}`}>
      {/* Less than a wide desktop has room for one of them. */}
      <div className={`grid min-w-0 gap-4 ${id ? 'max-xl:hidden' : ''}`}>
        {customer !== undefined && <CustomerLine customerId={toId<UserId>(customer)} />}
        <StateChips state={state} label={texts.show} />
        <InvoiceTable customer={customer} state={state} link={link} isNarrow={id !== undefined} />
      </div>
      {id !== undefined && <InvoicePanel key={id} invoiceId={id} closeTo={link()} />}
    </div>
  )
}

function StateChips({ state, label }: { state: (typeof STATES)[number]; label: string }) {
  const { shows } = useText().invoiceDesk
  const [search, setSearch] = useSearchParams()
  const choose = (next: string) => {
    const { id: _closed, ...rest } = Object.fromEntries(search)
    setSearch({ ...rest, show: 'all', state: next }, { replace: true })
  }
  return (
    <ChipGroup
      label={label}
      isLabelHidden
      name="state"
      options={STATES.map((value) => ({ value, label: shows[value] }))}
      value={state}
      onChange={choose}
    />
  )
}

/** Whose invoices are shown, with the terms, and the way back to everybody's. */
function CustomerLine({ customerId }: { customerId: UserId }) {
  const { invoiceDesk: texts } = useText()
  const format = useFormat()
  const [isGranting, setGranting] = useState(false)
  const read = useEndpoint('GET /api/terms', { query: { customerId } })
  if (!read.data) return null
  const { customerName, terms, openCents } = read.data
  const facts = terms
    ? [texts.net(`${terms.netDays}`), `${texts.limit}: ${format.money(terms.creditLimitCents)}`]
    : [texts.noTerms]
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div>
        <h2 className="text-lg font-semibold">{terms?.companyName || customerName}</h2>
        <p className="text-muted">{[...facts, `${texts.openSum}: ${format.money(openCents)}`].join(' · ')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Link to={linkTo('operatorInvoices', {}, { show: 'all' })}>{texts.everybody}</Link>
        <Only may="money">
          <Button onClick={() => setGranting(true)}>{texts.grantFor(customerName)}</Button>
        </Only>
      </div>
      {isGranting && (
        <TermsDialog customer={{ id: customerId, name: customerName }} onClose={() => setGranting(false)} />
      )}
    </div>
  )
}

type TableProps = {
  customer: string | undefined
  state: (typeof STATES)[number]
  link: (invoiceId: string) => string
  /** One is open beside it, which says its total. */
  isNarrow: boolean
}

function InvoiceTable({ customer, state, link, isNarrow }: TableProps) {
  const { invoiceDesk: texts, invoices } = useText()
  const format = useFormat()
  const pages = useEndpointPages(
    'GET /api/market-invoices',
    { query: { show: state, ...(customer === undefined ? {} : { customerId: toId<UserId>(customer) }) } },
    (page) => page.invoices,
  )
  return (
    <Card isFlush>
      {pages.isPending && <Skeleton rows={6} />}
      {pages.isError && !pages.isRefetchError && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && pages.rows.length === 0 && <EmptyState icon="list" title={invoices.none} />}
      {pages.rows.length > 0 && (
        <DataTable
          label={texts.title}
          rows={pages.rows}
          rowKey={(invoice) => invoice.id}
          rowLink={(invoice) => link(invoice.id)}
          columns={columnsOf(texts, invoices, format).filter(({ key }) => !isNarrow || key !== 'total')}
        />
      )}
      <MoreRows pages={pages}>{invoices.more}</MoreRows>
    </Card>
  )
}

function columnsOf(
  texts: Text['invoiceDesk'],
  invoices: Text['invoices'],
  format: Format,
): Column<Invoice>[] {
  return [
    { key: 'number', title: invoices.number, isShort: true, cell: ({ number }) => number },
    {
      key: 'customer',
      title: texts.customer,
      cell: ({ companyName, customerName }) => companyName || customerName,
    },
    { key: 'due', title: texts.dueOn, isShort: true, cell: ({ dueOn }) => format.date(dueOn) },
    {
      key: 'total',
      title: texts.sum,
      isNumber: true,
      cell: ({ totalCents }) => <Money amountCents={totalCents} />,
    },
    {
      key: 'open',
      title: texts.openSum,
      isNumber: true,
      cell: ({ openCents }) => <Money amountCents={openCents} />,
    },
    {
      key: 'state',
      title: texts.state,
      cell: ({ state }) => <StateBadge state={state} label={invoices.states[state]} />,
    },
  ]
}
