import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Market } from './market-type.ts'

const TONES = { open: 'good', waitlist: 'warn', closed: 'neutral' } as const

/** Whether a city is open, and whether it is the one on the desk. */
export function CityState({ state, isCurrent }: Pick<Market, 'state' | 'isCurrent'>) {
  const { markets: texts } = useText()
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
      {isCurrent && <Badge tone="info">{texts.onDesk}</Badge>}
    </span>
  )
}
