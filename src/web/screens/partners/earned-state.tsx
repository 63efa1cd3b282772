import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'

/** The looks of states that the badge knows. */
const LOOKS = {
  unmatched: 'due',
  waiting: 'pending',
  available: 'available',
  sent: 'processing',
  inBank: 'paid',
} as const

/** Where the money of a partner's line is. */
export function EarnedState({ state }: { state: keyof typeof LOOKS }) {
  const { states } = useText().partners
  return <StateBadge state={LOOKS[state]} label={states[state]} />
}
