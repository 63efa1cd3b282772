/** When each channel notifies: now, at the end of the quiet time, or never. Decided when notified and again when sent. */
import type { Instant } from '../time.ts'
import type { NotificationEvent } from './events.ts'
import { isChannelOn, type Preference } from './preferences.ts'
import { type QuietHours, quietUntil } from './quiet.ts'
import { type Channel, EVENT_RULES } from './rules.ts'

export type DeliverableNotice = {
  readonly event: NotificationEvent
  /** Urgent by its occasion where it is not by its kind, such as an offer of work for right now. */
  readonly isUrgent: boolean
  /** Nothing is sent after this. */
  readonly until: Instant | null
}

export type Listener = {
  readonly preferences: readonly Preference[]
  readonly quiet: QuietHours
  /** Whose clock is meant: the property's for news of a visit (field 38), else the person's own. */
  readonly zone: string
}

/** The instant at which a channel may notify; null where it does not. */
export function deliverAt(
  { event, isUrgent, until }: DeliverableNotice,
  channel: Channel,
  { preferences, quiet, zone }: Listener,
  now: Instant,
): Instant | null {
  if (!isChannelOn(event, channel, preferences)) return null
  const at = mayWait(event, channel, isUrgent, quiet) ? (quietUntil(now, quiet, zone) ?? now) : now
  return until !== null && at > until ? null : at
}

/** The list in the app makes no noise; money is notified by mail at once. */
function mayWait(
  event: NotificationEvent,
  channel: Channel,
  isUrgent: boolean,
  { holdsMail }: QuietHours,
): boolean {
  if (isUrgent || EVENT_RULES[event].isUrgent || channel === 'in_app') return false
  return channel !== 'mail' || (holdsMail && !EVENT_RULES[event].isEssential)
}
