import { type Reply, useAction } from '#web/api.ts'
import { CardOnFile } from '#web/money/card-on-file.tsx'
import { useDeclineText } from '#web/money/decline-text.ts'
import { whileBankAsks } from '#web/payments/answer-bank.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'

type BillingData = Reply<'GET /api/billing'>
type ShownPayment = Reply<'GET /api/payments'>['payments'][number]

export function DueSection({ billing }: { billing: BillingData }) {
  const { money } = useText()
  if (billing.dueCents === 0)
    return billing.card === null ? (
      <Banner
        tone="info"
        icon="card"
        title={money.card.none}
        actions={
          <ButtonLink tone="primary" to={linkTo('addCard')}>
            {money.billing.add}
          </ButtonLink>
        }
      >
        {money.billing.noCard}
      </Banner>
    ) : null
  return (
    <>
      {billing.isServicePaused && (
        <Banner tone="warn" icon="pause" title={money.billing.paused}>
          {money.billing.pausedBody}
        </Banner>
      )}
      <Due billing={billing} />
    </>
  )
}

function Due({ billing }: { billing: BillingData }) {
  const { money, invoices } = useText()
  const format = useFormat()
  const declineText = useDeclineText()
  const pay = useAction('POST /api/pay-now', { refreshes: ['GET /api/billing', 'GET /api/payments'] })
  const payNow = async () => {
    const { state, paidCents, declineCode } = await whileBankAsks(
      () => pay.mutateAsync({ body: {} }),
      (reply) => reply.nextAction,
    )
    if (state === 'declined') showToast(declineText(declineCode), { tone: 'danger' })
    else if (state === 'processing' || state === 'requires_action')
      showToast(money.billing.processing, { tone: 'info' })
    else showToast(money.billing.paid(format.money(paidCents)))
  }
  const declined = billing.duePayments.find((payment) => payment.state === 'declined')
  // A debit takes days, and asking again changes nothing.
  const isOnItsWay =
    billing.card?.kind === 'bank_account' && billing.duePayments.every(({ state }) => state === 'charging')
  return (
    <Card title={money.billing.due}>
      <div className="grid gap-4">
        <Money amountCents={billing.dueCents} isLarge />
        {isOnItsWay && (
          <Banner tone="info" icon="clock" title={invoices.methods.onItsWay}>
            {invoices.methods.onItsWayBody}
          </Banner>
        )}
        {declined && (
          <Banner tone="danger" title={money.billing.declined}>
            {declineText(declined.lastDecline)}{' '}
            {declined.nextAttemptAt && money.billing.retry(format.dateTime(declined.nextAttemptAt))}
          </Banner>
        )}
        {pay.isError && (
          <Banner tone="danger" isAlert>
            {pay.error.message}
          </Banner>
        )}
        <div className="flex flex-wrap gap-3">
          {billing.card && !isOnItsWay && (
            <Button
              tone="primary"
              icon="card"
              isBusy={pay.isPending}
              onClick={() => void payNow().catch(() => undefined)}
            >
              {money.billing.payNow}
            </Button>
          )}
          <ButtonLink tone={billing.card ? 'secondary' : 'primary'} to={linkTo('addCard')}>
            {billing.card === null
              ? money.billing.add
              : billing.card.kind === 'card'
                ? money.card.replaceTitle
                : invoices.methods.otherWay}
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

type NextProps = { next: BillingData['nextCharge']; invoiced: 'weekly' | 'monthly' | undefined }

/** Who pays by invoice is charged nothing on Monday. */
export function NextCharge({ next, invoiced }: NextProps) {
  const { money, invoices } = useText()
  const format = useFormat()
  return (
    <Card title={money.billing.next}>
      {next.visitCount === 0 ? (
        <p className="text-muted">{money.billing.nextNone}</p>
      ) : (
        <div className="grid gap-1">
          <Money amountCents={next.totalCents} isLarge />
          <p className="text-muted">
            {money.billing.visits(next.visitCount)}
            {next.couponCents > 0 && ` · ${money.receipt.coupon} −${format.money(next.couponCents)}`}
            {next.taxCents > 0 && ` · ${money.receipt.tax} ${format.money(next.taxCents)}`}
          </p>
        </div>
      )}
      <p className="pt-2 text-sm text-muted">
        {invoiced === undefined
          ? money.billing.nextOn(format.dateTime(next.chargesAt))
          : invoices.nextInvoiced[invoiced]}
      </p>
    </Card>
  )
}

/** What pays Monday's bill, and what is on file beside it: the card that orders on demand are held on, or a bank account. */
export function CardSection({ card, otherMethod }: Pick<BillingData, 'card' | 'otherMethod'>) {
  const { money, invoices } = useText()
  const choose = useAction('POST /api/choose-payment-method', {
    refreshes: ['GET /api/billing', 'POST /api/get-payment-method'],
  })
  const payWithOther = async () => {
    if (otherMethod === null) return
    await choose.mutateAsync({ body: { kind: otherMethod.kind } })
    showToast(invoices.methods.chosen)
  }
  return (
    <Card
      title={money.card.current}
      actions={
        <ButtonLink tone="quiet" to={linkTo('addCard')}>
          {card ? money.billing.change : money.billing.add}
        </ButtonLink>
      }
    >
      {card ? <CardOnFile card={card} /> : <p className="text-muted">{money.card.none}</p>}
      {card?.kind === 'bank_account' && (
        <p className="pt-2 text-sm text-muted">{invoices.methods.takesDays}</p>
      )}
      {otherMethod && (
        <div className="mt-4 grid justify-items-start gap-2 border-t border-line pt-4">
          <p className="text-sm text-muted">
            {otherMethod.kind === 'card' ? invoices.methods.forOrders : invoices.methods.alsoOnFile}
          </p>
          <CardOnFile card={otherMethod} />
          <Button
            tone="quiet"
            isBusy={choose.isPending}
            onClick={() => void payWithOther().catch(() => undefined)}
          >
            {invoices.methods.choose}
          </Button>
        </div>
      )}
    </Card>
  )
}

export function PaymentRow({ payment }: { payment: ShownPayment }) {
  const { money } = useText()
  const format = useFormat()
  const details = [
    money.billing.visits(payment.visitCount),
    payment.refundedCents > 0 && money.billing.refunded(format.money(payment.refundedCents)),
  ]
  return (
    <ListRow
      to={linkTo('receipt', { paymentID: payment.id })}
      title={format.dateRange(payment.periodStart, payment.periodEnd)}
      detail={details.filter(Boolean).join(' · ')}
      end={
        <span className="grid justify-items-end gap-1">
          <Money amountCents={payment.totalCents} />
          <StateBadge state={payment.state} label={money.billing.states[payment.state]} />
        </span>
      }
    />
  )
}
