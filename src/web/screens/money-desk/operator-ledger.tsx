import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { amountCell } from '#web/money/amount-cell.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

export function LedgerPanel() {
  const { money } = useText()
  const format = useFormat()
  const balances = useEndpoint('GET /api/ledger-balances')
  return (
    <>
      <ReconcileCard />
      {balances.isPending && <SkeletonCard rows={8} />}
      {balances.isError && <ErrorState error={balances.error} onRetry={() => void balances.refetch()} />}
      {balances.data && (
        <Card title={money.operator.balances} isFlush>
          <p className="px-4 pb-3 text-muted sm:px-5">
            {balances.data.sumCents === 0
              ? money.operator.sumsToZero(format.count(balances.data.journalCount))
              : money.operator.off(format.money(balances.data.sumCents))}
          </p>
          <DataTable
            label={money.operator.balances}
            rows={balances.data.accounts}
            rowKey={(account) => account.kind}
            columns={[
              {
                key: 'account',
                title: money.operator.account,
                cell: (account) => textFor(money.operator.accounts, account.kind) ?? account.kind,
              },
              {
                key: 'owners',
                title: money.operator.owners,
                isNumber: true,
                cell: (account) => format.count(account.accountCount),
              },
              {
                key: 'balance',
                title: money.operator.balance,
                isNumber: true,
                cell: balanceCell,
              },
            ]}
          />
        </Card>
      )}
    </>
  )
}

function ReconcileCard() {
  const { money } = useText()
  const run = useAction('POST /api/run-reconcile', { refreshes: ['GET /api/ledger-balances'] })
  return (
    <Card
      title={money.operator.reconcile}
      actions={
        <Button tone="primary" icon="check" isBusy={run.isPending} onClick={() => run.mutate({ body: {} })}>
          {money.operator.reconcile}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">{money.operator.reconcileBody}</p>
        {run.isError && (
          <Banner tone="danger" isAlert>
            {run.error.message}
          </Banner>
        )}
        {run.data && <Report report={run.data} />}
      </div>
    </Card>
  )
}

function Report({ report }: { report: Reply<'POST /api/run-reconcile'> }) {
  const { money } = useText()
  const format = useFormat()
  return (
    <>
      <Banner tone={report.isBalanced ? 'good' : 'danger'} isAlert>
        {report.isBalanced ? money.operator.agrees : money.operator.differs(report.differences.length)}{' '}
        <span className="text-sm">{format.dateTime(report.ranAt)}</span>
      </Banner>
      {report.differences.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {report.differences.map((difference) => (
            <li
              key={`${difference.check} ${difference.subject} ${difference.sentence}`}
              className="break-words"
            >
              <strong>{difference.check}</strong> {difference.subject}: {difference.sentence}
            </li>
          ))}
        </ul>
      )}
      <DataTable
        label={money.operator.reconcile}
        rows={report.checks}
        rowKey={(check) => check.name}
        columns={[
          { key: 'check', title: money.operator.check, cell: (check) => check.name },
          {
            key: 'count',
            title: money.operator.count,
            isNumber: true,
            cell: (check) => format.count(check.count),
          },
          {
            key: 'amount',
            title: money.operator.amount,
            isNumber: true,
            cell: amountCell,
          },
          {
            key: 'verdict',
            title: money.operator.verdict,
            cell: verdictCell,
          },
        ]}
      />
    </>
  )
}

type Balances = Reply<'GET /api/ledger-balances'>

function balanceCell({ balanceCents }: Balances['accounts'][number]) {
  return <Money amountCents={balanceCents} />
}

function verdictCell({ differenceCount }: Reply<'POST /api/run-reconcile'>['checks'][number]) {
  return <Verdict differenceCount={differenceCount} />
}

function Verdict({ differenceCount }: { differenceCount: number }) {
  const { money } = useText()
  return differenceCount === 0 ? (
    <Badge tone="good">{money.operator.ok}</Badge>
  ) : (
    <Badge tone="danger">{money.operator.differs(differenceCount)}</Badge>
  )
}
