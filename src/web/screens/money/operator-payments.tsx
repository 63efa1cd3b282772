import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Cents } from '#domain/money.ts'
import { call, type Reply, useAction } from '#web/api.ts'
import { readDollars } from '#web/money/dollars.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type MarketPayment = Reply<'GET /api/market-payments'>['payments'][number]
type Shown = 'all' | MarketPayment['state']

export function PaymentsPanel() {
  const { money } = useText()
  const { states } = money.billing
  const wanted = useSearchParams()[0].get('state') ?? ''
  const [shown, setShown] = useState<Shown>(Object.hasOwn(states, wanted) ? (wanted as Shown) : 'all')
  const [refunding, setRefunding] = useState<MarketPayment>()
  const pages = useInfiniteQuery({
    queryKey: ['GET /api/market-payments', shown],
    queryFn: ({ pageParam }) =>
      call('GET /api/market-payments', {
        query: { ...(shown === 'all' ? {} : { state: shown }), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const rows = pages.data?.pages.flatMap((page) => page.payments) ?? []
  return (
    <>
      <ChipGroup
        label={money.operator.filter}
        name="state"
        isLabelHidden
        options={[
          { value: 'all', label: money.operator.all },
          ...(Object.keys(states) as MarketPayment['state'][]).map((value) => ({
            value: value as Shown,
            label: states[value],
          })),
        ]}
        value={shown}
        onChange={setShown}
      />
      <Card isFlush>
        {pages.isPending && <Skeleton rows={6} />}
        {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.isSuccess && rows.length === 0 && (
          <EmptyState icon="card" title={money.operator.nonePayments} />
        )}
        <List label={money.operator.tabs.payments}>
          {rows.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} onRefund={() => setRefunding(payment)} />
          ))}
        </List>
        {pages.hasNextPage && (
          <div className="p-4 text-center">
            <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {money.operator.more}
            </Button>
          </div>
        )}
      </Card>
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(undefined)} />}
    </>
  )
}

function PaymentRow({ payment, onRefund }: { payment: MarketPayment; onRefund: () => void }) {
  const { money } = useText()
  const format = useFormat()
  const canRefund = payment.state === 'paid' && payment.refundedCents < payment.totalCents
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
        canRefund && (
          <Button tone="quiet" onClick={onRefund}>
            {money.operator.refund}
          </Button>
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
  const left = (payment.totalCents - payment.refundedCents) as Cents
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
