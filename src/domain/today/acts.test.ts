import { describe, expect, it } from 'vitest'
import { isAlreadyDone, isRefusal } from '../refusals.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { type Instant, MINUTE_MS, parseInstant } from '../time.ts'
import { decideAccess, mustWaitUntil, waitsUntil } from './access.ts'
import { ACCESS_ACTORS, ACCESS_LIFECYCLE, ACCESS_STATES, ACCESS_STEPS } from './access-graph.ts'
import { decideExtra } from './extra.ts'
import { EXTRA_ACTORS, EXTRA_LIFECYCLE, EXTRA_STATES, EXTRA_STEPS } from './extra-graph.ts'

const NOW = parseInstant('2026-03-02T16:00:00Z')
const later = (minutes: number) => (NOW + minutes * MINUTE_MS) as Instant

const GRAPHS = [
  {
    name: 'a place that cannot be entered',
    graph: ACCESS_LIFECYCLE,
    states: ACCESS_STATES,
    steps: ACCESS_STEPS,
    actors: ACCESS_ACTORS,
    begins: 'waiting',
    decide: (state: string, step: string, by: string) =>
      decideAccess(
        { state: state as never, reason: 'gate', waitsUntil: NOW },
        step as never,
        by as never,
        NOW,
      ),
  },
  {
    name: 'extra work',
    graph: EXTRA_LIFECYCLE,
    states: EXTRA_STATES,
    steps: EXTRA_STEPS,
    actors: EXTRA_ACTORS,
    begins: 'proposed',
    decide: (state: string, step: string, by: string) =>
      decideExtra(
        { state: state as never, expiresAt: later(1), visitState: 'in_progress' },
        step as never,
        by as never,
        NOW,
      ),
  },
] as const

describe.each(GRAPHS)('the lifecycle of $name', ({ graph, states, steps, actors, begins, decide }) => {
  const attempts = states.flatMap((state) =>
    steps.flatMap((step) =>
      actors.map((by) => ({ state: state as string, step: step as string, by: by as string })),
    ),
  )
  const edgesOf = ({ state, step, by }: (typeof attempts)[number]) =>
    graph.filter(
      (edge) =>
        edge.transition === step &&
        (edge.from as readonly string[]).includes(state) &&
        (edge.mayDo as readonly string[]).includes(by),
    )

  it('has at most one edge for each, uses every step and reaches every state', () => {
    expect(attempts.filter((attempt) => edgesOf(attempt).length > 1)).toEqual([])
    expect(new Set(graph.map((edge) => edge.transition))).toEqual(new Set(steps))
    expect(new Set([begins, ...graph.map((edge) => edge.to)])).toEqual(new Set(states))
  })

  it.each(attempts)('$by does $step from $state only along an edge', (attempt) => {
    const [edge] = edgesOf(attempt)
    const decision = decide(attempt.state, attempt.step, attempt.by)
    if (edge !== undefined) expect(decision).toEqual({ state: edge.to })
    else if (isAlreadyDone(decision)) {
      const ends = graph.filter((each) => each.transition === attempt.step).map((each) => each.to)
      expect(ends).toContain(attempt.state)
    } else expect(decision).toEqual({ refused: 'wrong_state' })
  })
})

describe('waiting at a closed door', () => {
  const problem = (state: 'waiting' | 'answered' | 'let_go', reason: 'gate' | 'unsafe' = 'gate') => ({
    state,
    reason,
    waitsUntil: waitsUntil(reason, NOW, DEFAULT_SETTINGS),
  })

  it.each([
    ['asked a minute ago', problem('waiting'), later(1), later(10)],
    ['answered a minute ago', problem('answered'), later(1), later(10)],
    ['let go', problem('let_go'), later(1), null],
    ['at the last moment', problem('waiting'), later(10), null],
    ['where it is not safe', problem('waiting', 'unsafe'), NOW, null],
  ] as const)('%s', (_when, facts, now, until) => {
    expect(mustWaitUntil(facts, now)).toBe(until)
    const end = decideAccess(facts, 'end', 'crew', now)
    expect(isRefusal(end) ? end.refused : end).toEqual(
      until === null ? { state: 'ended' } : 'waiting_for_customer',
    )
  })
})

describe('answering extra work', () => {
  const extra = { state: 'proposed', expiresAt: later(30), visitState: 'in_progress' } as const

  it('is refused after its time, and once the visit is over', () => {
    expect(decideExtra(extra, 'approve', 'customer', later(29))).toEqual({ state: 'approved' })
    expect(decideExtra(extra, 'approve', 'customer', later(30))).toEqual({ refused: 'too_late' })
    expect(decideExtra({ ...extra, visitState: 'completed' }, 'approve', 'customer', NOW)).toEqual({
      refused: 'wrong_state',
    })
    expect(decideExtra({ ...extra, visitState: 'completed' }, 'expire', 'system', NOW)).toEqual({
      state: 'expired',
    })
  })

  it('counts once, and the other answer comes too late', () => {
    const approved = { ...extra, state: 'approved' } as const
    expect(decideExtra(approved, 'approve', 'customer', NOW)).toEqual({ alreadyDone: true })
    expect(decideExtra(approved, 'decline', 'customer', NOW)).toEqual({ refused: 'wrong_state' })
  })
})
