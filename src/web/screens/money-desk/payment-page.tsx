/** One payment for an operator: what it is made of, each try at the provider, what the books say, and what can be done. */
import { lazy, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Capability } from '#domain/staff/roles.ts'
import { ApiError, addressOf, useAction, useEndpoint } from '#web/api.ts'
import { HistoryPart } from '#web/desk/lazy-history.tsx'
import { NotesPart } from '#web/desk/notes-part.tsx'
import { ReceiptWork } from '#web/money/receipt-work.tsx'
import { useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { JournalsCard } from './journals-card.tsx'
import { PaymentFacts, PaymentTries } from './payment-parts.tsx'
import type { DeskPayment, Receipt } from './payment-type.ts'

const PaymentApprovals = lazy(async () => ({
  default: (await import('#web/desk/approval-part.tsx')).PaymentApprovals,
}))
const RefundDialog = lazy(async () => ({
  default: (await import('#web/desk/refund-dialog.tsx')).RefundDialog,
}))
const WriteOffDialog = lazy(async () => ({
  default: (await import('./write-off-dialog.tsx')).WriteOffDialog,
}))

const TABS = ['lines', 'provider', 'books', 'notes', 'timeline'] as const
const LOOK_EVERY_MS = 30_000

export function OperatorPayment() {
  const { moneyDesk: texts } = useText()
  const { payment_id: id = '' } = useParams()
  const query = { id }
  const receipt = useEndpoint('GET /api/payment', { query }, { refetchMs: LOOK_EVERY_MS })
  const desk = useEndpoint('GET /api/operator-payment', { query }, { refetchMs: LOOK_EVERY_MS })
  const error = receipt.error ?? desk.error
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <Page title={texts.payment} back={linkTo('operatorMoney')}>
        <EmptyState icon="card" title={texts.paymentGone}>
          {texts.goneBody}
        </EmptyState>
      </Page>
    )
  if (receipt.data?.kind === 'receipt' && desk.data)
    return <Shown key={id} receipt={receipt.data} desk={desk.data} />
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void Promise.all([receipt.refetch(), desk.refetch()])} />
  return <SkeletonCard rows={8} />
}

function Shown({ receipt, desk }: { receipt: Receipt; desk: DeskPayment }) {
  const { moneyDesk: texts, peopleDesk, money } = useText()
  const format = useFormat()
  const [search, setSearch] = useSearchParams()
  const active = TABS.find((each) => each === search.get('show')) ?? 'lines'
  const kind = textFor(peopleDesk.money.kinds, desk.paymentKind) ?? desk.paymentKind
  const title = texts.paymentTitle(desk.customer.name)
  return (
    <Page
      title={title}
      subtitle={`${kind} · ${format.dateRange(receipt.periodStart, receipt.periodEnd)}`}
      back={linkTo('operatorMoney', {}, { show: 'payments' })}
      width="wide"
      actions={
        <>
          <StateBadge state={receipt.state} label={money.billing.states[receipt.state]} />
          <Actions receipt={receipt} desk={desk} />
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid gap-4">
          <Suspense fallback={null}>
            <PaymentApprovals paymentId={desk.id} />
          </Suspense>
          <PaymentFacts receipt={receipt} desk={desk} />
        </div>
        <Tabs
          label={title}
          tabs={TABS.map((key) => ({ key, label: texts.tabs[key] }))}
          active={active}
          onSelect={(show) => setSearch({ show }, { replace: true })}
        >
          {active === 'lines' && <ReceiptWork receipt={receipt} linksVisits />}
          {active === 'provider' && <PaymentTries desk={desk} />}
          {active === 'books' && <JournalsCard journals={receipt.ledger.journals} zone={desk.timeZone} />}
          {active === 'notes' && (
            <NotesPart
              person={{ id: desk.customer.id, timeZone: desk.timeZone }}
              about={{ kind: 'payment', id: desk.id }}
            />
          )}
          {active === 'timeline' && <HistoryPart of="payment" id={desk.id} />}
        </Tabs>
      </div>
    </Page>
  )
}

const NEEDS: Record<DeskPayment['acts'][number], Capability> = {
  refund: 'refund',
  send_receipt: 'support',
  write_off: 'money',
}

function Actions({ receipt, desk }: { receipt: Receipt; desk: DeskPayment }) {
  const { moneyDesk: texts, money, books, peopleDesk } = useText()
  const [asked, setAsked] = useState<'refund' | 'write_off'>()
  const send = useAction('POST /api/send-receipt', { refreshes: ['GET /api/history'] })
  const close = () => setAsked(undefined)
  const payment = { ...receipt, customerName: desk.customer.name }
  const may = useMay()
  const can = new Set(desk.acts.filter((act) => may(NEEDS[act])))
  const mail = () =>
    send.mutate(
      { body: { paymentId: desk.id } },
      {
        onSuccess: () => showToast(texts.receiptSent(desk.customer.name)),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  const open = () => window.open(addressOf('GET /api/receipt-pdf', { id: desk.id }), '_blank', 'noopener')
  return (
    <>
      <Menu
        label={peopleDesk.actions.label}
        trigger={peopleDesk.actions.label}
        items={[
          { label: texts.openPaper, icon: 'download', onSelect: open },
          ...(can.has('send_receipt')
            ? [{ label: texts.sendReceipt, icon: 'mail' as const, onSelect: mail }]
            : []),
          ...(can.has('refund')
            ? [
                {
                  label: money.operator.refund,
                  icon: 'undo' as const,
                  isDanger: true,
                  onSelect: () => setAsked('refund'),
                },
              ]
            : []),
          ...(can.has('write_off')
            ? [{ label: books.writeOff.action, isDanger: true, onSelect: () => setAsked('write_off') }]
            : []),
        ]}
      />
      <Suspense fallback={null}>
        {asked === 'refund' && <RefundDialog payment={payment} onClose={close} />}
        {asked === 'write_off' && <WriteOffDialog payment={payment} onClose={close} />}
      </Suspense>
    </>
  )
}
