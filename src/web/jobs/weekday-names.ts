/** Weekdays as people say them: `const days = useWeekdayWords(); days([1, 4])` is `Mon, Thu`. */
import type { Weekday } from '#domain/time.ts'
import { useText } from '#web/text/store.ts'

export function useWeekdayNames(): (weekdays: readonly Weekday[]) => string {
  const { short } = useText().ui.weekdays
  return (weekdays) => weekdays.map((weekday) => short[weekday - 1]).join(', ')
}
