import { type Reply, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

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
  return (
    <Card
      title={money.operator.reconcile}
      actions={
        <ButtonLink icon="check" to={linkTo('operatorReconcile')}>
          {money.operator.reconcile}
        </ButtonLink>
      }
    >
      <p className="text-muted">{money.operator.reconcileBody}</p>
    </Card>
  )
}

type Balances = Reply<'GET /api/ledger-balances'>

function balanceCell({ balanceCents }: Balances['accounts'][number]) {
  return <Money amountCents={balanceCents} />
}
