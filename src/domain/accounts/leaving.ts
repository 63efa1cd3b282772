/** Who may leave and when, and from when on what is known of a person may be forgotten. */
import type { Cents } from '../money.ts'
import type { Refusal } from '../refusals.ts'
import type { Instant } from '../time.ts'

export type Standing = {
  readonly type: 'Customer' | 'Crew' | 'Operator'
  /** Visits that somebody is on the way to or works at right now. */
  readonly underWayCount: number
  /** Of a crew: the visits and weekdays that wait for it. */
  readonly promisedCount: number
  /** What was billed and not paid, by card and by invoice. */
  readonly owedCents: Cents
}

/** Weekly jobs and orders of a customer are ended by leaving; what stands in the way is only what others wait for. */
export function refuseLeaving(standing: Standing): Refusal | null {
  if (standing.type === 'Operator') return { refused: 'operator_leaves' }
  if (standing.underWayCount > 0) return { refused: 'leaves_during_work' }
  if (standing.promisedCount > 0) return { refused: 'leaves_with_promises' }
  return standing.owedCents > 0 ? { refused: 'leaves_with_debt' } : null
}

export type OpenMoney = {
  readonly owedCents: Cents
  /** Work that is done and on no payment yet. */
  readonly unbilledCents: Cents
  /** What a crew, or whoever withdraws commissions, has earned and not in the bank yet. */
  readonly unpaidCents: Cents
  /** Complaints, refunds and banks' questions that nobody has decided. */
  readonly openCaseCount: number
}

/** The days of grace are over, and nobody waits for money from anybody. */
export function mayForget(dueAt: Instant, money: OpenMoney, now: Instant): boolean {
  const { owedCents, unbilledCents, unpaidCents, openCaseCount } = money
  return now >= dueAt && owedCents <= 0 && unbilledCents <= 0 && unpaidCents <= 0 && openCaseCount === 0
}
