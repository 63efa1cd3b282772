import type { Format } from '#web/text/format.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `1.2 GB`, by thousands as disks are sold. */
export function sayBytes(bytes: number, format: Format): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** step
  return `${format.count(value < 10 && step > 0 ? Math.round(value * 10) / 10 : Math.round(value))} ${UNITS[step]}`
}
