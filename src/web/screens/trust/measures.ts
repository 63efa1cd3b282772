/** Bytes and waits as people read them. */
import type { Text } from '#web/text/areas.ts'
import type { Format } from '#web/text/format.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `1.2 GB`, by thousands as disks are sold. */
export function sayBytes(bytes: number, format: Format): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** step
  return `${format.count(value < 10 && step > 0 ? Math.round(value * 10) / 10 : Math.round(value))} ${UNITS[step]}`
}

/** How long between two instants on the wire, in the unit that says most. */
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
