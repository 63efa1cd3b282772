/** Taking work: what fits a crew (product §3, Assigning). */

import { distanceFeet, type Feet, type LatLng } from '../geo.ts'
import { type AlreadyDone, type Refusal, refuse } from '../refusals.ts'
import type { Weekday } from '../time.ts'

/** Minutes since local midnight; an end over 1440 is on the next day. */
export type MinuteRange = { readonly startMinute: number; readonly endMinute: number }

export type CrewFacts = {
  readonly id: string
  readonly isFrozen: boolean
  readonly base: LatLng
  readonly rangeFeet: Feet
  /** Keys of the services that the crew does. */
  readonly serviceKeys: readonly string[]
  /** The hours of each weekday on which the crew works. */
  readonly hours: Readonly<Partial<Record<Weekday, MinuteRange>>>
}

/** One weekday of a weekly job, or one visit. */
export type Work = {
  readonly weekday: Weekday
  readonly window: MinuteRange
  readonly durationMinutes: number
  readonly place: LatLng
  readonly serviceKey: string
}

export type OfferedWork = Work & {
  /** Who has it now; `null` is open. */
  readonly crewId: string | null
  /** The job still runs and is not paused. */
  readonly isOpen: boolean
  readonly blockedCrewIds: readonly string[]
}

/**
 * Whether a crew may take work, given what it already has on that day. First come, first served: the database decides
 * between two who may. A second tap by the winner answers `alreadyDone`.
 */
export function decideTake(
  crew: CrewFacts,
  work: OfferedWork,
  own: readonly Pick<Work, 'window' | 'durationMinutes'>[],
): { readonly crewId: string } | AlreadyDone | Refusal {
  if (crew.isFrozen) return refuse('account_frozen')
  if (work.crewId === crew.id) return { alreadyDone: true }
  if (work.crewId !== null) return refuse('offer_taken')
  if (!work.isOpen) return refuse('no_longer_open')
  if (work.blockedCrewIds.includes(crew.id)) return refuse('blocked_by_customer')
  return refuseConflict(crew, work, own) ?? { crewId: crew.id }
}

/** Why work does not fit a crew, or null; also for choosing whom to offer it and what to show. */
export function refuseConflict(
  crew: CrewFacts,
  work: Work,
  own: readonly Pick<Work, 'window' | 'durationMinutes'>[],
): Refusal | null {
  if (!crew.serviceKeys.includes(work.serviceKey)) return refuse('skill_missing')
  if (distanceFeet(crew.base, work.place) > crew.rangeFeet) return refuse('out_of_range')
  const hours = crew.hours[work.weekday]
  if (hours === undefined) return refuse('day_not_worked')
  if (minutesWithin(hours, work.window) < work.durationMinutes) return refuse('outside_hours')
  const total = own.reduce((sum, each) => sum + each.durationMinutes, work.durationMinutes)
  const isFull = total > hours.endMinute - hours.startMinute
  return isFull || own.some((each) => !canDoBoth(each, work)) ? refuse('overlapping_work') : null
}

/** One after the other in either order, each within its window (driving is the route's business). */
export function canDoBoth(
  one: Pick<Work, 'window' | 'durationMinutes'>,
  other: Pick<Work, 'window' | 'durationMinutes'>,
): boolean {
  return fitsAfter(one, other) || fitsAfter(other, one)
}

function fitsAfter(
  first: Pick<Work, 'window' | 'durationMinutes'>,
  second: Pick<Work, 'window' | 'durationMinutes'>,
): boolean {
  const firstDone = first.window.startMinute + first.durationMinutes
  const secondDone = Math.max(firstDone, second.window.startMinute) + second.durationMinutes
  return firstDone <= first.window.endMinute && secondDone <= second.window.endMinute
}

function minutesWithin(hours: MinuteRange, window: MinuteRange): number {
  return Math.min(hours.endMinute, window.endMinute) - Math.max(hours.startMinute, window.startMinute)
}
