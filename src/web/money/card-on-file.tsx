import { brandName } from '#domain/billing/receipt.ts'
import type { Reply } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { monthText } from './card-number.ts'

type ShownCard = NonNullable<Reply<'GET /api/billing'>['card']>

export function CardOnFile({ card }: { card: ShownCard }) {
  const { money } = useText()
  return (
    <p className="flex items-center gap-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent">
        <Icon name={card.kind === 'card' ? 'card' : 'money'} />
      </span>
      <span className="grid">
        <strong>{money.card.onFile(brandName(card.brand), card.last4)}</strong>
        {card.expiresMonth !== null && card.expiresYear !== null && (
          <span className="text-sm text-muted">
            {money.card.validUntil(
              monthText({ expiresMonth: card.expiresMonth, expiresYear: card.expiresYear }),
            )}
          </span>
        )}
      </span>
      {card.isExpired && <Badge tone="danger">{money.card.expired}</Badge>}
    </p>
  )
}
