/** What one change would do: in all, and to each weekly service, first those that cannot be changed. */
import { useState } from 'react'
import type { Cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'

type Preview = Reply<'POST /api/preview-bulk-change'>
type Compared = {
  visitsBefore: number
  visitsAfter: number
  centsBefore: Cents | null
  centsAfter: Cents | null
}

/** What is pressed next stays in reach, however many they are. */
const ROWS_FIRST = 5

export function BulkPreview({ preview }: { preview: Preview }) {
  const { bulk: texts } = useText().weeklyList
  const format = useFormat()
  const effect = useEffectText()
  const [isAll, setAll] = useState(preview.rows.length <= ROWS_FIRST)
  const { changedCount, sameCount, refusedCount, crewCount, rows, jobCount } = preview
  const shown = isAll ? rows : rows.slice(0, ROWS_FIRST)
  const parts = [
    texts.changes(changedCount),
    sameCount > 0 && texts.same(sameCount),
    refusedCount > 0 && texts.refused(refusedCount),
  ]
  return (
    <div className="grid gap-3">
      <Banner tone={refusedCount > 0 ? 'warn' : 'info'} title={parts.filter(Boolean).join(' · ')}>
        {changedCount > 0 && (
          <>
            <p className="nums">
              {texts.over(format.dateRange(preview.from, preview.to))} {effect(preview)}
            </p>
            {crewCount > 0 && <p>{texts.crews(crewCount)}</p>}
          </>
        )}
      </Banner>
      <Card isFlush>
        <List label={texts.rows}>
          {shown.map((row) => (
            <Row key={row.weeklyJobId} row={row} />
          ))}
        </List>
      </Card>
      {shown.length < rows.length && (
        <Button onClick={() => setAll(true)}>{texts.showRows(rows.length)}</Button>
      )}
      {isAll && rows.length < jobCount && (
        <p className="text-sm text-muted">{texts.notShown(jobCount - rows.length)}</p>
      )}
    </div>
  )
}

function Row({ row }: { row: Preview['rows'][number] }) {
  const { bulk: texts } = useText().weeklyList
  const services = useServices()
  const effect = useEffectText()
  const tone = { changes: 'good', same: 'neutral', refused: 'danger' } as const
  return (
    <ListRow
      title={`${row.propertyName} · ${services.name(row.serviceKey)}`}
      detail={
        row.outcome === 'refused' ? (
          <span className="font-medium text-danger">{row.note}</span>
        ) : (
          row.outcome === 'changes' && (
            <span className="nums">{[effect(row), row.note].filter(Boolean).join(' ')}</span>
          )
        )
      }
      state={<Badge tone={tone[row.outcome]}>{texts.outcomes[row.outcome]}</Badge>}
    />
  )
}

function useEffectText() {
  const { bulk: texts } = useText().weeklyList
  const format = useFormat()
  return ({ visitsBefore, visitsAfter, centsBefore, centsAfter }: Compared) => {
    const visits = texts.visits(visitsBefore, visitsAfter)
    if (centsBefore === null || centsAfter === null) return visits
    return `${visits} ${texts.money(format.money(centsBefore), format.money(centsAfter), centsBefore === centsAfter)}`
  }
}
