/** What becomes of a difference in the books when a run sees it, and when one does not see it any more. */
import { type Refusal, refuse } from '../refusals.ts'

export const DIFFERENCE_STATES = ['open', 'explained', 'gone'] as const
export type DifferenceState = (typeof DIFFERENCE_STATES)[number]

export type Sides = { readonly oursCents: number | null; readonly theirsCents: number | null }

export type Sighting = {
  readonly state: DifferenceState
  /** Operators are alarmed once: not each night, and not of what one of them has explained. */
  readonly isAlarm: boolean
  readonly isFirst: boolean
}

/** `before` is null where nobody saw it yet. One that is gone and comes back, or was explained and grew, is news. */
export function seeDifference(
  before: (Sides & { readonly state: DifferenceState }) | null,
  now: Sides,
): Sighting {
  if (before === null || before.state === 'gone') return { state: 'open', isAlarm: true, isFirst: true }
  const isSame = before.oursCents === now.oursCents && before.theirsCents === now.theirsCents
  if (before.state === 'explained' && !isSame) return { state: 'open', isAlarm: true, isFirst: false }
  return { state: before.state, isAlarm: false, isFirst: false }
}

/** By how much the two sides differ; nothing counts as zero. */
export function differenceCents({ oursCents, theirsCents }: Sides): number {
  return Math.abs((oursCents ?? 0) - (theirsCents ?? 0))
}

export function explainDifference(state: DifferenceState): { readonly state: 'explained' } | Refusal {
  return state === 'gone' ? refuse('wrong_state') : { state: 'explained' }
}

const WEEK_MS = 7 * 86_400_000
/** A night is not always as long as another. */
const SLACK_MS = 12 * 3_600_000

/** Once a week everything is compared, however small it was when it was new. */
export function kindOfRun(lastCompleteAt: number | null, now: number): 'nightly' | 'complete' {
  return lastCompleteAt === null || now - lastCompleteAt >= WEEK_MS - SLACK_MS ? 'complete' : 'nightly'
}
