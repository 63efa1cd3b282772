import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'

type Effect = Reply<'POST /api/preview-price'>

/** What a price or its end does to the weekly jobs that it decides. */
export function PriceEffect({ effect }: { effect: Effect }) {
  const { prices: text } = useText().catalogue
  const format = useFormat()
  if (effect.jobs === 0) return <Banner tone="info">{text.untouched}</Banner>
  const difference = cents(effect.perWeekAfterCents - effect.perWeekBeforeCents)
  return (
    <Banner tone="info">
      <Facts
        facts={[
          [text.jobs, format.count(effect.jobs)],
          [text.visits, format.count(effect.visitsPerWeek)],
          [text.before, format.money(effect.perWeekBeforeCents)],
          [text.after, format.money(effect.perWeekAfterCents)],
          [text.difference, `${difference > 0 ? '+' : ''}${format.money(difference)}`],
          [text.customers, format.count(difference === 0 ? 0 : effect.customers)],
        ]}
      />
    </Banner>
  )
}
