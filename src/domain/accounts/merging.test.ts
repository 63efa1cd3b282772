import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '../money.ts'
import {
  type ClosingAccount,
  hindrancesOf,
  isSameAddress,
  namesBeside,
  type Reached,
  reachedAfter,
  refuseMerge,
} from './merging.ts'

const kept = {
  id: 'kept',
  type: 'Customer' as const,
  marketId: 'denver',
  bank: null,
  isMerged: false,
  isLeaving: false,
  hasHospitable: false,
  isImporting: false,
}

const closed: ClosingAccount = {
  ...kept,
  id: 'closed',
  hasSecondFactor: false,
  openPaymentCount: 0,
  owedCents: cents(0),
  creditCents: cents(0),
  commissionCents: cents(0),
  earningsCents: cents(0),
  openPayoutCount: 0,
  openCaseCount: 0,
  underWayCount: 0,
  hasClash: false,
}

test('two customers who are square with us may be merged', () => {
  expect(refuseMerge(kept, closed)).toBeNull()
})

test.each([
  ['one account', {}, { id: 'kept' }, 'merge_itself'],
  ['a crew', {}, { type: 'Crew' as const }, 'merge_other_kind'],
  ['into a crew', { type: 'Crew' as const }, {}, 'merge_other_kind'],
  ['an operator', {}, { type: 'Operator' as const }, 'merge_other_kind'],
  ['two cities', {}, { marketId: 'phoenix' }, 'merge_other_city'],
  ['one that was merged before', {}, { isMerged: true }, 'account_merged'],
  ['into one that was merged before', { isMerged: true }, {}, 'account_merged'],
  ['one whose owner leaves', {}, { isLeaving: true }, 'merge_leaving'],
  ['into one whose owner leaves', { isLeaving: true }, {}, 'merge_leaving'],
  ['one with a second factor', {}, { hasSecondFactor: true }, 'merge_second_factor'],
  ['one with a crew at work', {}, { underWayCount: 1 }, 'merge_under_way'],
  ['one whose file is being read', {}, { isImporting: true }, 'merge_under_way'],
  ['into one whose file is being read', { isImporting: true }, {}, 'merge_under_way'],
  ['an open payment', {}, { openPaymentCount: 1 }, 'merge_money_open'],
  ['a debt', {}, { owedCents: cents(1) }, 'merge_money_open'],
  ['a credit', {}, { creditCents: cents(1) }, 'merge_credit_left'],
  ['a commission', {}, { commissionCents: cents(1) }, 'merge_commissions_left'],
  ['a payout on its way', {}, { openPayoutCount: 1 }, 'merge_commissions_left'],
  ['an open case', {}, { openCaseCount: 1 }, 'merge_case_open'],
  ['two connections', { hasHospitable: true }, { hasHospitable: true }, 'merge_two_hospitable'],
])('refused over %s', (_what, ofKept, ofClosed, reason) => {
  expect(refuseMerge({ ...kept, ...ofKept }, { ...closed, ...ofClosed })).toEqual({ refused: reason })
})

describe('two accounts of one crew', () => {
  const keptCrew = { ...kept, type: 'Crew' as const }
  const closedCrew = { ...closed, type: 'Crew' as const }
  test('may be merged when all is paid, and whichever bank one of them has', () => {
    expect(refuseMerge(keptCrew, closedCrew)).toBeNull()
    expect(refuseMerge(keptCrew, { ...closedCrew, bank: 'first' })).toBeNull()
    expect(refuseMerge({ ...keptCrew, bank: 'first' }, { ...closedCrew, bank: 'first' })).toBeNull()
  })

  test.each([
    ['two banks', { bank: 'first' }, { bank: 'second' }, 'merge_two_banks'],
    ['earnings', {}, { earningsCents: cents(1) }, 'merge_earnings_left'],
    ['a debt', {}, { earningsCents: cents(-1) }, 'merge_earnings_left'],
    ['a payout on its way', {}, { openPayoutCount: 1 }, 'merge_earnings_left'],
    ['a commission', {}, { commissionCents: cents(1) }, 'merge_commissions_left'],
    ['a complaint', {}, { openCaseCount: 1 }, 'merge_case_open'],
    ['a visit under way', {}, { underWayCount: 1 }, 'merge_under_way'],
    ['visits at one time', {}, { hasClash: true }, 'merge_visits_clash'],
  ])('is refused over %s', (_what, ofKept, ofClosed, reason) => {
    expect(refuseMerge({ ...keptCrew, ...ofKept }, { ...closedCrew, ...ofClosed })).toEqual({
      refused: reason,
    })
  })
})

test('one connection goes along, whichever account has it', () => {
  expect(refuseMerge({ ...kept, hasHospitable: true }, closed)).toBeNull()
  expect(refuseMerge(kept, { ...closed, hasHospitable: true })).toBeNull()
})

test('says all that is in the way at once', () => {
  const open = { ...closed, owedCents: cents(5), creditCents: cents(5), openCaseCount: 1 }
  expect(hindrancesOf(kept, open)).toEqual(['merge_money_open', 'merge_case_open', 'merge_credit_left'])
})

describe('an address after the merge', () => {
  const held = (value: string): Reached => ({ value, isHolder: true })
  const shared = (value: string): Reached => ({ value, isHolder: false })

  test.each([
    ['the chosen one', 'kept', held('a@x.test'), held('b@x.test'), held('a@x.test')],
    ['the other, if chosen', 'closed', held('a@x.test'), held('b@x.test'), held('b@x.test')],
    ['the only one', 'kept', shared(''), held('b@x.test'), held('b@x.test')],
    ['the only one, whatever was chosen', 'closed', held('a@x.test'), shared(''), held('a@x.test')],
    ['held, as the other account held it', 'kept', shared('a@x.test'), held('A@x.test'), held('a@x.test')],
    ['another’s still', 'kept', shared('a@x.test'), held('b@x.test'), shared('a@x.test')],
    ['none', 'kept', shared(''), shared(''), shared('')],
  ] as const)('is %s', (_what, choice, ofKept, ofClosed, expected) => {
    expect(reachedAfter(choice, ofKept, ofClosed)).toEqual(expected)
  })

  test('is one of the two, is there if either has one, and is held only if one of them held it', () => {
    const reached = fc.record({ value: fc.constantFrom('', 'a', 'A', 'b'), isHolder: fc.boolean() })
    fc.assert(
      fc.property(
        fc.constantFrom('kept' as const, 'closed' as const),
        reached,
        reached,
        (choice, one, other) => {
          const after = reachedAfter(choice, one, other)
          expect([one.value, other.value]).toContain(after.value)
          expect(after.value === '').toBe(one.value === '' && other.value === '')
          if (after.isHolder)
            expect([one, other].some((each) => each.isHolder && isSameAddress(each.value, after.value))).toBe(
              true,
            )
        },
      ),
    )
  })
})

describe('names of groups', () => {
  test.each([
    [['Rentals'], ['Rentals'], ['Rentals 2']],
    [['rentals'], ['Rentals'], ['Rentals 2']],
    [['Rentals', 'Rentals 2'], ['Rentals'], ['Rentals 3']],
    [['Rentals'], ['Rentals', 'Rentals 2'], ['Rentals 3', 'Rentals 2']],
    [[], ['Rentals'], ['Rentals']],
  ])('beside %j, %j are %j', (taken, names, expected) => {
    expect(namesBeside(taken, names)).toEqual(expected)
  })

  test('are never one name twice', () => {
    const name = fc.constantFrom('A', 'a 2', 'A 3', 'B', 'b 2', 'C')
    const names = fc.uniqueArray(name, { selector: (each) => each.toLowerCase() })
    fc.assert(
      fc.property(names, names, (taken, own) => {
        const all = [...taken, ...namesBeside(taken, own)].map((each) => each.toLowerCase())
        expect(new Set(all).size).toBe(all.length)
      }),
    )
  })
})
