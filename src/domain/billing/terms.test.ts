import { expect, it } from 'vitest'
import { canAnswer, endOf } from './chargebacks.ts'
import { isNetDays } from './terms.ts'

it.each([
  [7, true],
  [15, true],
  [30, true],
  [0, false],
  [14, false],
  [60, false],
])('%i net days may be granted: %j', (days, may) => {
  expect(isNetDays(days)).toBe(may)
})

it.each([
  ['needs_evidence', 10, 9, true],
  ['needs_evidence', 10, 10, false],
  ['needs_evidence', null, 99, true],
  ['under_review', 10, 9, false],
  ['under_review', null, 9, false],
  ['won', null, 9, false],
  ['lost', 10, 9, false],
] as const)('a chargeback that is %s, due at %j, is answered at %i: %j', (state, evidenceDueAt, now, may) => {
  expect(canAnswer({ state, evidenceDueAt }, now)).toBe(may)
})

const LOST = { state: 'lost', hasEvidence: false, isAccepted: false, isReturn: false } as const
it.each([
  [{ ...LOST, state: 'won' as const, hasEvidence: true }, 'won'],
  [{ ...LOST, state: 'under_review' as const }, null],
  [{ ...LOST, state: 'needs_evidence' as const, isReturn: true }, null],
  [LOST, 'expired'],
  [{ ...LOST, hasEvidence: true }, 'lost'],
  [{ ...LOST, isAccepted: true, hasEvidence: true }, 'accepted'],
  [{ ...LOST, isReturn: true, isAccepted: true }, 'returned'],
])('of %j an operator reads %j', (chargeback, end) => {
  expect(endOf(chargeback)).toBe(end)
})
