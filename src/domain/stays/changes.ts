/** What became of stays between two states of what is known of a place. */
import type { StayId } from '../ids.ts'
import type { StayFacts } from './stay.ts'
import { type Report, truthOf } from './truth.ts'

export type Change = {
  readonly stayId: StayId
  /** `moved`: other days or times; `changed`: other guests, another kind, or whatever else is known now. */
  readonly what: 'new' | 'moved' | 'changed' | 'cancelled' | 'back'
  /** Null where nobody had told of it. */
  readonly before: StayFacts | null
  readonly after: StayFacts
}

const WHEN = ['checkIn', 'checkOut', 'checkInTime', 'checkOutTime'] as const
const WHAT = ['kind', 'isGuess', 'guests', 'pets', 'platform', 'code'] as const

export function isSameSaid(a: StayFacts, b: StayFacts): boolean {
  return [...WHEN, ...WHAT, 'state' as const].every((fact) => a[fact] === b[fact])
}

/** A stay without reports has become another: that of the other source which told of the same. */
export function changesBetween(
  before: ReadonlyMap<StayId, readonly Report[]>,
  after: ReadonlyMap<StayId, readonly Report[]>,
): Change[] {
  const ids = new Set([...before.keys(), ...after.keys()])
  return [...ids].flatMap((stayId) => {
    const [were, are] = [before.get(stayId), after.get(stayId)]
    if (were !== undefined && were === are) return []
    const was = were === undefined ? null : truthOf(were)
    const is = are === undefined ? null : truthOf(are)
    const facts = is ?? (was === null ? null : { ...was, state: 'cancelled' as const })
    const what = facts === null ? null : changeOf(was, facts)
    return facts === null || what === null ? [] : [{ stayId, what, before: was, after: facts }]
  })
}

function changeOf(before: StayFacts | null, after: StayFacts): Change['what'] | null {
  if (before === null) return after.state === 'booked' ? 'new' : null
  if (before.state !== after.state) return after.state === 'booked' ? 'back' : 'cancelled'
  if (after.state === 'cancelled') return null
  if (WHEN.some((fact) => before[fact] !== after[fact])) return 'moved'
  return WHAT.some((fact) => before[fact] !== after[fact]) ? 'changed' : null
}
