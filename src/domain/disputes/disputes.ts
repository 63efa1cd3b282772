/** When a dispute may be opened, what settles by itself, and how much can be refunded (product §3, Dispute). */
import { type Cents, cents } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { HOUR_MS, type Instant, instant } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'

export const PROBLEMS = ['not_done', 'poorly_done', 'damage', 'wrong_place', 'other'] as const
export type Problem = (typeof PROBLEMS)[number]

export const MOST_DISPUTE_PHOTOS = 6

type Settings = Pick<BusinessSettings, 'disputeWindowHours'>

/** The last moment, itself included. */
export function disputableUntil(completedAt: Instant, settings: Settings): Instant {
  return instant(completedAt + settings.disputeWindowHours * HOUR_MS)
}

export function refuseDispute(
  visit: {
    readonly state: VisitState
    readonly completedAt: Instant | null
    readonly hasDispute: boolean
  },
  now: Instant,
  settings: Settings,
): Refusal | null {
  if (visit.state !== 'completed' || visit.completedAt === null) return refuse('visit_not_completed')
  if (visit.hasDispute) return refuse('already_disputed')
  return now > disputableUntil(visit.completedAt, settings) ? refuse('too_late') : null
}

/**
 * What a dispute is settled with at once, or null where a person looks at it. Damage is never a matter of the visit's
 * price; the budget is what one customer got back by itself in this calendar month.
 */
export function automaticRefund(
  dispute: { readonly problem: Problem; readonly owedCents: Cents; readonly settledThisMonthCents: Cents },
  settings: Pick<BusinessSettings, 'disputeAutomaticLimitCents' | 'disputeAutomaticBudgetCents'>,
): Cents | null {
  const { problem, owedCents, settledThisMonthCents } = dispute
  if (problem === 'damage' || problem === 'other' || owedCents <= 0) return null
  if (owedCents > settings.disputeAutomaticLimitCents) return null
  return owedCents + settledThisMonthCents <= settings.disputeAutomaticBudgetCents ? owedCents : null
}

/** Whole or in part, never more than the visit cost. */
export function decideRefundOfVisit(
  owedCents: Cents,
  wantedCents: number | undefined,
): { readonly amountCents: Cents } | Refusal {
  const wanted = wantedCents ?? owedCents
  if (!Number.isSafeInteger(wanted) || wanted <= 0) return refuse('amount_invalid')
  return wanted > owedCents ? refuse('refund_above_paid') : { amountCents: cents(wanted) }
}
