/** On which channels a person is notified of an event: the defaults, and what the person said otherwise. */
import { NOTIFICATION_EVENTS, type NotificationEvent } from './events.ts'
import { type Channel, EVENT_RULES, type Reader } from './rules.ts'

export type Preference = {
  readonly event: NotificationEvent
  readonly channel: Channel
  readonly isOn: boolean
}

/** Why a channel cannot be switched; null where it can. */
export function fixedChannel(event: NotificationEvent, channel: Channel): 'always' | null {
  return EVENT_RULES[event].isEssential && channel === 'mail' ? 'always' : null
}

export function isChannelOn(
  event: NotificationEvent,
  channel: Channel,
  preferences: readonly Preference[],
): boolean {
  if (fixedChannel(event, channel) === 'always') return true
  const own = preferences.find((each) => each.event === event && each.channel === channel)
  return own?.isOn ?? EVENT_RULES[event].defaults.includes(channel)
}

/** What stands in the person's table of preferences, in the order of the product's words. */
export function eventsFor(reader: Reader): NotificationEvent[] {
  return NOTIFICATION_EVENTS.filter((event) => EVENT_RULES[event].readers.includes(reader))
}
