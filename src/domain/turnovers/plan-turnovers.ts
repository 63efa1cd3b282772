/** The turnovers that stand beside those that are wanted: what comes, moves, goes, and what only a person can settle. */
import type { StayId, VisitId } from '../ids.ts'
import { HOUR_MS, type Instant, instant, instantAt, type LocalTime } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import type { Turnover, TurnoverFacts } from './wanted-turnovers.ts'

export type StandingTurnover = Omit<Turnover, 'stayIds'> & {
  readonly visitId: VisitId
  readonly state: VisitState
  /** Null when that stay is forgotten. */
  readonly stayId: StayId | null
  /** The host left it out: it stays so whatever becomes of the stay. */
  readonly isByHand: boolean
  /** As the host chose them for this one: they stay when the stay moves to another day. */
  readonly ownHours: OwnHours | null
}

/** Of the place's clock. */
export type OwnHours = { readonly from: LocalTime; readonly until: LocalTime }

export type TurnoverPlan = {
  readonly create: readonly Turnover[]
  /** Other hours, another day or another size. */
  readonly alter: readonly { readonly standing: StandingTurnover; readonly as: Turnover }[]
  /** The same work, of which more is known now. */
  readonly note: readonly { readonly standing: StandingTurnover; readonly as: Turnover }[]
  readonly cancel: readonly StandingTurnover[]
  /** The crew is under way or at work already: nothing moves by itself, and the host is told. */
  readonly underWay: readonly StandingTurnover[]
}

/** Said again it changes nothing. What has begun, is done or lies behind us is never altered, and nothing is made for the past. */
export function planTurnovers(
  wanted: readonly Turnover[],
  standing: readonly StandingTurnover[],
  { now, zone }: { readonly now: Instant; readonly zone: string },
): TurnoverPlan {
  const plan: Plan = { create: [], alter: [], note: [], cancel: [], underWay: [] }
  const left = new Set(standing)
  const owned = wanted.map((turnover) => {
    const own = standing.filter(({ stayId }) => stayId !== null && turnover.stayIds.includes(stayId))
    for (const each of own) left.delete(each)
    return { turnover, own }
  })
  for (const { turnover, own: ofStay } of owned) {
    // Its stay is known under another now, or others came in its place: the day's work is the same.
    const own = ofStay.length > 0 ? ofStay : [...left].filter(({ date }) => date === turnover.date)
    for (const each of own) left.delete(each)
    const chosen = own.find((each) => isMovable(each) || isUnderWay(each))?.ownHours ?? null
    settle(plan, chosen === null ? turnover : inHours(turnover, chosen, zone), own, now)
  }
  for (const each of left) {
    if (each.endsAt <= now) continue
    if (isMovable(each)) plan.cancel.push(each)
    else if (isUnderWay(each)) plan.underWay.push(each)
  }
  return plan
}

/** Where a night without that hour makes them shorter than an hour, an hour is left. */
function inHours(turnover: Turnover, { from, until }: OwnHours, zone: string): Turnover {
  const startsAt = instantAt(turnover.date, from, zone)
  const endsAt = instant(Math.max(instantAt(turnover.date, until, zone), startsAt + HOUR_MS))
  return { ...turnover, startsAt, endsAt }
}

type Plan = { -readonly [Key in keyof TurnoverPlan]: TurnoverPlan[Key][number][] }

function settle(plan: Plan, turnover: Turnover, own: readonly StandingTurnover[], now: Instant): void {
  const isToCome = turnover.endsAt > now
  const [live, ...twins] = own.filter(isMovable)
  // Two stays have become one, or a second source told of the same: one visit is enough.
  plan.cancel.push(...twins.filter(({ endsAt }) => endsAt > now))
  if (live !== undefined) {
    if (!isToCome || live.endsAt <= now) return
    if (!isSameWork(live, turnover)) plan.alter.push({ standing: live, as: turnover })
    else if (!areSame(live.facts, turnover.facts) || !turnover.stayIds.slice(0, 1).includes(live.stayId!))
      plan.note.push({ standing: live, as: turnover })
    return
  }
  const begun = own.find(isUnderWay)
  if (begun !== undefined) {
    if (!isSameWork(begun, turnover)) plan.underWay.push(begun)
    return
  }
  if (!isToCome || own.some(({ isByHand }) => isByHand)) return
  // Done already, unless the guests stayed on and leave on another day.
  if (own.some(({ state, date }) => isOver(state) && date >= turnover.date)) return
  plan.create.push(turnover)
}

function isMovable({ state }: StandingTurnover): boolean {
  return state === 'scheduled' || state === 'confirmed'
}

function isUnderWay({ state }: StandingTurnover): boolean {
  return state === 'en_route' || state === 'in_progress'
}

function isOver(state: VisitState): boolean {
  return state === 'completed' || state === 'missed' || state === 'reopened'
}

function isSameWork(a: StandingTurnover, b: Turnover): boolean {
  return a.date === b.date && a.startsAt === b.startsAt && a.endsAt === b.endsAt && a.quantity === b.quantity
}

function areSame(a: TurnoverFacts, b: TurnoverFacts): boolean {
  return a.isSameDay === b.isSameDay && a.guests === b.guests && a.nights === b.nights && a.pets === b.pets
}
