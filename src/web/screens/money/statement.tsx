import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { amountCell } from './amount-cell.tsx'
import { Sum } from './receipt.tsx'

type Statement = Extract<Reply<'GET /api/payment'>, { kind: 'statement' }>

export function StatementBody({ statement }: { statement: Statement }) {
  const { money } = useText()
  const format = useFormat()
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Money amountCents={statement.amountCents} isLarge />
          <StateBadge state={statement.state} label={money.earnings.states[statement.state]} />
        </div>
        <p className="pt-2 text-muted">
          {[
            statement.crewName,
            money.earnings.kinds[statement.payoutKind],
            statement.paidAt
              ? money.receipt.paidOn(format.dateTime(statement.paidAt))
              : statement.state === 'in_transit' &&
                statement.arrivesAt &&
                money.receipt.arrives(format.dateOf(statement.arrivesAt)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="nums text-sm break-all text-muted">
          {money.receipt.number} {statement.id}
        </p>
      </Card>
      {statement.state === 'failed' && <Banner tone="danger">{money.receipt.failed}</Banner>}
      {statement.state === 'returned' && <Banner tone="warn">{money.receipt.returned}</Banner>}
      {statement.isDelayed && <Banner tone="info">{money.receipt.delayed}</Banner>}
      <Lines statement={statement} />
    </>
  )
}

function Lines({ statement }: { statement: Statement }) {
  const { money } = useText()
  const format = useFormat()
  const rows = statement.lines.map((line, index) => ({
    ...line,
    key: `${line.visitId ?? line.kind}-${index}`,
  }))
  return (
    <Card title={money.receipt.lines} isFlush>
      <DataTable
        label={money.receipt.lines}
        rows={rows}
        rowKey={(line) => line.key}
        columns={[
          { key: 'day', title: money.receipt.day, cell: (line) => format.day(line.date) },
          {
            key: 'service',
            title: money.receipt.service,
            cell: (line) => line.serviceName ?? money.receipt.kinds[line.kind],
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
        <Sum label={money.receipt.earned} amountCents={statement.earnedCents} />
        {statement.feeCents > 0 && <Sum label={money.receipt.fee} amountCents={cents(-statement.feeCents)} />}
        <Sum label={money.receipt.sent} amountCents={statement.amountCents} isTotal />
      </dl>
    </Card>
  )
}
