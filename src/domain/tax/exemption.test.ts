import { expect, it } from 'vitest'
import { localDate } from '../time.ts'
import { type Exemption, replaceBy, type Standing, standingOf } from './exemption.ts'

const TODAY = localDate('2026-03-10')
const HOLDS: Exemption = {
  state: 'approved',
  startsOn: localDate('2026-01-01'),
  expiresOn: localDate('2026-12-31'),
  endedOn: null,
}
const until = (expiresOn: string): Exemption => ({ ...HOLDS, expiresOn: localDate(expiresOn) })

it.each<[Standing, Partial<Exemption>]>([
  ['in_force', {}],
  ['in_force', { startsOn: TODAY, expiresOn: TODAY }],
  ['in_force', { endedOn: TODAY }],
  ['coming', { startsOn: localDate('2026-03-11') }],
  ['over', { expiresOn: localDate('2026-03-09') }],
  ['over', { endedOn: localDate('2026-03-09') }],
  ['withdrawn', { startsOn: localDate('2026-03-12'), endedOn: TODAY }],
  ['asked', { state: 'asked', expiresOn: localDate('2026-03-09') }],
  ['refused', { state: 'refused' }],
  ['withdrawn', { state: 'withdrawn' }],
])('a certificate stands as %s with %j', (standing, change) => {
  expect(standingOf({ ...HOLDS, ...change }, TODAY)).toBe(standing)
})

it.each<[string | null, string, readonly Exemption[]]>([
  ['2026-04-09', 'ends in 30 days', [until('2026-04-09')]],
  [null, 'ends in 31 days', [until('2026-04-10')]],
  [null, 'has a later one that waits', [until('2026-03-20'), { ...until('2027-03-20'), state: 'asked' }]],
  [
    '2026-03-20',
    'has a later one that was refused',
    [until('2026-03-20'), { ...until('2027-03-20'), state: 'refused' }],
  ],
  ['2026-03-10', 'was ended today', [{ ...HOLDS, endedOn: TODAY }]],
  [null, 'is over already', [until('2026-03-09')]],
  [null, 'is not there', []],
])('is to be replaced by %s where it %s', (day, _why, exemptions) => {
  expect(replaceBy(exemptions, TODAY)).toBe(day)
})
