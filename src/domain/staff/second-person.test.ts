import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cents } from '../money.ts'
import { isRefusal, type RefusalReason } from '../refusals.ts'
import { instant } from '../time.ts'
import {
  APPROVAL_STATES,
  APPROVAL_STEPS,
  type ApprovalState,
  type ApprovalStep,
  decideAlone,
  decideApproval,
  stepsOpen,
} from './second-person.ts'

test.each([
  [0, 50_000, true],
  [49_999, 50_000, true],
  [50_000, 50_000, true],
  [50_001, 50_000, false],
  [1, 0, false],
])('%i cents within a day by one hand, with a limit of %i: alone %s', (alone, limit, mayAlone) => {
  const decided = decideAlone(cents(alone), { secondPersonAboveCents: cents(limit) })
  expect(decided).toEqual(mayAlone ? { aloneCents: alone } : { refused: 'second_person_needed' })
})

const NOW = instant(1_000_000)
const asked = (state: ApprovalState, expiresIn: number) => ({
  state,
  askedBy: 'ann',
  expiresAt: instant(NOW + expiresIn),
})

describe('a waiting request', () => {
  it.each<[ApprovalStep, string, string, ApprovalState | RefusalReason]>([
    ['approve', 'bob', '', 'approved'],
    ['approve', 'ann', '', 'own_approval'],
    ['decline', 'bob', 'Not owed', 'declined'],
    ['decline', 'bob', '  ', 'reason_missing'],
    ['decline', 'ann', 'Not owed', 'own_approval'],
    ['withdraw', 'ann', '', 'withdrawn'],
    ['withdraw', 'bob', '', 'not_allowed'],
  ])('%s by %s with the note "%s": %s', (step, by, note, outcome) => {
    const decided = decideApproval(asked('waiting', 1), { step, by, note, now: NOW })
    expect(isRefusal(decided) ? decided.refused : decided.state).toBe(outcome)
  })

  it('expires at its instant, not before', () => {
    const step = { step: 'approve', by: 'bob', note: '', now: NOW } as const
    expect(decideApproval(asked('waiting', 1), step)).toEqual({ state: 'approved' })
    expect(decideApproval(asked('waiting', 0), step)).toEqual({ refused: 'approval_expired' })
  })
})

test('whatever was decided stays so, and nobody approves what they asked for', () => {
  const states = fc.constantFrom(...APPROVAL_STATES)
  const people = fc.constantFrom('ann', 'bob', 'cleo')
  const steps = fc.constantFrom(...APPROVAL_STEPS)
  fc.assert(
    fc.property(states, people, steps, fc.integer({ min: -5, max: 5 }), (state, by, step, expiresIn) => {
      const decided = decideApproval(asked(state, expiresIn), { step, by, note: 'Why', now: NOW })
      const isAllowed = state === 'waiting' && expiresIn > 0 && (by === 'ann') === (step === 'withdraw')
      expect(isRefusal(decided)).toBe(!isAllowed)
      expect(stepsOpen(asked(state, expiresIn), by, NOW).includes(step)).toBe(isAllowed)
    }),
  )
})
