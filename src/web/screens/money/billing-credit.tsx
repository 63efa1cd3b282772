import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'

/** The customer's credit, and what was given and taken by hand, with its reason. */
export function CreditSection({ billing }: { billing: Reply<'GET /api/billing'> }) {
  const { credit: text } = useText().money.billing
  const format = useFormat()
  const { creditCents, creditChanges } = billing
  if (creditCents === 0 && creditChanges.length === 0) return null
  return (
    <Card title={text.title} isFlush>
      <p className="px-4 pb-3 text-muted sm:px-5">{text.has(format.money(creditCents))}</p>
      <List label={text.title}>
        {creditChanges.map((change) => (
          <ListRow
            key={change.id}
            title={text[change.kind]}
            detail={`${change.reason} · ${format.dateTime(change.at)}`}
            end={<Money amountCents={change.amountCents} />}
          />
        ))}
      </List>
    </Card>
  )
}
