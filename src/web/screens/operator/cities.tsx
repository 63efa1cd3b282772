/** What waits in each city of the operator; a count of another city puts that one on the desk. */
import { QUEUES, type Queue } from '#contract/queue-kinds.ts'
import type { Reply } from '#web/api.ts'
import { CityNumber } from '#web/desk/city-number.tsx'
import { countOf } from '#web/desk/queue-look.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
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
  return (
    <CityNumber
      marketId={market.id}
      isCurrent={market.isCurrent}
      to={linkTo('operatorQueues', { kind })}
      label={texts.inCity(countOf(count), texts.names[kind], market.name)}
    >
      {countOf(count)}
    </CityNumber>
  )
}
