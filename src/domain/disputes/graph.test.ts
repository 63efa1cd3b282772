import { describe, expect, it } from 'vitest'
import { ACTOR_KINDS } from '../visits/graph.ts'
import { DISPUTE_LIFECYCLE, DISPUTE_STATES, DISPUTE_STEPS, decideDisputeStep, isUndecided } from './graph.ts'

const everyAttempt = DISPUTE_STATES.flatMap((state) =>
  DISPUTE_STEPS.flatMap((step) => ACTOR_KINDS.map((by) => ({ state, step, by }))),
)
const edgesOf = ({ state, step, by }: (typeof everyAttempt)[number]) =>
  DISPUTE_LIFECYCLE.filter(
    (edge) => edge.transition === step && edge.from.includes(state) && edge.mayDo.includes(by),
  )

/** Every way there is, written down a second time and by hand: what is not here, nobody may do. */
const WAYS = [
  'open answer answered crew',
  'open settle refunded system',
  'open redo redo operator',
  'answered redo redo operator',
  'open refund refunded operator',
  'answered refund refunded operator',
  'open reject rejected operator',
  'answered reject rejected operator',
  'open withdraw withdrawn customer',
  'answered withdraw withdrawn customer',
]

describe('the lifecycle of a dispute', () => {
  it('has the ways that are written here, and no other', () => {
    const ways = DISPUTE_LIFECYCLE.flatMap(({ transition, from, to, mayDo }) =>
      from.flatMap((state) => mayDo.map((by) => [state, transition, to, by].join(' '))),
    )
    expect(ways).toEqual(WAYS)
  })

  it('has at most one edge for a state, a step and an actor', () => {
    expect(everyAttempt.filter((attempt) => edgesOf(attempt).length > 1)).toEqual([])
  })

  it('reaches every state, and nothing leaves a decision', () => {
    const reached = new Set(DISPUTE_LIFECYCLE.map((edge) => edge.to))
    expect(new Set([...reached, 'open'])).toEqual(new Set(DISPUTE_STATES))
    const ends = DISPUTE_STATES.filter(
      (state) => !DISPUTE_LIFECYCLE.some((edge) => edge.from.includes(state)),
    )
    expect(ends).toEqual(DISPUTE_STATES.filter((state) => !isUndecided(state)))
  })

  it.each(everyAttempt.filter((attempt) => edgesOf(attempt).length === 1))(
    '$by does $step while $state',
    (attempt) => {
      expect(decideDisputeStep(attempt.state, attempt.step, attempt.by)).toBe(edgesOf(attempt)[0])
    },
  )

  it.each(everyAttempt.filter((attempt) => edgesOf(attempt).length === 0))(
    '$by cannot $step while $state',
    ({ state, step, by }) => {
      const own = DISPUTE_LIFECYCLE.filter((edge) => edge.transition === step && edge.mayDo.includes(by))
      const decision = decideDisputeStep(state, step, by)
      if (own.length === 0) expect(decision).toEqual({ refused: 'not_allowed' })
      else if (own.some((edge) => edge.to === state)) expect(decision).toEqual({ alreadyDone: true })
      else expect(decision).toEqual({ refused: 'dispute_decided' })
    },
  )
})
