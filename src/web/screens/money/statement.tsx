import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { PaperHead } from '#web/money/paper-head.tsx'
import { StatementWork } from '#web/money/statement-work.tsx'

type Statement = Extract<Reply<'GET /api/payment'>, { kind: 'statement' }>

export function StatementBody({ statement }: { statement: Statement }) {
  const { money } = useText()
  const format = useFormat()
  return (
    <>
      <PaperHead
        id={statement.id}
        amountCents={statement.amountCents}
        state={statement.state}
        stateLabel={money.earnings.states[statement.state]}
        letterhead={statement.letterhead}
        facts={[
          statement.crewName,
          money.earnings.kinds[statement.payoutKind],
          statement.paidAt
            ? money.receipt.paidOn(format.dateTime(statement.paidAt))
            : statement.state === 'in_transit' &&
              statement.arrivesAt &&
              money.receipt.arrives(format.dateOf(statement.arrivesAt)),
        ]}
      />
      {statement.state === 'failed' && <Banner tone="danger">{money.receipt.failed}</Banner>}
      {statement.state === 'returned' && <Banner tone="warn">{money.receipt.returned}</Banner>}
      {statement.isDelayed && <Banner tone="info">{money.receipt.delayed}</Banner>}
      <StatementWork statement={statement} />
    </>
  )
}
