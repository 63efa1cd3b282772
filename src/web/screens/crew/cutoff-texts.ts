/** The cutoff as a day and a time, and what is left until then. */
import { DAY_MS, dateAt, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { readInstant, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { useNow } from '#web/ui/now.ts'

/** From so far away days are exact enough; nearer the minutes count. */
const IN_DAYS_FROM_MS = 2 * DAY_MS

export function useCutoffTexts() {
  const { assignments } = useText()
  const format = useFormat()
  const now = useNow()
  return {
    /** `Saturday, March 7, 6:00 PM` */
    at: (confirmBy: string, zone: string) =>
      `${format.longDay(dateAt(readInstant(confirmBy), zone))}, ${format.time(confirmBy, zone)}`,
    /** `3 days left`, `5 h 20 min left` */
    left: (confirmBy: string) => {
      const leftMs = Math.max(0, readInstant(confirmBy) - now)
      const time =
        leftMs >= IN_DAYS_FROM_MS
          ? assignments.confirm.days(Math.floor(leftMs / DAY_MS))
          : format.minutes(
              Math.floor(leftMs / (leftMs >= DAY_MS ? HOUR_MS : MINUTE_MS)) * (leftMs >= DAY_MS ? 60 : 1),
            )
      return assignments.confirm.left(time)
    },
  }
}
