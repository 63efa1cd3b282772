/** What waits in each city of the operator; a count of another city puts that one on the desk. */
import { QUEUES, type Queue } from '#contract/queue-kinds.ts'
import type { Reply } from '#web/api.ts'
import { countOf } from '#web/desk/count-of.ts'
import { putOnDesk } from '#web/desk/put-on-desk.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { linkTo } from '#web/urls.ts'

type Market = Reply<'GET /api/operator-board'>['markets'][number]

export function Cities({ markets }: { markets: readonly Market[] }) {
  const { queues: texts } = useText()
  const kinds = QUEUES.filter((kind) => markets.some(({ counts }) => (counts[kind] ?? 0) > 0))
  if (kinds.length === 0) return null
  return (
    <Card title={texts.cities} isFlush>
      <DataTable
        label={texts.cities}
        rows={kinds}
        rowKey={(kind) => kind}
        columns={[
          { key: 'queue', title: texts.queue, cell: (kind) => texts.names[kind] },
          ...markets.map((market) => ({
            key: market.id,
            title: market.name,
            isNumber: true,
            cell: countIn(market),
          })),
        ]}
      />
    </Card>
  )
}

/** What a column shows of its city. */
function countIn(market: Market) {
  return (kind: Queue) => <Count market={market} kind={kind} />
}

function Count({ market, kind }: { market: Market; kind: Queue }) {
  const { queues: texts } = useText()
  const count = market.counts[kind] ?? 0
  if (count === 0) return '0'
  const to = linkTo('operatorQueues', { kind })
  const label = texts.inCity(countOf(count), texts.names[kind], market.name)
  if (market.isCurrent)
    return (
      <span className="-mr-4 -my-1.5 inline-block">
        <ButtonLink tone="quiet" to={to} label={label}>
          {countOf(count)}
        </ButtonLink>
      </span>
    )
  return (
    <span className="-mr-4 -my-1.5 inline-block">
      <Button tone="quiet" aria-label={label} onClick={() => void putOnDesk(market.id, to)}>
        {countOf(count)}
      </Button>
    </span>
  )
}
