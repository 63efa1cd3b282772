import { type Cents, cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { brandName } from '#web/money/card-number.ts'
import { useDeclineText } from '#web/money/decline-text.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { amountCell } from './amount-cell.tsx'

type Receipt = Extract<Reply<'GET /api/payment'>, { kind: 'receipt' }>

export function ReceiptBody({ receipt }: { receipt: Receipt }) {
  const { money } = useText()
  const format = useFormat()
  const declineText = useDeclineText()
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Money amountCents={receipt.totalCents} isLarge />
          <StateBadge state={receipt.state} label={money.billing.states[receipt.state]} />
        </div>
        <p className="pt-2 text-muted">
          {[
            receipt.customerName,
            receipt.paidAt && money.receipt.paidOn(format.dateTime(receipt.paidAt)),
            receipt.paidAt &&
              receipt.card &&
              money.receipt.paidWith(money.card.onFile(brandName(receipt.card.brand), receipt.card.last4)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="nums text-sm break-all text-muted">
          {money.receipt.number} {receipt.id}
        </p>
      </Card>
      {receipt.state === 'declined' && (
        <Banner tone="danger" title={money.billing.declined}>
          {declineText(receipt.lastDecline)}{' '}
          {receipt.nextAttemptAt && money.billing.retry(format.dateTime(receipt.nextAttemptAt))}
        </Banner>
      )}
      <Visits receipt={receipt} />
      {receipt.refunds.length > 0 && <Refunds receipt={receipt} />}
      <Books receipt={receipt} />
    </>
  )
}

/** Lines that stand for something done; the others are sums below them. */
const WORK: ReadonlySet<string> = new Set(['visit', 'tip', 'fee'])

function Visits({ receipt }: { receipt: Receipt }) {
  const { money } = useText()
  const format = useFormat()
  const work = receipt.lines.filter((line) => WORK.has(line.kind))
  return (
    <Card title={money.receipt.lines} isFlush>
      <DataTable
        label={money.receipt.lines}
        rows={work}
        rowKey={(line) => `${line.kind}${line.visitId ?? line.description}`}
        columns={[
          { key: 'day', title: money.receipt.day, cell: (line) => (line.date ? format.day(line.date) : '') },
          {
            key: 'service',
            title: money.receipt.service,
            cell: (line) => money.receipt.lineOf(line.kind, line.serviceName ?? line.description),
          },
          { key: 'place', title: money.receipt.place, cell: (line) => line.placeName ?? '' },
          {
            key: 'amount',
            title: money.receipt.amount,
            isNumber: true,
            cell: amountCell,
          },
        ]}
      />
      <dl className="grid gap-1 border-t border-line px-4 py-4 sm:px-5">
        <Sum label={money.receipt.subtotal} amountCents={receipt.subtotalCents} />
        {receipt.couponCents > 0 && (
          <Sum label={money.receipt.coupon} amountCents={cents(-receipt.couponCents)} />
        )}
        {receipt.taxCents > 0 && <Sum label={money.receipt.tax} amountCents={receipt.taxCents} />}
        {receipt.creditCents > 0 && (
          <Sum label={money.receipt.credit} amountCents={cents(-receipt.creditCents)} />
        )}
        <Sum label={money.receipt.total} amountCents={receipt.totalCents} isTotal />
      </dl>
    </Card>
  )
}

export function Sum({
  label,
  amountCents,
  isTotal = false,
}: {
  label: string
  amountCents: Cents
  isTotal?: boolean
}) {
  return (
    <div
      className={`flex justify-between gap-4 ${isTotal ? 'border-t border-line pt-2 text-lg font-bold' : ''}`}
    >
      <dt className={isTotal ? '' : 'text-muted'}>{label}</dt>
      <dd>
        <Money amountCents={amountCents} />
      </dd>
    </div>
  )
}

function Refunds({ receipt }: { receipt: Receipt }) {
  const { money } = useText()
  const format = useFormat()
  return (
    <Card title={money.receipt.refunds} isFlush>
      <List label={money.receipt.refunds}>
        {receipt.refunds.map((refund) => (
          <ListRow
            key={refund.id}
            title={refund.reason}
            detail={format.dateTime(refund.createdAt)}
            end={
              <span className="grid justify-items-end gap-1">
                <Money amountCents={refund.amountCents} />
                <StateBadge state={refund.state} label={money.receipt.refundStates[refund.state]} />
              </span>
            }
          />
        ))}
      </List>
    </Card>
  )
}

function Books({ receipt }: { receipt: Receipt }) {
  const { money } = useText()
  const format = useFormat()
  return (
    <Card title={money.receipt.books} isFlush>
      <List label={money.receipt.books}>
        {receipt.ledger.journals.map((journal) => (
          <ListRow
            key={journal.key}
            title={textFor(money.receipt.journals, journal.kind) ?? journal.kind}
            detail={format.dateTime(journal.at)}
            end={<Money amountCents={journal.amountCents} />}
          />
        ))}
        <ListRow title={money.receipt.owed} end={<Money amountCents={receipt.ledger.owedCents} />} />
      </List>
    </Card>
  )
}
