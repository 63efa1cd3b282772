/** Each week's visits are confirmed by Saturday 18:00 before it, in the place's zone (product §3, Assigning). */

import type { BusinessSettings } from '../settings/settings.ts'
import { addDays, type Instant, instantAt, type LocalDate, mondayOf } from '../time.ts'
import { lastSlot } from '../weekly-slot.ts'
import type { VisitState } from './graph.ts'

type CutoffSettings = Pick<BusinessSettings, 'confirmCutoffWeekday' | 'confirmCutoffTime'>

/** By when a visit on this date must be confirmed: in the week before. */
export function confirmBy(visitDate: LocalDate, zone: string, settings: CutoffSettings): Instant {
  const cutoffDate = addDays(mondayOf(visitDate), settings.confirmCutoffWeekday - 8)
  return instantAt(cutoffDate, settings.confirmCutoffTime, zone)
}

/** The week that crews are asked to confirm now: the next one until its cutoff has passed, then the one after. */
export function weekToConfirm(
  now: Instant,
  zone: string,
  settings: CutoffSettings,
): { from: LocalDate; to: LocalDate } {
  const slot = { weekday: settings.confirmCutoffWeekday, time: settings.confirmCutoffTime }
  const from = addDays(mondayOf(lastSlot(slot, now, zone).date), 14)
  return { from, to: addDays(from, 6) }
}

/** Taken after the cutoff, a visit counts as confirmed by the taking: its crew has just said yes. */
export function isConfirmedByTaking(
  visitDate: LocalDate,
  takenAt: Instant,
  zone: string,
  settings: CutoffSettings,
): boolean {
  return takenAt >= confirmBy(visitDate, zone, settings)
}

/** A visit that its crew let pass the cutoff unconfirmed: it is offered to others. */
export function hasLapsed(
  visit: { state: VisitState; crewId: string | null; takenAt: Instant | null; date: LocalDate; zone: string },
  now: Instant,
  settings: CutoffSettings,
): boolean {
  if (visit.state !== 'scheduled' || visit.crewId === null) return false
  const cutoff = confirmBy(visit.date, visit.zone, settings)
  return now >= cutoff && (visit.takenAt === null || visit.takenAt < cutoff)
}
