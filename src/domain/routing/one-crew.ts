/** What problems of one crew's day have in common, whichever stops it is to drive and why. */
import type { OpenStop } from './recommend.types.ts'
import { rangeSeconds } from './times.ts'
import type { Stop, Vehicle } from './types.ts'

type Hours = ReturnType<typeof rangeSeconds>

/** A stop is open in its window, or as long as the crew works. Whether it fits the crew is decided before. */
export function stopInHours(stop: Pick<OpenStop, 'window' | 'serviceMinutes'>, hours: Hours) {
  const window = stop.window === null ? hours : rangeSeconds(stop.window)
  return {
    serviceSeconds: stop.serviceMinutes * 60,
    openSeconds: window.from,
    closeSeconds: window.until,
    load: 0,
    skills: 0,
  } satisfies Partial<Stop>
}

/** From base and back; node 0 is base. Skills and range were checked when the stops were chosen. */
export function crewVehicle(hours: Hours): Vehicle {
  return {
    startNode: 0,
    endNode: 0,
    startSeconds: hours.from,
    endSeconds: hours.until,
    rangeFeet: Infinity,
    capacity: Infinity,
    skills: 0,
    fixedCost: 0,
  }
}
