/** What a crew earned on routes for Recyclops: period, stops, amount, and where the money is. */
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'
import { EarnedState } from './earned-state.tsx'

type Payouts = Reply<'GET /api/partner-payouts'>

export function RecyclopsPayouts() {
  const { partners } = useText()
  const pages = useEndpointPages('GET /api/partner-payouts', {}, (page) => page.lines)
  if (pages.isError && pages.first === undefined)
    return (
      <Page title={partners.crew.title}>
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      </Page>
    )
  return (
    <Page title={partners.crew.title} subtitle={partners.crew.subtitle}>
      {pages.first !== undefined && pages.rows.length > 0 && <Sums payouts={pages.first} />}
      <PagedList
        pages={pages}
        label={partners.crew.list}
        more={partners.more}
        empty={
          <EmptyState icon="recycle" title={partners.crew.none}>
            {partners.crew.noneBody}
          </EmptyState>
        }
      >
        {(line) => <LineRow key={line.id} line={line} />}
      </PagedList>
    </Page>
  )
}

function Sums({ payouts }: { payouts: Payouts }) {
  const { states } = useText().partners
  const sums = [
    [states.waiting, payouts.waitingCents],
    [states.available, payouts.availableCents],
    [states.sent, payouts.sentCents],
    [states.inBank, payouts.inBankCents],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {sums.map(([name, amountCents]) => (
        <div
          key={name}
          className="flex flex-col-reverse rounded-2xl border border-line bg-card px-4 py-3 shadow-card"
        >
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="nums text-xl font-bold">
            <Money amountCents={amountCents} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function LineRow({ line }: { line: Payouts['lines'][number] }) {
  const { partners } = useText()
  const format = useFormat()
  const when =
    line.paidAt !== null
      ? partners.crew.paidOn(format.dateTime(line.paidAt))
      : line.state === 'waiting' && partners.crew.waitsUntil(format.dateTime(line.availableAt))
  const details = [line.stops !== null && partners.stops(line.stops), partners.crew.line(line.lineId), when]
  return (
    <ListRow
      icon="recycle"
      title={format.dateRange(line.periodStart, line.periodEnd)}
      detail={details.filter(Boolean).join(' · ')}
      state={<EarnedState state={line.state} />}
      end={<Money amountCents={line.amountCents} />}
      {...(line.payoutId === null ? {} : { to: linkTo('receipt', { paymentID: line.payoutId }) })}
    />
  )
}
