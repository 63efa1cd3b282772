import { addDays, isWeekday, localDate, mondayOf } from '#domain/time.ts'
import { useWeekdayNames } from '#web/jobs/weekday-names.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import type { BulkChange } from './bulk-draft.ts'

/** What a change of many does, in a few words. */
export function useChangeText(): (change: BulkChange) => string {
  const { bulk: texts } = useText().weeklyList
  const format = useFormat()
  const days = useWeekdayNames()
  return (change) => {
    switch (change.kind) {
      case 'skip': {
        const monday = mondayOf(localDate(change.weekOf))
        return texts.names.skip(format.dateRange(monday, addDays(monday, 6)))
      }
      case 'pause': {
        const from = format.day(localDate(change.from))
        return change.to === null
          ? texts.names.pause(from)
          : texts.names.pauseUntil(from, format.day(localDate(change.to)))
      }
      case 'weekdays':
        return texts.names.weekdays(days(change.weekdays.filter(isWeekday)))
      case 'quantity':
        return texts.names.quantity(change.quantity)
      case 'window':
        return texts.names.window
      case 'crews':
        return change.crewIds.length === 0 ? texts.names.noCrews : texts.names.crews
      case 'cancel':
        return texts.names.cancel
    }
  }
}
