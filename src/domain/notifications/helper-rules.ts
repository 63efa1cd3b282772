/** What whoever looks after a place is notified of there, besides its owner: what it could see by itself. */
import type { Need } from '../sharing/rights.ts'
import type { NotificationEvent } from './events.ts'

/** What a helper must hold to hear of it; null for what is the owner's alone, or somebody else's altogether. */
export const HELPER_NEEDS: Readonly<Record<NotificationEvent, Need | null>> = {
  job_changed: { right: 'see' },
  day_moved: { right: 'see' },
  visit_accepted: { right: 'see' },
  visit_unassigned: { right: 'see' },
  crew_on_the_way: { right: 'see' },
  crew_arrived: { right: 'see' },
  running_late: { right: 'see' },
  visit_done: { right: 'see' },
  visit_missed: { right: 'see' },
  supply_low: { right: 'see' },
  /** Somebody has to answer, and it says what leaving would cost. */
  cannot_access: { right: 'schedule' },
  message: { right: 'schedule' },
  rating: { right: 'schedule' },
  dispute: { right: 'prices' },
  on_demand: { right: 'prices' },
  extra_work: { right: 'pay' },
  payment: { right: 'pay', isWhole: true },
  /** Whoever looks after places has one of its own, where it chose so. */
  visit_reminder: null,
  /** Each reader has one of its own. */
  daily_digest: null,
  offer: null,
  confirm_week: null,
  payout: null,
  test_notice: null,
}
