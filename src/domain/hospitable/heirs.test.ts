import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PropertyId, toId } from '../ids.ts'
import { heirsOf, type Listed, type Vanished } from './heirs.ts'

const place = (digit: number) => toId<PropertyId>(`00000000-0000-4000-8000-00000000000${digit}`)

const gone = (hospitableId: string, more: Partial<Vanished> = {}): Vanished => ({
  hospitableId,
  name: 'Maple House',
  address: '1 Maple St',
  parentId: null,
  propertyId: place(1),
  reservations: [],
  ...more,
})
const listed = (hospitableId: string, more: Partial<Listed> = {}): Listed => ({
  hospitableId,
  name: 'Maple House',
  address: '1 Maple St',
  parentId: null,
  propertyId: null,
  reservations: new Set(),
  ...more,
})
const booked = { reservations: [['r1', 'HM1'], ['r2']] }
const having = (...names: string[]) => ({ reservations: new Set(names) })

test.each<[string, Vanished[], Listed[], [string, string][]]>([
  ['by the id of a reservation', [gone('a', booked)], [listed('b', having('r2')), listed('c')], [['a', 'b']]],
  ['by its code', [gone('a', booked)], [listed('b', { name: 'Else', ...having('HM1') })], [['a', 'b']]],
  ['not where no reservation came along', [gone('a', booked)], [listed('b', having('r9'))], []],
  [
    'not where two have them',
    [gone('a', booked)],
    [listed('b', having('r1')), listed('c', having('r2'))],
    [],
  ],
  [
    'by name and address where nobody is to come',
    [gone('a')],
    [listed('b', { name: 'maple  house ' }), listed('c', { name: 'Maple Room' })],
    [['a', 'b']],
  ],
  ['not by the address alone', [gone('a')], [listed('b', { name: 'Unit 2' })], []],
  ['not without an address', [gone('a', { address: ' ' })], [listed('b', { address: '' })], []],
  ['not of two that look alike', [gone('a')], [listed('b'), listed('c')], []],
  ['not the house for its room', [gone('a', { ...booked, parentId: 'b' })], [listed('b', having('r1'))], []],
  ['not the room for its house', [gone('a', booked)], [listed('b', { parentId: 'a', ...having('r1') })], []],
  [
    'once for two rentals of one place',
    [gone('a', booked), gone('b', { reservations: [['r3']] })],
    [listed('c', having('r1', 'r3'))],
    [
      ['a', 'c'],
      ['b', 'c'],
    ],
  ],
  [
    'for neither of two places',
    [gone('a', booked), gone('b', { propertyId: place(2), reservations: [['r3']] })],
    [listed('c', having('r1', 'r3'))],
    [],
  ],
  [
    'another of the same place that has all that was to come',
    [gone('a', { ...booked, parentId: 'b' })],
    [listed('b', { propertyId: place(1), ...having('HM1', 'r2') }), listed('c', having('r2'))],
    [['a', 'b']],
  ],
  [
    'not another of the same place that lacks one',
    [gone('a', booked)],
    [listed('b', { propertyId: place(1), ...having('r1') })],
    [],
  ],
  [
    'not one of another place',
    [gone('a', booked)],
    [listed('b', { propertyId: place(2), ...having('r1', 'r2') })],
    [],
  ],
  ['nobody where nothing is left', [gone('a', booked)], [], []],
])('a rental stands for one that vanished: %s', (_how, vanished, others, heirs) => {
  expect(heirsOf(vanished, others).map(({ from, to }) => [from, to])).toEqual(heirs)
})

const names = fc.array(fc.constantFrom('r1', 'r2', 'r3', 'r4'), { maxLength: 3 })

test('no rental becomes two places, no place is lost to one that knows nothing of it', () => {
  const vanished = fc
    .uniqueArray(fc.integer({ min: 0, max: 5 }), { maxLength: 4 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((id) =>
          fc
            .tuple(fc.integer({ min: 1, max: 3 }), names)
            .map(([digit, of]) =>
              gone(`v${id}`, { propertyId: place(digit), reservations: of.map((name) => [name]) }),
            ),
        ),
      ),
    )
  const others = fc
    .array(names, { maxLength: 4 })
    .map((all) => all.map((of, index) => listed(`l${index}`, having(...of))))
  fc.assert(
    fc.property(vanished, others, (lost, there) => {
      const heirs = heirsOf(lost, there)
      const places = Map.groupBy(heirs, ({ to }) => to)
      for (const same of places.values())
        expect(new Set(same.map(({ propertyId }) => propertyId)).size).toBe(1)
      for (const { from, to } of heirs) {
        const known = lost.find(({ hospitableId }) => hospitableId === from)!.reservations.flat()
        const heir = there.find(({ hospitableId }) => hospitableId === to)!
        if (known.length > 0) expect(known.some((name) => heir.reservations.has(name))).toBe(true)
      }
    }),
  )
})
