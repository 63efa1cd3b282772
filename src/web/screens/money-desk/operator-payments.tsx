import { useState } from 'react'
import { addCents, subtractCents } from '#domain/money.ts'
import { type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { readDollars } from '#web/money/dollars.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
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
  const canRefund =
    (payment.state === 'paid' || payment.state === 'invoiced') &&
    payment.refundedCents < payment.totalCents + payment.creditCents
  const canWriteOff = payment.state === 'declined' || (payment.state === 'due' && payment.totalCents > 0)
  const details = [
    format.dateRange(payment.periodStart, payment.periodEnd),
    payment.refundedCents > 0 && money.billing.refunded(format.money(payment.refundedCents)),
  ]
  return (
    <ListRow
      to={linkTo('receipt', { paymentID: payment.id })}
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

function RefundDialog({ payment, onClose }: { payment: MarketPayment; onClose: () => void }) {
  const { money } = useText()
  const format = useFormat()
  const draft = useDraft({ amountCents: '', reason: '', clawsBackCrewPay: false })
  const refund = useAction('POST /api/refund-payment', {
    refreshes: ['GET /api/market-payments', 'GET /api/ledger-balances', 'GET /api/payment'],
  })
  const submit = async () => {
    const { amountCents: typed, ...rest } = draft.values
    const amountCents = typed.trim() === '' ? undefined : readDollars(typed)
    if (amountCents === null)
      throw new FormRefusal(money.operator.refundAmountWrong, {
        amountCents: money.operator.refundAmountWrong,
      })
    const done = await refund.mutateAsync({ body: { paymentId: payment.id, amountCents, ...rest } })
    draft.reset()
    showToast(money.operator.refunded(format.money(done.amountCents)))
    onClose()
  }
  const left = subtractCents(addCents(payment.totalCents, payment.creditCents), payment.refundedCents)
  return (
    <Dialog title={money.operator.refundTitle(payment.customerName)} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={money.operator.refund} tone="danger">
        <p className="text-muted">{money.operator.refundable(format.money(left))}</p>
        <TextField
          label={money.operator.refundAmount}
          hint={money.operator.refundAmountHint}
          inputMode="decimal"
          isOptional
          {...draft.field('amountCents')}
        />
        <TextField label={money.operator.reason} maxLength={300} {...draft.field('reason')} />
        <CheckboxField
          label={money.operator.clawBack}
          hint={money.operator.clawBackHint}
          {...draft.field('clawsBackCrewPay')}
        />
      </Form>
    </Dialog>
  )
}
