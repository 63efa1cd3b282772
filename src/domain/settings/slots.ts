/** Work that comes once a week, by the day and time that settings give it. */

import type { SlotTimeline, WeeklySlot } from '../weekly-slot.ts'
import type { SettingsTimeline } from './book.ts'
import type { BusinessSettings } from './settings.ts'

export type SlotOf = (settings: BusinessSettings) => WeeklySlot

export const billingSlot: SlotOf = ({ billingWeekday: weekday, billingTime: time }) => ({ weekday, time })
export const payoutSlot: SlotOf = ({ payoutWeekday: weekday, payoutTime: time }) => ({ weekday, time })
export const confirmCutoffSlot: SlotOf = ({ confirmCutoffWeekday: weekday, confirmCutoffTime: time }) => ({
  weekday,
  time,
})
export const confirmReminderSlot: SlotOf = ({
  confirmReminderWeekday: weekday,
  confirmReminderTime: time,
}) => ({ weekday, time })
export const confirmLastReminderSlot: SlotOf = ({
  confirmLastReminderWeekday: weekday,
  confirmLastReminderTime: time,
}) => ({ weekday, time })

export function slotsOf(timeline: SettingsTimeline, slotOf: SlotOf): SlotTimeline {
  return timeline.map(({ from, settings }) => ({ from, slot: slotOf(settings) }))
}
