/** Facts of a payment, and what the provider was asked about it. */
import type { ReactNode } from 'react'
import { brandName } from '#domain/billing/receipt.ts'
import { useDeclineText } from '#web/money/decline-text.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'
import type { DeskPayment, Receipt } from './payment-type.ts'

export function PaymentFacts({ receipt, desk }: { receipt: Receipt; desk: DeskPayment }) {
  const { moneyDesk: texts, money } = useText()
  const format = useFormat()
  const language = useLanguage()
  const decline = useDeclineText()
  const { customer, invoice, timeZone } = desk
  const when = (at: string) => format.dateTime(at, timeZone)
  const facts: (readonly [string, ReactNode] | false)[] = [
    [texts.amount, <Money key="amount" amountCents={receipt.totalCents} />],
    receipt.creditCents > 0 && [texts.creditUsed, format.money(receipt.creditCents)],
    receipt.refundedCents > 0 && [texts.refunded, format.money(receipt.refundedCents)],
    [texts.owed, format.money(receipt.ledger.owedCents)],
    [
      texts.customer,
      <Link key="customer" to={linkTo('operatorPerson', { person_id: customer.id })}>
        {customer.name}
      </Link>,
    ],
    invoice !== null && [
      texts.invoice,
      <Link key="invoice" to={linkTo('operatorInvoices', {}, { id: invoice.id })}>
        {invoice.number}
      </Link>,
    ],
    [texts.number, desk.number],
    [texts.made, when(receipt.createdAt)],
    receipt.paidAt !== null && [texts.paid, when(receipt.paidAt)],
    receipt.card !== null && [
      texts.method,
      money.card.onFile(brandName(receipt.card.brand), receipt.card.last4),
    ],
    receipt.state === 'declined' && [texts.declined, decline(receipt.lastDecline)],
    receipt.nextAttemptAt !== null && [texts.nextTry, when(receipt.nextAttemptAt)],
    desk.providerId !== null && [texts.providerId, <Id key="id">{desk.providerId}</Id>],
    [texts.zone, zoneName(timeZone, language)],
  ]
  return (
    <Card>
      <Facts facts={facts.filter((fact) => fact !== false)} />
    </Card>
  )
}

export function Id({ children }: { children: ReactNode }) {
  return <span className="break-all">{children}</span>
}

/** Each try, hold, refund and chargeback, with the id by which the provider knows it. */
export function PaymentTries({ desk }: { desk: DeskPayment }) {
  const { moneyDesk: texts, history } = useText()
  const decline = useDeclineText()
  const { attempts, holds, refunds, chargebacks } = desk
  if (attempts.length + holds.length + refunds.length + chargebacks.length === 0)
    return <EmptyState icon="card" title={texts.nothingAsked} />
  return (
    <>
      <Part title={texts.holds} rows={holds}>
        {(hold) => (
          <Row
            key={hold.number}
            {...hold}
            desk={desk}
            title={textFor(history.holds, hold.state) ?? hold.state}
            note={hold.declineCode === null ? null : decline(hold.declineCode)}
          />
        )}
      </Part>
      <Part title={texts.attempts} rows={attempts}>
        {(attempt) => (
          <Row
            key={attempt.number}
            {...attempt}
            desk={desk}
            title={textFor(history.attempts, attempt.state) ?? attempt.state}
            note={attempt.declineCode === null ? null : decline(attempt.declineCode)}
          />
        )}
      </Part>
      <Part title={texts.refunds} rows={refunds}>
        {(refund) => (
          <Row
            key={refund.id}
            {...refund}
            desk={desk}
            title={textFor(history.refunds, refund.state) ?? refund.state}
            note={[refund.reason, refund.failure, refund.isFromProvider && texts.fromProvider]
              .filter(Boolean)
              .join(' · ')}
          />
        )}
      </Part>
      <Part title={texts.chargebacks} rows={chargebacks}>
        {(chargeback) => (
          <Row
            key={chargeback.id}
            {...chargeback}
            desk={desk}
            title={textFor(history.chargebacks, chargeback.state) ?? chargeback.state}
            note={chargeback.reason}
            to={linkTo('operatorChargebacks', {}, { id: chargeback.id })}
          />
        )}
      </Part>
    </>
  )
}

function Part<Each>({
  title,
  rows,
  children,
}: {
  title: string
  rows: readonly Each[]
  children: (row: Each) => ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <Card title={title} isFlush>
      <List label={title}>{rows.map(children)}</List>
    </Card>
  )
}

type RowProps = {
  desk: DeskPayment
  title: string
  state: string
  at: string
  amountCents: Parameters<typeof Money>[0]['amountCents']
  providerId: string | null
  note: string | null
  to?: string
}

function Row({ desk, title, state, at, amountCents, providerId, note, to }: RowProps) {
  const format = useFormat()
  const language = useLanguage()
  return (
    <ListRow
      icon="card"
      title={<StateBadge state={state} label={title} />}
      detail={
        <>
          {note !== null && note !== '' && <span className="block wrap-anywhere">{note}</span>}
          <span className="block">{`${format.dateTime(at, desk.timeZone)} ${zoneName(desk.timeZone, language)}`}</span>
          {providerId !== null && <span className="block break-all">{providerId}</span>}
        </>
      }
      end={<Money amountCents={amountCents} />}
      {...(to === undefined ? {} : { to })}
    />
  )
}
