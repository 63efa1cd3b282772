import { describe, expect, test } from 'vitest'
import { changedCities, hasNoRole, type StaffRoles, NO_ROLES, refuseRoles, roleAt } from './staff-roles.ts'

const everywhere = { everywhere: 'owner', cities: {} } as const
const inDenver = { everywhere: null, cities: { denver: 'owner' } } as const
const both = { everywhere: null, cities: { denver: 'owner', phoenix: 'reader' } } as const

test('a role in every city holds in each, one by city only there', () => {
  expect(roleAt(everywhere, 'anywhere')).toBe('owner')
  expect(roleAt(both, 'phoenix')).toBe('reader')
  expect(roleAt(inDenver, 'phoenix')).toBeNull()
  expect([hasNoRole(NO_ROLES), hasNoRole(inDenver), hasNoRole(everywhere)]).toEqual([true, false, false])
})

test('what changed by city is what is there on one side only, or another role', () => {
  expect(changedCities(inDenver, both)).toEqual(['phoenix'])
  expect(changedCities(both, { everywhere: null, cities: { denver: 'reader' } })).toEqual([
    'denver',
    'phoenix',
  ])
})

describe('who may give and take', () => {
  const CASES: readonly (readonly [string, StaffRoles, StaffRoles, StaffRoles, string | undefined])[] = [
    ['an owner of every city, a role everywhere', everywhere, NO_ROLES, everywhere, undefined],
    ['an owner of every city, one by city', everywhere, everywhere, both, undefined],
    [
      'an owner of Denver, a role in Denver',
      inDenver,
      NO_ROLES,
      { everywhere: null, cities: { denver: 'support' } },
      undefined,
    ],
    ['an owner of Denver, a role in Phoenix', inDenver, NO_ROLES, both, 'role_forbids'],
    ['a reader of Phoenix, the role of another there', both, both, inDenver, 'role_forbids'],
    ['an owner of Denver, a role everywhere', inDenver, NO_ROLES, everywhere, 'every_city_needed'],
    ['an owner of Denver, the end of one everywhere', inDenver, everywhere, NO_ROLES, 'every_city_needed'],
    [
      'an owner of Denver, beside what holds in Phoenix',
      inDenver,
      both,
      { everywhere: null, cities: { denver: 'reader', phoenix: 'reader' } },
      undefined,
    ],
  ]
  test.each(CASES)('%s', (_who, giver, before, after, refused) => {
    expect(refuseRoles(giver, { before, after })?.refused).toBe(refused)
  })
})
