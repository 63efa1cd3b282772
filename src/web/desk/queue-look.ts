/** Queues look alike on the board and on their own page. */
import type { Queue } from '#contract/queue-kinds.ts'
import type { IconName } from '#web/ui/icon.tsx'

export const QUEUE_ICONS: Readonly<Record<Queue, IconName>> = {
  late: 'clock',
  unassigned: 'user',
  unconfirmed: 'check',
  missed: 'warning',
  flagged: 'map-pin',
  disputes: 'warning',
  approvals: 'money',
  late_reports: 'clock',
  silent_feeds: 'calendar',
  declined: 'card',
  failed_payouts: 'money',
  chargebacks: 'card',
  differences: 'check',
  referrals: 'users',
  parked: 'tool',
}

/** Queues are counted up to 100: beyond that nobody needs to know how many. */
export function countOf(count: number): string {
  return count > 99 ? '99+' : String(count)
}
