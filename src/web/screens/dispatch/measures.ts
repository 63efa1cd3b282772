/** How large things are on the time-line, in pixels. */
import type { AxisDay } from '#domain/dispatch/day-axis.ts'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'

export const ROW = 44
export const HEAD = 40
export const NAME = 216
/** Blocks of short visits can still be grasped. */
export const NARROWEST = 14

/** Pixels an hour, of a day and of a week. */
export const ZOOMS = { day: [44, 72, 110, 180, 280], week: [8, 14, 24, 44, 80] } as const

export type Scale = { readonly from: Instant; readonly pixelsPerHour: number; readonly width: number }

export function scaleOf(axis: readonly AxisDay[], pixelsPerHour: number): Scale {
  const from = axis[0]!.from
  return { from, pixelsPerHour, width: ((axis.at(-1)!.until - from) / HOUR_MS) * pixelsPerHour }
}

export function xOf({ from, pixelsPerHour }: Scale, at: Instant): number {
  return ((at - from) / HOUR_MS) * pixelsPerHour
}

export function instantOf({ from, pixelsPerHour }: Scale, x: number): Instant {
  return instant(Math.round(from + (x / pixelsPerHour) * HOUR_MS))
}
