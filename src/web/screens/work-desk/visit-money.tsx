/** The money of a visit: what the customer was charged, with what can be given back, and what its crew earned. */
import { lazy, Suspense, useState } from 'react'
import type { Both, Desk } from '#web/desk/visit-type.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'

type Payment = Desk['payments'][number]

const RefundDialog = lazy(async () => ({
  default: (await import('#web/desk/refund-dialog.tsx')).RefundDialog,
}))

export function VisitMoney({ visit, desk }: Both) {
  const { workDesk: texts } = useText()
  const [refunding, setRefunding] = useState<Payment>()
  const lines = visit.priceLines ?? []
  return (
    <>
      {lines.length > 0 && <Price visit={visit} />}
      <Card title={texts.money.charges} isFlush>
        {desk.payments.length === 0 ? (
          <EmptyState icon="card" title={texts.money.noCharges} />
        ) : (
          <List label={texts.money.charges}>
            {desk.payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} onRefund={() => setRefunding(payment)} />
            ))}
          </List>
        )}
      </Card>
      {desk.earnings.length > 0 && <Earnings visit={visit} desk={desk} />}
      {refunding && (
        <Suspense fallback={null}>
          <RefundDialog
            payment={{ ...refunding, customerName: desk.customer.name }}
            onClose={() => setRefunding(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

function Price({ visit }: { visit: Both['visit'] }) {
  const { workDesk: texts, customer } = useText()
  const { lines } = customer.visit
  return (
    <Card title={texts.money.price} isFlush>
      <List label={texts.money.price}>
        {(visit.priceLines ?? []).map((line) => (
          <ListRow
            key={`${line.kind}${line.note ?? ''}`}
            title={line.note ? `${lines[line.kind]}: ${line.note}` : lines[line.kind]}
            end={<Money amountCents={line.amountCents} />}
          />
        ))}
        {visit.totalCents != null && (
          <ListRow
            title={<strong>{customer.visit.total}</strong>}
            end={
              <strong>
                <Money amountCents={visit.totalCents} />
              </strong>
            }
          />
        )}
      </List>
    </Card>
  )
}

function PaymentRow({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const { money, operator } = { money: useText().peopleDesk.money, operator: useText().money.operator }
  const format = useFormat()
  const { kind, state, number, totalCents, creditCents, refundedCents } = payment
  const canRefund = (state === 'paid' || state === 'invoiced') && refundedCents < totalCents + creditCents
  return (
    <ListRow
      icon="card"
      title={money.kinds[kind] ?? kind}
      detail={[number, refundedCents > 0 && money.refunded(format.money(refundedCents))]
        .filter(Boolean)
        .join(' · ')}
      state={<StateBadge state={state} label={money.states[state] ?? state} />}
      end={<Money amountCents={totalCents} />}
      to={linkTo('operatorPayment', { payment_id: payment.id })}
      actions={
        canRefund && (
          <Only may="refund">
            <Button tone="quiet" aria-label={`${operator.refund}: ${number}`} onClick={onRefund}>
              {operator.refund}
            </Button>
          </Only>
        )
      }
    />
  )
}

function Earnings({ visit, desk }: Both) {
  const { money: texts } = useText().workDesk
  const format = useFormat()
  return (
    <Card title={texts.earnings} isFlush>
      <List label={texts.earnings}>
        {desk.earnings.map((earning, index) => (
          <ListRow
            // Two of one kind and amount are possible, and they are never sorted anew.
            key={`${earning.kind}${index}`}
            icon="money"
            title={`${texts.earningKinds[earning.kind] ?? earning.kind} · ${earning.crewName}`}
            detail={
              earning.payoutId === null
                ? texts.availableOn(format.dateTime(earning.availableAt, visit.timeZone))
                : texts.paidOut
            }
            end={<Money amountCents={earning.amountCents} />}
            to={
              earning.payoutId === null
                ? undefined
                : linkTo('operatorPayout', { payout_id: earning.payoutId })
            }
          />
        ))}
      </List>
    </Card>
  )
}
