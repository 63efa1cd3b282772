import type { Text } from '#web/text/areas.ts'
import type { Format } from '#web/text/format.ts'

/** How long between two instants on the wire, in the unit that says most: `3 h`. */
export function sayWait(
  from: string,
  until: string,
  { ago }: Pick<Text['systemHealth'], 'ago'>,
  format: Format,
): string {
  const seconds = Math.max(0, Math.round((Date.parse(until) - Date.parse(from)) / 1_000))
  if (seconds < 120) return ago.seconds(format.count(seconds))
  if (seconds < 7_200) return ago.minutes(format.count(Math.round(seconds / 60)))
  if (seconds < 172_800) return ago.hours(format.count(Math.round(seconds / 3_600)))
  return ago.days(format.count(Math.round(seconds / 86_400)))
}
