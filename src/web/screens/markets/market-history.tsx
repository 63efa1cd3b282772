import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { Timeline } from '#web/ui/lists/timeline.tsx'
import type { Market } from './market-type.ts'

/** Who changed what of a city and when, by its own clock. */
export function MarketHistory({ market: { changes, timeZone } }: { market: Market }) {
  const { markets: texts } = useText()
  const format = useFormat()
  const names = new Map<string, string>(Object.entries(texts.fields))
  return (
    <Card title={texts.history}>
      <Timeline
        label={texts.history}
        entries={changes.toReversed().map(({ at, action, actorName, fields }) => ({
          key: `${at} ${action}`,
          title: texts.actions[action],
          at,
          when: texts.by(actorName ?? texts.system, format.dateTime(at, timeZone)),
          detail: fields
            .map(({ field, before, after }) =>
              texts.became(names.get(field) ?? field, before ?? texts.nothing, after ?? texts.nothing),
            )
            .join('; '),
        }))}
      />
    </Card>
  )
}
