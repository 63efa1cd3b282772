import { describe, expect, test } from 'vitest'
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import { groupRows, type PropertyCard, whereabouts } from './group-rows.ts'

const house = (name: string, more: Partial<PropertyCard> = {}): PropertyCard => ({
  id: name as PropertyId,
  name,
  address: null,
  neighbourhood: null,
  lat: 39.7392,
  lng: -104.9903,
  groupId: null,
  groupName: null,
  weeklyJobCount: 0,
  nextVisit: null,
  ...more,
})
const inGroup = (name: string, groupName: string) =>
  house(name, { groupId: `id-${groupName}` as PropertyGroupId, groupName })
const show = (properties: readonly PropertyCard[], search = '', toggled: string[] = []) =>
  groupRows(properties, { search, toggled: new Set(toggled), noGroup: 'In no group' }).map((row) =>
    row.kind === 'group'
      ? `${row.name} (${row.count})${row.isOpen ? '' : ' closed'}`
      : `- ${row.property.name}`,
  )

describe('properties by group', () => {
  const few = [house('Alone'), inGroup('B', 'Group 10'), inGroup('A', 'Group 2'), inGroup('C', 'Group 2')]

  test('stand below their group’s name, those in no group last', () => {
    expect(show(few)).toEqual([
      'Group 2 (2)',
      '- A',
      '- C',
      'Group 10 (1)',
      '- B',
      'In no group (1)',
      '- Alone',
    ])
  })

  test('are hidden when their group is closed', () => {
    expect(show(few, '', ['id-Group 2'])).toEqual([
      'Group 2 (2) closed',
      'Group 10 (1)',
      '- B',
      'In no group (1)',
      '- Alone',
    ])
  })

  test('begin hidden where there are very many, and show when searched', () => {
    const many = Array.from({ length: 5_151 }, (_, index) => inGroup(`House ${index}`, `Group ${index % 70}`))
    expect(show(many)).toHaveLength(70)
    expect(show(many)[0]).toBe('Group 0 (74) closed')
    expect(show(many, '', ['id-Group 0'])).toHaveLength(144)
    expect(show(many, 'house 5150')).toEqual(['Group 40 (1)', '- House 5150'])
  })

  test.each([
    ['cafe', ['In no group (1)', '- Café']],
    ['BAKER', ['In no group (1)', '- Other']],
    ['vine 1234', ['In no group (1)', '- Café']],
    ['group 2', []],
  ])('are found by %j', (search, rows) => {
    const places = [house('Café', { address: '1234 N Vine St' }), house('Other', { neighbourhood: 'Baker' })]
    expect(show(places, search)).toEqual(rows)
  })
})

test.each([
  [{ address: '1234 N Vine St', neighbourhood: 'Baker' }, '1234 N Vine St'],
  [{ neighbourhood: 'Baker' }, 'Baker · 39.7392, -104.9903'],
  [{}, '39.7392, -104.9903'],
])('says where %j is', (more, texts) => {
  expect(whereabouts(house('Any', more))).toBe(texts)
})
