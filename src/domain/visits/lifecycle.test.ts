import { describe, expect, it } from 'vitest'
import type { UserId } from '../ids.ts'
import { isAlreadyDone, isRefusal } from '../refusals.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { HOUR_MS, type Instant, instant, localDate, parseInstant } from '../time.ts'
import {
  ACTOR_KINDS,
  type ActorKind,
  type Edge,
  TRANSITIONS,
  type Transition,
  VISIT_LIFECYCLE,
  VISIT_STATES,
  type VisitState,
} from './graph.ts'
import {
  type Actor,
  allowedTransitions,
  decideTransition,
  SYSTEM,
  type Transitioned,
  type TransitionRequest,
  type VisitFacts,
} from './lifecycle.ts'

const CUSTOMER = 'customer-1' as UserId
const CREW = 'crew-1' as UserId
const RIVAL = 'crew-2' as UserId
const BEFORE_CUTOFF = parseInstant('2026-07-04T12:00:00Z')
const BEFORE = parseInstant('2026-07-05T12:00:00Z')
const DURING = parseInstant('2026-07-06T14:00:00Z')
const AFTER_GRACE = parseInstant('2026-07-07T12:00:00Z')

const ACTORS: Record<ActorKind, Actor> = {
  customer: { kind: 'customer', id: CUSTOMER, isFrozen: false },
  crew: { kind: 'crew', id: CREW, isFrozen: false },
  operator: { kind: 'operator', id: 'operator-1' as UserId, isFrozen: false },
  system: SYSTEM,
}

function visitIn(state: VisitState, change: Partial<VisitFacts> = {}): VisitFacts {
  return {
    kind: 'weekly',
    state,
    customerId: CUSTOMER,
    crewId: CREW,
    date: localDate('2026-07-06'),
    zone: 'America/Denver',
    startsAt: parseInstant('2026-07-06T13:00:00Z'),
    endsAt: parseInstant('2026-07-06T15:00:00Z'),
    ...change,
  }
}

function decide(visit: VisitFacts, transition: Transition, actor: Actor, now: Instant, assigneeId = CREW) {
  const request: TransitionRequest = { visit, transition, actor, now, settings: DEFAULT_SETTINGS, assigneeId }
  return decideTransition(request)
}

function decided(...input: Parameters<typeof decide>): Transitioned {
  const decision = decide(...input)
  if (isRefusal(decision) || isAlreadyDone(decision)) throw new Error(JSON.stringify(decision))
  return decision
}

const everyAttempt = VISIT_STATES.flatMap((state) =>
  TRANSITIONS.flatMap((transition) => ACTOR_KINDS.map((kind) => ({ state, transition, kind }))),
)
const edgeOf = ({ state, transition, kind }: (typeof everyAttempt)[number]) =>
  VISIT_LIFECYCLE.filter(
    (edge) => edge.transition === transition && edge.from.includes(state) && edge.mayDo.includes(kind),
  )

const timeOf = ({ timing }: Edge) =>
  timing === 'after_grace' ? AFTER_GRACE : timing === 'before_cutoff' ? BEFORE_CUTOFF : DURING

describe('the lifecycle graph', () => {
  it('has at most one edge for a state, a transition and an actor', () => {
    expect(everyAttempt.filter((attempt) => edgeOf(attempt).length > 1)).toEqual([])
  })

  it('reaches every state from scheduled and leaves a way on from each', () => {
    const reached = new Set<VisitState>(['scheduled'])
    for (const _ of VISIT_STATES)
      for (const edge of VISIT_LIFECYCLE)
        if (edge.from.some((from) => reached.has(from))) reached.add(edge.to)
    expect([...reached].sort()).toEqual([...VISIT_STATES].sort())
    const ends = VISIT_STATES.filter((state) => !VISIT_LIFECYCLE.some((edge) => edge.from.includes(state)))
    expect(ends).toEqual([])
  })

  it('uses every transition', () => {
    expect(new Set(VISIT_LIFECYCLE.map((edge) => edge.transition))).toEqual(new Set(TRANSITIONS))
  })
})

describe('walking every edge', () => {
  it.each(everyAttempt.filter((attempt) => edgeOf(attempt).length === 1))(
    '$kind does $transition from $state',
    ({ state, transition, kind }) => {
      const edge = edgeOf({ state, transition, kind })[0]!
      const now = timeOf(edge)
      const crewId = transition === 'accept_offer' ? null : CREW
      const { changes, timeline, followUps } = decided(
        visitIn(state, { crewId }),
        transition,
        ACTORS[kind],
        now,
      )
      expect(changes).toEqual({ state: edge.to, crewId: edge.crew === 'leaves' ? null : CREW })
      expect(timeline).toEqual({
        transition,
        from: state,
        to: edge.to,
        actorKind: kind,
        actorId: ACTORS[kind].id,
        at: now,
      })
      const expected = edge.followUps
        .filter((each) => each !== 'capture_payment' && each !== 'release_authorisation')
        .filter((each) => each !== 'offer_visit' || edge.crew === 'leaves')
      expect(followUps).toEqual(expected)
    },
  )
})

describe('walking every non-edge', () => {
  it.each(everyAttempt.filter((attempt) => edgeOf(attempt).length === 0))(
    '$kind cannot $transition from $state',
    ({ state, transition, kind }) => {
      const mine = VISIT_LIFECYCLE.filter(
        (edge) => edge.transition === transition && edge.mayDo.includes(kind),
      )
      for (const now of [BEFORE, DURING, AFTER_GRACE]) {
        const decision = decide(visitIn(state), transition, ACTORS[kind], now)
        if (mine.length === 0) expect(decision).toEqual({ refused: 'not_allowed' })
        else if (mine.some((edge) => edge.to === state)) expect(decision).toEqual({ alreadyDone: true })
        else expect(decision).toEqual({ refused: 'wrong_state' })
      }
    },
  )
})

describe('who may', () => {
  const rival: Actor = { kind: 'crew', id: RIVAL, isFrozen: false }
  const frozen: Actor = { ...ACTORS.crew, isFrozen: true }

  it.each(TRANSITIONS)('another crew cannot %s somebody else’s visit', (transition) => {
    for (const state of VISIT_STATES) {
      const decision = decide(visitIn(state), transition, rival, DURING)
      expect(isRefusal(decision)).toBe(true)
    }
  })

  it('another customer cannot skip my visit', () => {
    const stranger: Actor = { kind: 'customer', id: 'customer-2' as UserId, isFrozen: false }
    expect(decide(visitIn('scheduled'), 'skip', stranger, BEFORE)).toEqual({ refused: 'not_yours' })
  })

  it('field 13: the loser of an offer learns that it is taken, the winner’s second tap counts once', () => {
    const open = visitIn('scheduled', { crewId: null })
    expect(decided(open, 'accept_offer', ACTORS.crew, BEFORE).changes).toEqual({
      state: 'confirmed',
      crewId: CREW,
    })
    expect(decide(visitIn('confirmed'), 'accept_offer', rival, BEFORE)).toEqual({ refused: 'offer_taken' })
    expect(decide(visitIn('confirmed'), 'accept_offer', ACTORS.crew, BEFORE)).toEqual({ alreadyDone: true })
  })

  it.each<[VisitState, Transition]>([
    ['scheduled', 'accept_offer'],
    ['scheduled', 'confirm'],
    ['confirmed', 'start_travel'],
    ['confirmed', 'start'],
    ['in_progress', 'complete'],
  ])('field 44: a frozen crew with a %s visit cannot %s', (state, transition) => {
    expect(decide(visitIn(state), transition, frozen, DURING)).toEqual({ refused: 'account_frozen' })
  })

  it('a frozen crew can still release', () => {
    expect(decided(visitIn('confirmed'), 'release', frozen, BEFORE).changes.crewId).toBeNull()
  })

  it('an operator cannot confirm or complete a visit that nobody does', () => {
    const open = visitIn('scheduled', { crewId: null })
    expect(decide(open, 'confirm', ACTORS.operator, BEFORE)).toEqual({ refused: 'no_crew' })
    expect(decide({ ...open, state: 'missed' }, 'complete', ACTORS.operator, DURING)).toEqual({
      refused: 'no_crew',
    })
  })
})

describe('when', () => {
  const { startsAt, endsAt } = visitIn('scheduled')

  it.each<[string, Transition, VisitState, ActorKind, number, string]>([
    ['at the cutoff', 'unconfirm', 'confirmed', 'crew', parseInstant('2026-07-05T00:00:00Z'), 'too_late'],
    ['at the end of the window', 'confirm', 'scheduled', 'crew', endsAt, 'too_late'],
    [
      'on the evening before',
      'start',
      'confirmed',
      'crew',
      parseInstant('2026-07-06T05:59:59Z'),
      'too_early',
    ],
    ['on the evening before', 'start_travel', 'confirmed', 'crew', BEFORE, 'too_early'],
    ['on the evening before', 'complete', 'confirmed', 'crew', BEFORE, 'too_early'],
    ['once the visit counts as missed', 'start', 'confirmed', 'crew', endsAt + 12 * HOUR_MS, 'too_late'],
    ['after 72 hours', 'complete', 'missed', 'crew', endsAt + 72 * HOUR_MS, 'too_late'],
    ['before the grace is over', 'miss', 'confirmed', 'system', endsAt + 12 * HOUR_MS - 1, 'too_early'],
    ['once it is over', 'unskip', 'skipped', 'customer', endsAt, 'too_late'],
    ['on the day before', 'miss', 'confirmed', 'operator', BEFORE, 'too_early'],
  ])('%s nobody can %s a %s visit', (_name, transition, state, kind, now, reason) => {
    expect(decide(visitIn(state), transition, ACTORS[kind], instant(now))).toEqual({ refused: reason })
  })

  it.each<[string, Transition, VisitState, ActorKind, number]>([
    ['just before the cutoff', 'unconfirm', 'confirmed', 'crew', parseInstant('2026-07-04T23:59:59Z')],
    ['just before the end of the window', 'confirm', 'scheduled', 'crew', endsAt - 1],
    ['from local midnight', 'start', 'confirmed', 'crew', parseInstant('2026-07-06T06:00:00Z')],
    ['just before 72 hours', 'complete', 'missed', 'crew', endsAt + 72 * HOUR_MS - 1],
    ['when the grace is over', 'miss', 'confirmed', 'system', endsAt + 12 * HOUR_MS],
  ])('%s it is possible to %s a %s visit', (_name, transition, state, kind, now) => {
    expect(decided(visitIn(state), transition, ACTORS[kind], instant(now)).timeline.at).toBe(now)
  })

  it('a release inside 48 hours counts against reliability, one before does not', () => {
    const release = (hours: number) =>
      decided(visitIn('confirmed'), 'release', ACTORS.crew, instant(startsAt - hours * HOUR_MS)).countsAs
    expect(release(47.9)).toBe('late_release')
    expect(release(48)).toBeNull()
  })
})

describe('what follows', () => {
  it('an on-demand visit is captured when completed and released when cancelled', () => {
    const onDemand = (state: VisitState) => visitIn(state, { kind: 'on_demand' })
    expect(decided(onDemand('in_progress'), 'complete', ACTORS.crew, DURING).followUps).toContain(
      'capture_payment',
    )
    expect(decided(onDemand('scheduled'), 'cancel', ACTORS.customer, BEFORE).followUps).toContain(
      'release_authorisation',
    )
  })

  it('field 37: a visit that is moved asks its crew again and drops what was offered and reminded', () => {
    const held = decided(visitIn('confirmed'), 'move', ACTORS.customer, BEFORE)
    expect(held.changes).toEqual({ state: 'scheduled', crewId: CREW })
    expect(held.followUps).toEqual(['close_offers', 'close_trip'])
    const open = decided(visitIn('scheduled', { crewId: null }), 'move', ACTORS.operator, BEFORE)
    expect(open.followUps).toEqual(['close_offers', 'offer_visit'])
  })

  it.each<[Transition, VisitState, ActorKind, string | null, number, string | null]>([
    ['complete', 'in_progress', 'crew', CREW, DURING, 'kept'],
    ['complete', 'in_progress', 'operator', CREW, DURING, 'kept'],
    ['miss', 'confirmed', 'system', CREW, AFTER_GRACE, 'missed'],
    ['miss', 'confirmed', 'operator', CREW, DURING, 'missed'],
    // Nobody had it.
    ['miss', 'scheduled', 'system', null, AFTER_GRACE, null],
    // Kept out, or in danger: not the crew's doing.
    ['cannot_access', 'confirmed', 'crew', CREW, DURING, null],
    ['leave_unsafe', 'confirmed', 'crew', CREW, DURING, null],
    ['release', 'confirmed', 'operator', CREW, DURING, null],
  ])(
    '%s of a %s visit by %s, which %s has, at %i counts as %s',
    (transition, state, kind, crewId, now, word) => {
      const visit = visitIn(state, { crewId: crewId as typeof CREW | null })
      expect(decided(visit, transition, ACTORS[kind], instant(now)).countsAs).toBe(word)
    },
  )

  it('the customer is notified that nobody came, whoever had the visit', () => {
    const { followUps } = decided(visitIn('scheduled', { crewId: null }), 'miss', SYSTEM, AFTER_GRACE)
    expect(followUps).toEqual(['notify_of_missed', 'follow_stay'])
  })
})

describe('the buttons of a screen', () => {
  it.each<[VisitState, ActorKind, Transition[]]>([
    ['scheduled', 'crew', ['confirm', 'release']],
    ['confirmed', 'crew', ['release', 'start_travel', 'start', 'complete', 'cannot_access', 'leave_unsafe']],
    ['in_progress', 'crew', ['complete', 'cannot_access', 'leave_unsafe']],
    ['completed', 'crew', []],
    ['confirmed', 'customer', ['skip', 'move', 'cancel']],
    ['in_progress', 'customer', []],
    ['skipped', 'customer', ['unskip']],
    ['reopened', 'operator', ['assign', 'confirm', 'cancel', 'miss']],
  ])('for a %s visit a %s sees %j', (state, kind, expected) => {
    expect(allowedTransitions(visitIn(state), ACTORS[kind], DURING, DEFAULT_SETTINGS)).toEqual(expected)
  })
})
