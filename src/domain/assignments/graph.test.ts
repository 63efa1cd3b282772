import { describe, expect, it } from 'vitest'
import { ACTOR_KINDS } from '../visits/graph.ts'
import {
  ASSIGNMENT_LIFECYCLE,
  ASSIGNMENT_STATES,
  ASSIGNMENT_STEPS,
  assignmentState,
  decideAssignmentStep,
} from './graph.ts'

const everyAttempt = ASSIGNMENT_STATES.flatMap((state) =>
  ASSIGNMENT_STEPS.flatMap((step) => ACTOR_KINDS.map((by) => ({ state, step, by }))),
)
const edgesOf = ({ state, step, by }: (typeof everyAttempt)[number]) =>
  ASSIGNMENT_LIFECYCLE.filter(
    (edge) => edge.transition === step && edge.from.includes(state) && edge.mayDo.includes(by),
  )

/** Every way there is and what becomes of the visits, written down a second time and by hand. */
const WAYS = [
  'active release released crew operator: open_visits',
  'active change_job ended customer operator: none',
  'active end_job ended customer operator system: none',
  'active lapse_week active system: open_unconfirmed_week',
  'active take_days_off active crew: open_days_off',
]

describe('the lifecycle of an assignment', () => {
  it('has the ways that are written here, and no other', () => {
    const ways = ASSIGNMENT_LIFECYCLE.map(
      ({ transition, from, to, mayDo, visits }) =>
        `${from.join(' ')} ${transition} ${to} ${mayDo.join(' ')}: ${visits}`,
    )
    expect(ways).toEqual(WAYS)
  })

  it('has at most one edge for a state, a step and an actor', () => {
    expect(everyAttempt.filter((attempt) => edgesOf(attempt).length > 1)).toEqual([])
  })

  it('leads from active to both of its ends, which nothing leaves', () => {
    const ends = ASSIGNMENT_STATES.filter(
      (state) => !ASSIGNMENT_LIFECYCLE.some((edge) => edge.from.includes(state)),
    )
    expect(ends).toEqual(['released', 'ended'])
    expect(new Set(ASSIGNMENT_LIFECYCLE.map((edge) => edge.to))).toEqual(new Set(ASSIGNMENT_STATES))
    expect(new Set(ASSIGNMENT_LIFECYCLE.map((edge) => edge.transition))).toEqual(new Set(ASSIGNMENT_STEPS))
  })

  it.each(everyAttempt.filter((attempt) => edgesOf(attempt).length === 1))(
    '$by does $step while $state',
    (attempt) => {
      const edge = decideAssignmentStep(attempt.state, attempt.step, attempt.by)
      expect(edge).toBe(edgesOf(attempt)[0])
    },
  )

  it.each(everyAttempt.filter((attempt) => edgesOf(attempt).length === 0))(
    '$by cannot $step while $state',
    ({ state, step, by }) => {
      const own = ASSIGNMENT_LIFECYCLE.filter((edge) => edge.transition === step && edge.mayDo.includes(by))
      const decision = decideAssignmentStep(state, step, by)
      if (own.length === 0) expect(decision).toEqual({ refused: 'not_allowed' })
      else if (own.some((edge) => edge.to === state)) expect(decision).toEqual({ alreadyDone: true })
      else expect(decision).toEqual({ refused: 'no_longer_open' })
    },
  )

  it.each([
    [null, false, 'active'],
    ['crew', true, 'released'],
    ['operator', true, 'released'],
    ['job_ended', true, 'ended'],
    ['job_changed', true, 'ended'],
  ])('with the reason %s, released %s, is %s', (reason, isReleased, state) => {
    expect(assignmentState(reason, isReleased)).toBe(state)
  })
})
