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
  const { money } = useText()
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
  return (
    <Card title={money.billing.due}>
      <div className="grid gap-4">
        <Money amountCents={billing.dueCents} isLarge />
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
          {billing.card && (
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
            {billing.card ? money.card.replaceTitle : money.billing.add}
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

export function CardSection({ card }: { card: BillingData['card'] }) {
  const { money } = useText()
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
