/** A day in Denver, a crew and stops for tests of dispatching. */
import type { LatLng } from '../geo.ts'
import { cents } from '../money.ts'
import { type Instant, instant, localDate, MINUTE_MS, parseInstant } from '../time.ts'
import type { BoardVisit } from './board.ts'
import type { Drive, LaneDay } from './lane.ts'
import type { PlacedCrew } from './placement.ts'

export const BASE: LatLng = { lat: 39.7392, lng: -104.9903 }
export const ZONE = 'America/Denver'
export const DATE = localDate('2026-03-03')
/** Midnight of that day. */
const MIDNIGHT = parseInstant('2026-03-03T07:00:00Z')
export const YESTERDAY = instant(MIDNIGHT - 600 * MINUTE_MS)

export const clock = (text: string): Instant => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return instant(MIDNIGHT + (hours * 60 + minutes) * MINUTE_MS)
}

export const DAY: LaneDay = { base: BASE, hours: { from: clock('08:00'), until: clock('17:00') } }
export const CREW: PlacedCrew = {
  id: 'maria',
  isFrozen: false,
  rangeFeet: 60_000,
  serviceKeys: ['bins'],
  daysOff: [],
}

/** Ten minutes between any two places, a thousand feet. */
export const drive: Drive = (from, to) =>
  from.lat === to.lat && from.lng === to.lng ? { feet: 0, seconds: 0 } : { feet: 1_000, seconds: 600 }

export const stop = (id: string, more: Partial<BoardVisit> = {}): BoardVisit => ({
  id,
  place: { lat: 39.74 + id.charCodeAt(0) / 10_000, lng: -104.99 },
  opensAt: clock('00:00'),
  closesAt: clock('24:00'),
  serviceMinutes: 30,
  payCents: cents(1_000),
  expectedAt: null,
  startedAt: null,
  completedAt: null,
  serviceKey: 'bins',
  zone: ZONE,
  blockedCrewIds: [],
  date: DATE,
  crewId: null,
  position: 0,
  state: 'scheduled',
  ...more,
})
