import { useState } from 'react'
import type { Reply } from '#web/api.ts'
import { RefundDialog } from '#web/desk/refund-dialog.tsx'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'
import { StateFilter, useShownState } from './state-filter.tsx'
import { WriteOffDialog } from './write-off-dialog.tsx'

type MarketPayment = Reply<'GET /api/market-payments'>['payments'][number]

export function PaymentsPanel() {
  const { money } = useText()
  const { states } = money.billing
  const [shown, setShown] = useShownState(states)
  const [refunding, setRefunding] = useState<MarketPayment>()
  const [writingOff, setWritingOff] = useState<MarketPayment>()
  const pages = useEndpointPages(
    'GET /api/market-payments',
    { query: shown === 'all' ? {} : { state: shown } },
    (page) => page.payments,
  )
  return (
    <>
      <StateFilter states={states} value={shown} onChange={setShown} />
      <PagedList
        pages={pages}
        label={money.operator.tabs.payments}
        more={money.operator.more}
        empty={<EmptyState icon="card" title={money.operator.nonePayments} />}
      >
        {(payment) => (
          <PaymentRow
            key={payment.id}
            payment={payment}
            onRefund={() => setRefunding(payment)}
            onWriteOff={() => setWritingOff(payment)}
          />
        )}
      </PagedList>
      {writingOff && <WriteOffDialog payment={writingOff} onClose={() => setWritingOff(undefined)} />}
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  )
}

function PaymentRow({
  payment,
  onRefund,
  onWriteOff,
}: {
  payment: MarketPayment
  onRefund: () => void
  onWriteOff: () => void
}) {
  const { money, books } = useText()
  const format = useFormat()
  const may = useMay()
  const canRefund =
    may('refund') &&
    (payment.state === 'paid' || payment.state === 'invoiced') &&
    payment.refundedCents < payment.totalCents + payment.creditCents
  const canWriteOff =
    may('money') && (payment.state === 'declined' || (payment.state === 'due' && payment.totalCents > 0))
  const details = [
    format.dateRange(payment.periodStart, payment.periodEnd),
    payment.refundedCents > 0 && money.billing.refunded(format.money(payment.refundedCents)),
  ]
  return (
    <ListRow
      to={linkTo('operatorPayment', { payment_id: payment.id })}
      title={payment.customerName}
      detail={details.filter(Boolean).join(' · ')}
      end={
        <span className="grid justify-items-end gap-1">
          <Money amountCents={payment.totalCents} />
          <StateBadge state={payment.state} label={money.billing.states[payment.state]} />
        </span>
      }
      actions={
        canRefund ? (
          <Button tone="quiet" onClick={onRefund}>
            {money.operator.refund}
          </Button>
        ) : (
          canWriteOff && (
            <Button tone="quiet" onClick={onWriteOff}>
              {books.writeOff.action}
            </Button>
          )
        )
      }
    />
  )
}
