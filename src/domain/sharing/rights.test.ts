import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayShare, RIGHTS, rightsOf, SHARE_ROLES } from './rights.ts'

test.each([
  ['see', 'see'],
  ['schedule', 'see prices schedule'],
  ['pay', 'see prices pay'],
  ['all', 'see prices schedule pay places'],
] as const)('%s holds %s', (role, rights) => {
  expect(rightsOf(role).join(' ')).toBe(rights)
})

test.each([
  [{ right: 'pay' }, false, true],
  [{ right: 'pay' }, true, true],
  [{ right: 'pay', isWhole: true }, false, false],
  [{ right: 'pay', isWhole: true }, true, true],
  [{ right: 'places' }, true, false],
  [{ right: 'schedule' }, false, false],
  [{ right: 'places', isWhole: true }, true, false],
] as const)('who pays, asked for %j, looking after every place: %j, may: %j', (need, isWhole, may) => {
  expect(mayShare({ role: 'pay', isWhole }, need)).toBe(may)
})

const role = fc.constantFrom(...SHARE_ROLES)
const right = fc.constantFrom(...RIGHTS)

test('whoever looks after every place may what it may in some, and whoever has all may whatever anybody may', () => {
  fc.assert(
    fc.property(role, right, fc.boolean(), (some, need, ofAccount) => {
      const asked = ofAccount ? ({ right: need, isWhole: true } as const) : { right: need }
      const may = (who: typeof some, isWhole: boolean) => mayShare({ role: who, isWhole }, asked)
      if (may(some, false)) expect(may(some, true)).toBe(true)
      if (may(some, true)) expect(may('all', true)).toBe(true)
      if (ofAccount) expect(may(some, false)).toBe(false)
    }),
  )
})
