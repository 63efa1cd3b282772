import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { UserId } from '../ids.ts'
import { edgeOf } from '../lifecycle.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { DAY_MS, HOUR_MS, type Instant, instant, localDate, parseInstant } from '../time.ts'
import type { VisitState } from '../visits/graph.ts'
import type { VisitFacts } from '../visits/lifecycle.ts'
import { startTimeOf } from '../visits/start-time.ts'
import { LATE_COMPLETION_LIFECYCLE, LATE_COMPLETION_STATES, LATE_COMPLETION_STEPS } from './graph.ts'
import { lateReasonOf } from './late-completion.ts'

const MINE = 'crew-1' as UserId
const OTHER = 'crew-2' as UserId
const STARTS = parseInstant('2026-07-06T13:00:00Z')
const ENDS = parseInstant('2026-07-06T15:00:00Z')
const settings = DEFAULT_SETTINGS
const after = (milliseconds: number): Instant => instant(ENDS + milliseconds)

function visitIn(state: VisitState, crewId: UserId | null = MINE): VisitFacts {
  return {
    kind: 'weekly',
    state,
    customerId: 'customer-1' as UserId,
    crewId,
    date: localDate('2026-07-06'),
    zone: 'America/Denver',
    startsAt: STARTS,
    endsAt: ENDS,
  }
}

describe('field 39: a completion that comes too late is not lost', () => {
  const reasonOf = (visit: VisitFacts, more: Partial<Parameters<typeof lateReasonOf>[0]> = {}) =>
    lateReasonOf({ visit, crewId: MINE, assignedUntil: null, doneAt: STARTS, now: ENDS, settings, ...more })

  it.each([
    ['cancelled', visitIn('cancelled'), 'cancelled'],
    ['skipped', visitIn('skipped'), 'skipped'],
    ['confirmed', visitIn('confirmed'), null],
    ['missed', visitIn('missed'), null],
    ['completed by this crew', visitIn('completed'), null],
    ['of another crew', visitIn('confirmed', OTHER), null],
    ['of nobody', visitIn('scheduled', null), null],
  ])('a visit that is %s', (_name, visit, reason) => {
    expect(reasonOf(visit)).toBe(reason)
  })

  it('a visit that went to somebody else is reported by who had it, for as long as a phone could not know', () => {
    const taken = visitIn('confirmed', OTHER)
    expect(reasonOf(taken, { assignedUntil: STARTS })).toBe('reassigned')
    const dayLater = instant(STARTS + settings.staleRouteHours * HOUR_MS)
    expect(reasonOf(taken, { assignedUntil: STARTS, doneAt: dayLater, now: dayLater })).toBe('reassigned')
    expect(
      reasonOf(taken, { assignedUntil: STARTS, doneAt: instant(dayLater + 1), now: instant(dayLater + 1) }),
    ).toBeNull()
  })

  it('three days after the window it is a report, thirty days after it is nothing any more, and never before the day', () => {
    const late = settings.lateCompletionHours * HOUR_MS
    expect(reasonOf(visitIn('missed'), { now: after(late - 1) })).toBeNull()
    expect(reasonOf(visitIn('missed'), { now: after(late) })).toBe('too_late')
    expect(
      reasonOf(visitIn('missed'), { now: after(settings.lateCompletionKeptDays * DAY_MS + 1) }),
    ).toBeNull()
    expect(reasonOf(visitIn('cancelled'), { now: parseInstant('2026-07-06T05:59:59Z') })).toBeNull()
  })
})

describe('field 39: a start keeps its own time', () => {
  const timeOf = (said: Instant | null, now = ENDS) =>
    startTimeOf(visitIn('confirmed'), said, { now, settings })
  const ahead = settings.clockAheadSeconds * 1_000

  it.each([
    ['not reported', null, { at: ENDS }],
    ['an hour ago', instant(ENDS - HOUR_MS), { at: instant(ENDS - HOUR_MS) }],
    ['a clock a minute ahead', instant(ENDS + ahead), { at: ENDS }],
    ['a clock further ahead', instant(ENDS + ahead + 1), { refused: 'clock_ahead' }],
    ['the evening before', parseInstant('2026-07-06T05:59:59Z'), { refused: 'too_early' }],
  ])('%s', (_name, said, expected) => {
    expect(timeOf(said)).toEqual(expected)
  })

  it('is never in the future, never before the day, and too late after three days', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5 * DAY_MS, max: 5 * DAY_MS }), fc.nat(4 * DAY_MS), (shift, wait) => {
        const now = after(wait)
        const decided = timeOf(instant(now + shift), now)
        if ('refused' in decided) return
        expect(decided.at).toBeLessThanOrEqual(now)
        expect(decided.at).toBeGreaterThanOrEqual(parseInstant('2026-07-06T06:00:00Z'))
        expect(now).toBeLessThan(after(settings.lateCompletionHours * HOUR_MS))
      }),
    )
  })
})

test.each(
  LATE_COMPLETION_STATES.flatMap((from) => LATE_COMPLETION_STEPS.map((transition) => ({ from, transition }))),
)('a report that is $from: $transition', ({ from, transition }) => {
  const expected =
    from === 'accepted' || (from === 'dismissed' && transition === 'dismiss')
      ? undefined
      : { accept: 'accepted', dismiss: 'dismissed' }[transition]
  expect(edgeOf(LATE_COMPLETION_LIFECYCLE, { transition, from, by: 'operator' })?.to).toBe(expected)
})
