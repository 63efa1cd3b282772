/** When things happen in the demo city, counted back from the moment at which it is shown. */
import {
  addDays,
  dateAt,
  type Instant,
  instant,
  instantAt,
  localTime,
  MINUTE_MS,
  minutesOfDay,
  timeAt,
} from '#domain/time.ts'
import type { World } from './world.ts'

export function daysBefore(world: World, now: Instant, days: number, time: string): Instant {
  return instantAt(addDays(dateAt(now, world.zone), -days), localTime(time), world.zone)
}

/** After the people of the city have decided about their day, where that was before `now`. */
export function shortlyBefore(world: World, now: Instant, minutes: number): Instant {
  const at = instant(now - minutes * MINUTE_MS)
  const decided = daysBefore(world, now, 0, '06:46')
  return decided < now ? instant(Math.max(at, decided)) : at
}

export function isBetween(world: World, at: Instant, from: string, until: string): boolean {
  const minute = minutesOfDay(timeAt(at, world.zone))
  return minute >= minutesOfDay(localTime(from)) && minute < minutesOfDay(localTime(until))
}

/** To be called before the days are lived. */
export function later(world: World, at: Instant, run: () => Promise<unknown>): void {
  world.later.push({ at, run })
}
