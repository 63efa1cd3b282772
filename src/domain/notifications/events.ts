/** Everything that people are notified of, by name: what `/notification-preferences` lists and what settings are kept for. */

export const NOTIFICATION_EVENTS = [
  'offer',
  'confirm_week',
  'job_changed',
  'day_moved',
  'visit_accepted',
  'visit_unassigned',
  'crew_on_the_way',
  'crew_arrived',
  'running_late',
  'cannot_access',
  'extra_work',
  'visit_done',
  'visit_missed',
  'supply_low',
  'visit_reminder',
  'daily_digest',
  'on_demand',
  'message',
  'rating',
  'dispute',
  'payment',
  'payout',
  'test_notice',
] as const

export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number]

/** From storage. Throws where no such event is known. */
export function toNotificationEvent(text: string): NotificationEvent {
  const event = NOTIFICATION_EVENTS.find((known) => known === text)
  if (event === undefined) throw new Error(`no such event: ${text}`)
  return event
}
