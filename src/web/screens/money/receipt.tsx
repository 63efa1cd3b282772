import { brandName } from '#domain/billing/receipt.ts'
import { journalTexts } from '#domain/ledger/journal-texts.ts'
import type { Reply } from '#web/api.ts'
import { useDeclineText } from '#web/money/decline-text.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { PaperHead } from '#web/money/paper-head.tsx'
import { ReceiptWork } from '#web/money/receipt-work.tsx'

type Receipt = Extract<Reply<'GET /api/payment'>, { kind: 'receipt' }>

export function ReceiptBody({ receipt }: { receipt: Receipt }) {
  const { money } = useText()
  const format = useFormat()
  const declineText = useDeclineText()
  return (
    <>
      <PaperHead
        id={receipt.id}
        amountCents={receipt.totalCents}
        state={receipt.state}
        stateLabel={money.billing.states[receipt.state]}
        letterhead={receipt.letterhead}
        billedTo={{ ...receipt.billedTo, personName: receipt.customerName }}
        facts={[
          receipt.paidAt && money.receipt.paidOn(format.dateTime(receipt.paidAt)),
          receipt.paidAt &&
            receipt.card &&
            money.receipt.paidWith(money.card.onFile(brandName(receipt.card.brand), receipt.card.last4)),
        ]}
      />
      {receipt.state === 'declined' && (
        <Banner tone="danger" title={money.billing.declined}>
          {declineText(receipt.lastDecline)}{' '}
          {receipt.nextAttemptAt && money.billing.retry(format.dateTime(receipt.nextAttemptAt))}
        </Banner>
      )}
      <ReceiptWork receipt={receipt} />
      {receipt.refunds.length > 0 && <Refunds receipt={receipt} />}
      <Books receipt={receipt} />
    </>
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
  const language = useLanguage()
  const format = useFormat()
  return (
    <Card title={money.receipt.books} isFlush>
      <List label={money.receipt.books}>
        {receipt.ledger.journals.map((journal) => (
          <ListRow
            key={journal.key}
            title={journalTexts[language][journal.kind]}
            detail={format.dateTime(journal.at)}
            end={<Money amountCents={journal.amountCents} />}
          />
        ))}
        <ListRow title={money.receipt.owed} end={<Money amountCents={receipt.ledger.owedCents} />} />
      </List>
    </Card>
  )
}
