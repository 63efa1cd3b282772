/** The operator's first screen: today and this week by state, and what needs a person. */
import { QUEUES } from '#contract/queue-kinds.ts'
import { keysOf } from '#domain/keys.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { countOf, QUEUE_ICONS } from '#web/desk/queue-look.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { Cities } from './cities.tsx'
import { Unassigned } from './unassigned.tsx'

type BoardData = Reply<'GET /api/operator-board'>

/** On a large screen what waits here and in every city is seen at once. */
const sideBySide = 'grid items-start gap-(--stack) min-[1700px]:auto-cols-fr min-[1700px]:grid-flow-col'

export function Board() {
  const { operator } = useText()
  const board = useEndpoint('GET /api/operator-board', {}, { refetchMs: 30_000 })
  return (
    <Page title={operator.board.title} width="wide">
      {board.isPending && <SkeletonCard rows={4} />}
      {board.isError && <ErrorState error={board.error} onRetry={() => void board.refetch()} />}
      {board.data && (
        <>
          <div className={sideBySide}>
            <Attention board={board.data} />
            {board.data.markets.length > 1 && <Cities markets={board.data.markets} />}
          </div>
          <Unassigned />
          <div className="grid gap-4 sm:grid-cols-2">
            <States title={operator.board.today} counts={board.data.visitsToday} />
            <States title={operator.board.week} counts={board.data.visitsThisWeek} />
          </div>
        </>
      )}
    </Page>
  )
}

function Attention({ board }: { board: BoardData }) {
  const { board: texts } = useText().operator
  const format = useFormat()
  const rows: readonly { icon: IconName; count: number; detail: string; to?: string }[] = [
    ...QUEUES.map((kind) => {
      const count = board.waiting[kind] ?? 0
      return {
        icon: QUEUE_ICONS[kind],
        count,
        detail:
          kind === 'declined'
            ? texts.waiting.declined(count, format.money(board.declinedCents))
            : texts.waiting[kind](count),
        to: linkTo('operatorQueues', { kind }),
      }
    }),
    {
      icon: 'money',
      count: board.delayedPayouts,
      detail: texts.delayedPayouts(board.delayedPayouts),
      to: linkTo('operatorMoney', {}, { show: 'payouts', state: 'sending' }),
    },
  ]
  const open = rows.filter(({ count }) => count > 0)
  return (
    <Card title={texts.attention} isFlush>
      {open.length === 0 ? (
        <EmptyState icon="check" title={texts.nothing} />
      ) : (
        <List label={texts.attention}>
          {open.map(({ icon, count, detail, to }) => (
            <ListRow
              key={detail}
              icon={icon}
              title={<span className="nums text-2xl font-bold">{countOf(count)}</span>}
              detail={detail}
              to={to}
            />
          ))}
        </List>
      )}
    </Card>
  )
}

function States({ title, counts }: { title: string; counts: Readonly<Record<string, number>> }) {
  const { operator } = useText()
  const states = keysOf(operator.states).filter((state) => (counts[state] ?? 0) > 0)
  return (
    <Card title={title} isFlush>
      {states.length === 0 ? (
        <p className="px-5 pb-5 text-muted">{operator.board.noVisits}</p>
      ) : (
        <List label={title}>
          {states.map((state) => (
            <ListRow
              key={state}
              title={<StateBadge state={state} label={operator.states[state]} />}
              end={<span className="nums text-lg font-semibold">{counts[state]}</span>}
            />
          ))}
        </List>
      )}
    </Card>
  )
}
