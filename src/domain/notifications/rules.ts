/** What holds for each event: who is notified, on which channels by default, what may wait and what ends with the visit. */
import type { NotificationEvent } from './events.ts'

export const CHANNELS = ['in_app', 'mail', 'sms', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

export type Reader = 'Customer' | 'Crew' | 'Operator'

export type EventRule = {
  readonly readers: readonly Reader[]
  /** Where it is notified unless the person says otherwise. A text message is sent to nobody who has not asked for it. */
  readonly defaults: readonly Channel[]
  /** Notified at any hour: somebody stands at a door, or is on the way to it. */
  readonly isUrgent: boolean
  /** Money: its mails cannot be switched off. */
  readonly isEssential: boolean
  /**
   * News of what is to come is not sent any more once that is not to come: `plan` while the visit stands as it was
   * notified (field 22), `trip` while the crew has not begun.
   */
  readonly holdsWhile: 'plan' | 'trip' | null
}

const EVERYONE: readonly Reader[] = ['Customer', 'Crew', 'Operator']

const PLAIN: EventRule = {
  readers: EVERYONE,
  defaults: ['in_app', 'mail', 'push'],
  isUrgent: false,
  isEssential: false,
  holdsWhile: null,
}

export const EVENT_RULES: Readonly<Record<NotificationEvent, EventRule>> = {
  offer: { ...PLAIN, readers: ['Crew'] },
  confirm_week: { ...PLAIN, readers: ['Crew'] },
  job_changed: PLAIN,
  day_moved: PLAIN,
  visit_accepted: { ...PLAIN, readers: ['Customer'], holdsWhile: 'plan' },
  visit_unassigned: PLAIN,
  crew_on_the_way: { ...PLAIN, readers: ['Customer'], isUrgent: true, holdsWhile: 'trip' },
  crew_arrived: { ...PLAIN, readers: ['Customer'], defaults: ['in_app', 'push'], isUrgent: true },
  running_late: { ...PLAIN, readers: ['Customer'], isUrgent: true, holdsWhile: 'trip' },
  cannot_access: { ...PLAIN, isUrgent: true },
  extra_work: { ...PLAIN, isUrgent: true },
  visit_done: { ...PLAIN, readers: ['Customer'] },
  visit_missed: PLAIN,
  supply_low: { ...PLAIN, readers: ['Customer'] },
  /** Every week the same: customers want no mail of it unless they say so. */
  visit_reminder: {
    ...PLAIN,
    readers: ['Customer', 'Crew'],
    defaults: ['in_app', 'push'],
    holdsWhile: 'plan',
  },
  /** A mail, chosen where its hour is; no notice of it stands in the list. */
  daily_digest: { ...PLAIN, readers: [], defaults: [] },
  on_demand: { ...PLAIN, isUrgent: true },
  message: PLAIN,
  rating: PLAIN,
  dispute: PLAIN,
  payment: { ...PLAIN, isEssential: true },
  payout: { ...PLAIN, readers: ['Crew'], isEssential: true },
  /** Asked for by its reader; nothing to be switched. */
  test_notice: { ...PLAIN, readers: [], isUrgent: true },
}
