/** What of the money needs a person now, each with the way to it. */
import { useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type Row = { readonly icon: IconName; readonly count: number; readonly said: string; readonly to: string }

export function AttentionPanel() {
  const { attention: texts } = useText().books
  const format = useFormat()
  const board = useEndpoint('GET /api/operator-board')
  const refunds = useEndpoint('GET /api/failed-refunds', { query: {} })
  const chargebacks = useEndpoint('POST /api/get-chargebacks', { body: {} })
  const runs = useEndpoint('GET /api/reconcile-runs', { query: {} })
  const failed = [board, refunds, chargebacks, runs].find(({ isError }) => isError)
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!board.data || !refunds.data || !chargebacks.data || !runs.data) return <SkeletonCard rows={6} />
  const { declinedCents, delayedPayouts, waiting } = board.data
  const money = (show: string, state: string) => linkTo('operatorMoney', {}, { show, state })
  const rows: readonly Row[] = [
    {
      icon: 'card',
      count: chargebacks.data.openCount,
      said: texts.chargebacks,
      to: linkTo('operatorChargebacks'),
    },
    {
      icon: 'check',
      count: runs.data.openCount,
      said: texts.differences,
      to: linkTo('operatorReconcile'),
    },
    {
      icon: 'undo',
      count: refunds.data.totalCount,
      said: texts.refunds,
      to: linkTo('operatorFailedRefunds'),
    },
    {
      icon: 'money',
      count: waiting.failed_payouts ?? 0,
      said: texts.payouts,
      to: money('payouts', 'failed'),
    },
    { icon: 'money', count: delayedPayouts, said: texts.delayed, to: money('payouts', 'sending') },
    {
      icon: 'card',
      count: waiting.declined ?? 0,
      said: texts.declined(format.money(declinedCents)),
      to: money('payments', 'declined'),
    },
  ]
  const open = rows.filter(({ count }) => count > 0)
  return (
    <Card title={texts.title} isFlush>
      {open.length === 0 ? (
        <EmptyState icon="check" title={texts.nothing} />
      ) : (
        <List label={texts.title}>
          {open.map(({ icon, count, said, to }) => (
            <ListRow
              key={said}
              icon={icon}
              title={said}
              end={<span className="nums text-lg font-bold">{format.count(count)}</span>}
              to={to}
            />
          ))}
        </List>
      )}
    </Card>
  )
}
