/** What follows a declined card (product §3): notify, retry on fixed days, then pause the service. Graph in data. */

import type { BusinessSettings } from '../settings/settings.ts'
import { addDays, dateAt, type Instant, instantAt, timeAt } from '../time.ts'

export const DUNNING_STATES = ['due', 'retrying', 'paused', 'paid'] as const
export type DunningState = (typeof DUNNING_STATES)[number]

export type DunningEvent = 'charge_failed' | 'charge_succeeded'

/** What follows a step by itself; the server has one consumer for each. The books are part of the payment itself. */
export type DunningFollowUp =
  | 'ask_customer_to_update_card'
  | 'pause_weekly_jobs'
  | 'resume_weekly_jobs'
  | 'send_receipt'

export type DunningEdge = {
  readonly event: DunningEvent
  readonly from: readonly DunningState[]
  readonly to: DunningState
  readonly followUps: readonly DunningFollowUp[]
  /** The edge taken once all retries failed. */
  readonly isLastAttempt?: boolean
}

export const DUNNING: readonly DunningEdge[] = [
  {
    event: 'charge_failed',
    from: ['due', 'retrying'],
    to: 'retrying',
    followUps: ['ask_customer_to_update_card'],
  },
  {
    event: 'charge_failed',
    from: ['due', 'retrying'],
    to: 'paused',
    followUps: ['ask_customer_to_update_card', 'pause_weekly_jobs'],
    isLastAttempt: true,
  },
  {
    event: 'charge_failed',
    from: ['paused'],
    to: 'paused',
    followUps: ['ask_customer_to_update_card'],
  },
  {
    event: 'charge_succeeded',
    from: ['due', 'retrying'],
    to: 'paid',
    followUps: ['send_receipt'],
  },
  {
    event: 'charge_succeeded',
    from: ['paused'],
    to: 'paid',
    followUps: ['send_receipt', 'resume_weekly_jobs'],
  },
]

/** A bank that says this of a debit says it of the next, too, and forbids to ask: only another way can pay. */
const FINAL_RETURNS: ReadonlySet<string> = new Set([
  'account_closed',
  'no_account',
  'debit_not_authorized',
  'customer_initiated',
  'incorrect_account_details',
])

export function isFinalReturn(declineCode: string | null): boolean {
  return declineCode !== null && FINAL_RETURNS.has(declineCode)
}

export type DunningStep = {
  readonly state: DunningState
  readonly retryAt: Instant | null
  readonly followUps: readonly DunningFollowUp[]
}

/**
 * The step that an event means, or null where the payment's state knows no such event (a duplicate webhook).
 * `failedAttempts` counts this failure too; retries are counted in days from the first decline, at its wall-clock
 * time in the customer's zone.
 */
export function decideDunning(input: {
  state: DunningState
  event: DunningEvent
  failedAttempts: number
  firstFailedAt: Instant
  zone: string
  settings: Pick<BusinessSettings, 'dunningRetryDays'>
}): DunningStep | null {
  const { state, event, failedAttempts, settings } = input
  const isLastAttempt = event === 'charge_failed' && failedAttempts > settings.dunningRetryDays.length
  const edges = DUNNING.filter((edge) => edge.event === event && edge.from.includes(state))
  const edge = edges.find((each) => (each.isLastAttempt ?? false) === isLastAttempt) ?? edges[0]
  if (edge === undefined) return null
  return {
    state: edge.to,
    retryAt: edge.to === 'retrying' ? retryAt(input) : null,
    followUps: edge.followUps,
  }
}

function retryAt(input: Parameters<typeof decideDunning>[0]): Instant {
  const { firstFailedAt, zone, failedAttempts, settings } = input
  const days = settings.dunningRetryDays[failedAttempts - 1] ?? 0
  return instantAt(addDays(dateAt(firstFailedAt, zone), days), timeAt(firstFailedAt, zone), zone)
}
