/** What a dispatcher and a plan may move, and how a crew hears of it (product §3, Assigning; decision 39). */
import type { BusinessSettings } from '../settings/settings.ts'
import type { Instant, LocalDate } from '../time.ts'
import { isConfirmedByTaking } from '../visits/confirmation.ts'
import type { VisitState } from '../visits/graph.ts'

type Handed = {
  readonly state: VisitState
  readonly crewId: string | null
  readonly endsAt: Instant
}

const MOVABLE: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened']

/** Nobody takes away what is under way, done or over. */
export function isMovable(visit: Pick<Handed, 'state' | 'endsAt'>, now: Instant): boolean {
  return MOVABLE.includes(visit.state) && now < visit.endsAt
}

/**
 * Up to the cutoff of its week a crew is asked: the visit waits for its confirmation, and goes to others without one.
 * After it the crew is notified, and may give the visit back. Whoever has it already is neither.
 */
export function handingOf(
  visit: Pick<Handed, 'crewId'> & { readonly date: LocalDate; readonly zone: string },
  crewId: string,
  now: Instant,
  settings: Pick<BusinessSettings, 'confirmCutoffWeekday' | 'confirmCutoffTime'>,
): 'kept' | 'asked' | 'notified' {
  if (visit.crewId === crewId) return 'kept'
  return isConfirmedByTaking(visit.date, now, visit.zone, settings) ? 'notified' : 'asked'
}

/**
 * Whom a plan may give a visit. What a crew holds by a standing assignment or has confirmed stays with it, as long as it
 * can come: a plan orders such visits and never takes them away. Only a person does that, by hand.
 */
export function freedomOf(
  visit: Handed & { readonly isStanding: boolean },
  canCrewCome: boolean,
  now: Instant,
): 'anybody' | 'own_crew' | 'fixed' {
  if (!isMovable(visit, now)) return 'fixed'
  if (visit.crewId === null || !canCrewCome) return 'anybody'
  return visit.state === 'confirmed' || visit.isStanding ? 'own_crew' : 'anybody'
}
