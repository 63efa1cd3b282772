/**
 * What breaks when a visit is put at a place of a crew's lane: the one rule that a dispatcher sees while it drags, that
 * the server asks on the drop, and that says why a plan leaves a visit open.
 */
import { canDoBoth, type MinuteRange } from '../assignments/assignment.ts'
import { type DaysOff, isOff } from '../assignments/time-off.ts'
import { distanceFeet } from '../geo.ts'
import { type Cents, cents } from '../money.ts'
import { type Instant, MINUTE_MS } from '../time.ts'
import { type Drive, type DrivenLane, driveLane, type LaneDay, type LaneStop } from './lane.ts'

const BREAK_KINDS = [
  'frozen',
  'blocked',
  'over',
  'day_off',
  'clash',
  'skill',
  'day_not_worked',
  'range',
  'hours',
  'window',
  'others_late',
] as const
export type BreakKind = (typeof BREAK_KINDS)[number]

/** What nobody overrules; the rest is the dispatcher's to weigh. */
const FORBIDDEN: ReadonlySet<BreakKind> = new Set(['frozen', 'blocked', 'over', 'day_off', 'clash'])

export function isForbiddenBreak(kind: BreakKind): boolean {
  return FORBIDDEN.has(kind)
}

export type Break = {
  readonly kind: BreakKind
  /** By how much, in minutes, feet or visits, whichever the kind is counted in; 0 where it is not counted. */
  readonly by: number
}

export type PlacedCrew = {
  readonly id: string
  readonly isFrozen: boolean
  readonly rangeFeet: number
  readonly serviceKeys: readonly string[]
  readonly daysOff: readonly DaysOff[]
}

export type PlacedStop = LaneStop & {
  readonly serviceKey: string
  readonly zone: string
  readonly blockedCrewIds: readonly string[]
}

export type Placing = {
  readonly crew: PlacedCrew
  readonly day: LaneDay
  /** The lane without the stop. */
  readonly row: readonly LaneStop[]
  readonly stop: PlacedStop
  /** Before how many of the row it stands: 0 is first. */
  readonly at: number
  readonly now: Instant
}

export type Placement = {
  readonly breaks: readonly Break[]
  readonly isForbidden: boolean
  readonly lane: DrivenLane
  readonly extraFeet: number
  readonly extraSeconds: number
  readonly extraPayCents: Cents
}

export function placementOf(placing: Placing, drive: Drive): Placement {
  const { day, row, stop, at, now } = placing
  const before = driveLane(day, row, drive, now)
  const lane = driveLane(day, row.toSpliced(at, 0, stop), drive, now)
  const breaks = [...breaksOfCrew(placing), ...breaksOfLane(placing, before, lane)]
  return {
    breaks,
    isForbidden: breaks.some(({ kind }) => isForbiddenBreak(kind)),
    lane,
    extraFeet: lane.drivingFeet - before.drivingFeet,
    extraSeconds: lane.drivingSeconds - before.drivingSeconds,
    extraPayCents: cents(lane.payCents - before.payCents),
  }
}

/** Whatever its place in the lane. */
export function breaksOfCrew({ crew, day, row, stop, now }: Omit<Placing, 'at'>): Break[] {
  const found: Break[] = []
  const broken = (kind: BreakKind, by = 0) => found.push({ kind, by })
  if (crew.isFrozen) broken('frozen')
  if (stop.blockedCrewIds.includes(crew.id)) broken('blocked')
  if (stop.closesAt - Math.max(now, stop.opensAt) < stop.serviceMinutes * MINUTE_MS) broken('over')
  const work = { startsAt: stop.opensAt, endsAt: stop.closesAt, durationMinutes: stop.serviceMinutes }
  if (isOff({ ...work, zone: stop.zone }, crew.daysOff)) broken('day_off')
  const own = rangeOf(stop, now)
  const isLeft = (each: LaneStop) => each.completedAt === null && each.id !== stop.id
  if (row.filter(isLeft).some((each) => !canDoBoth(rangeOf(each), own))) broken('clash')
  if (!crew.serviceKeys.includes(stop.serviceKey)) broken('skill')
  if (day.hours === null) broken('day_not_worked')
  const beyond = distanceFeet(day.base, stop.place) - crew.rangeFeet
  if (beyond > 0) broken('range', Math.round(beyond))
  return found
}

function breaksOfLane({ day, stop }: Placing, before: DrivenLane, after: DrivenLane): Break[] {
  const found: Break[] = []
  const overtime = day.hours === null || after.backAt === null ? 0 : after.backAt - day.hours.until
  if (overtime > 0) found.push({ kind: 'hours', by: Math.ceil(overtime / MINUTE_MS) })
  const own = after.stops.find(({ id }) => id === stop.id)
  if (own !== undefined && own.lateMinutes > 0) found.push({ kind: 'window', by: own.lateMinutes })
  const late = new Set(before.stops.filter(({ lateMinutes }) => lateMinutes > 0).map(({ id }) => id))
  const newlyLate = after.stops.filter(
    ({ id, lateMinutes }) => lateMinutes > 0 && id !== stop.id && !late.has(id),
  )
  if (newlyLate.length > 0) found.push({ kind: 'others_late', by: newlyLate.length })
  return found
}

/** Minutes on one scale for all of a lane. */
function rangeOf(
  stop: LaneStop,
  now: Instant | null = null,
): { readonly window: MinuteRange; readonly durationMinutes: number } {
  const from = now === null ? stop.opensAt : Math.max(now, stop.opensAt)
  return {
    window: { startMinute: from / MINUTE_MS, endMinute: stop.closesAt / MINUTE_MS },
    durationMinutes: stop.serviceMinutes,
  }
}
