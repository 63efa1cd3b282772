/** The journals of a paper, each with what moved, in the zone of whose it is. */
import { journalTexts } from '#domain/ledger/journal-texts.ts'
import type { Cents } from '#domain/money.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'

type Journal = {
  readonly key: string
  readonly kind: string
  readonly at: string
  readonly amountCents: Cents
}

export function JournalsCard({ journals, zone }: { journals: readonly Journal[]; zone: string }) {
  const { moneyDesk: texts } = useText()
  const format = useFormat()
  const language = useLanguage()
  if (journals.length === 0) return <EmptyState icon="list" title={texts.noJournals} />
  return (
    <Card isFlush>
      <List label={texts.tabs.books}>
        {journals.map(({ key, kind, at, amountCents }) => (
          <ListRow
            key={key}
            title={textFor(journalTexts[language], kind) ?? journalTexts[language].other}
            detail={
              <>
                <span className="block">{`${format.dateTime(at, zone)} ${zoneName(zone, language)}`}</span>
                <span className="block break-all">{key}</span>
              </>
            }
            end={<Money amountCents={amountCents} />}
          />
        ))}
      </List>
    </Card>
  )
}
