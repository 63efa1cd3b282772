/** One reservation, told by several sources: what of it is true, and whether two tell of the same. */
import type { StayId, StaySourceId } from '../ids.ts'
import type { Instant } from '../time.ts'
import { type StayFacts, type StayKind, isOccupied } from './stay.ts'

/** An account knows its reservations; a feed shows what a calendar shows. */
export type SourceKind = 'account' | 'feed'

/** What a source says of a reservation. */
export type Reported = StayFacts & {
  /** Under which the source knows it: an account's id, a feed's UID. */
  readonly externalId: string
}

/** What we know a source to say. */
export type Report = Reported & {
  readonly stayId: StayId
  readonly sourceId: StaySourceId
  readonly sourceKind: SourceKind
  /** The host took the source away and kept its stays: it says nothing any more. */
  readonly isEnded: boolean
  readonly changedAt: Instant
  /** Since when a whole reading of the source has not had it. */
  readonly missingSince: Instant | null
}

/**
 * The facts that hold. An account's word is above a feed's, which lags by hours and cannot say whether anything was
 * cancelled; who says that it is booked above who does not; who knows what it is above who guesses; the later word
 * above the earlier. What the first says nothing of is taken from the next.
 */
export function truthOf(reports: readonly Report[]): StayFacts {
  const [first, ...others] = [...reports].sort(compareWeight)
  if (first === undefined) throw new RangeError('a stay that nobody tells of')
  const { kind, isGuess, state, checkIn, checkOut } = first
  return {
    kind,
    isGuess,
    state,
    checkIn,
    checkOut,
    checkInTime: said(first, others, ({ checkInTime }) => checkInTime),
    checkOutTime: said(first, others, ({ checkOutTime }) => checkOutTime),
    guests: said(first, others, ({ guests }) => guests),
    pets: said(first, others, ({ pets }) => pets),
    platform: said(first, others, ({ platform }) => platform),
    code: said(first, others, ({ code }) => code),
  }
}

function said<Value>(first: Report, others: readonly Report[], of: (report: Report) => Value | null) {
  for (const report of [first, ...others]) {
    const value = of(report)
    if (value !== null) return value
  }
  return null
}

function compareWeight(a: Report, b: Report): number {
  const [left, right] = [weightsOf(a), weightsOf(b)]
  const at = left.findIndex((weight, index) => weight !== right[index])
  if (at >= 0) return right[at]! - left[at]!
  return `${a.sourceId} ${a.externalId}` < `${b.sourceId} ${b.externalId}` ? -1 : 1
}

function weightsOf(report: Report): number[] {
  return [
    report.isEnded ? 0 : 1,
    report.sourceKind === 'account' ? 1 : 0,
    report.state === 'booked' ? 1 : 0,
    isOccupied(report) ? 1 : 0,
    report.isGuess ? 0 : 1,
    report.changedAt,
  ]
}

/**
 * Whether two sources tell of the same reservation: by its number, or by its very days where nothing speaks against it.
 * Two platforms that each know a guest of their own for the same days tell of two: the place is booked twice.
 */
export function isSameReservation(a: StayFacts, b: StayFacts): boolean {
  if (isBlock(a.kind) !== isBlock(b.kind)) return false
  if (a.code !== null && b.code !== null) return a.code === b.code
  if (a.checkIn !== b.checkIn || a.checkOut !== b.checkOut) return false
  const areOfTwo = a.platform !== null && b.platform !== null && a.platform !== b.platform
  return !(areOfTwo && !a.isGuess && !b.isGuess)
}

/** Platforms echo each other's stays as blocks: a block is never a stay. */
function isBlock(kind: StayKind): boolean {
  return kind === 'block'
}
