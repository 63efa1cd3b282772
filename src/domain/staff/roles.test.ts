import { expect, test } from 'vitest'
import { CAPABILITIES, capabilitiesOf, mayDo, STAFF_ROLES, type StaffRole } from './roles.ts'
import { needsSecondFactor } from './second-factor.ts'

/** Written down a second time and by hand; what asks for a second factor first is in capitals. */
test.each<[StaffRole | null, string]>([
  ['owner', 'see see_money dispatch support REFUND MONEY CATALOGUE SYSTEM STAFF'],
  ['dispatcher', 'see dispatch'],
  ['support', 'see see_money dispatch support refund'],
  ['finance', 'see see_money REFUND MONEY'],
  ['reader', 'see see_money'],
  [null, ''],
])('%s may %s', (role, can) => {
  const said = capabilitiesOf(role).map((each) => (needsSecondFactor(role, each) ? each.toUpperCase() : each))
  expect(said.join(' ')).toBe(can)
  expect(CAPABILITIES.filter((each) => mayDo(role, each))).toEqual(capabilitiesOf(role))
})

test('there are these roles and no other', () => {
  expect(STAFF_ROLES).toEqual(['owner', 'dispatcher', 'support', 'finance', 'reader'])
})
