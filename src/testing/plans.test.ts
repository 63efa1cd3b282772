import { describe, expect, test } from 'vitest'
import { readingsOf } from './plans.ts'

const large = new Set(['visit', 'visit_pkey'])
const scan = { 'Node Type': 'Seq Scan', 'Relation Name': 'visit', 'Plan Rows': 10 }
const sought = {
  'Node Type': 'Index Scan',
  'Relation Name': 'visit',
  'Index Name': 'visit_pkey',
  'Index Cond': '(id = $1)',
  'Plan Rows': 10,
}
const over = (kind: string, child: Parameters<typeof readingsOf>[0]) => ({
  'Node Type': kind,
  'Plan Rows': 10,
  Plans: [child],
})

describe('of a large table', () => {
  test.each([
    ['is read whole', scan, ['visit: whole table']],
    ['few rows are sought', sought, []],
    ['many rows are sought', { ...sought, 'Plan Rows': 101 }, ['visit: many rows']],
    [
      'an index is read whole',
      { ...scan, 'Node Type': 'Index Scan', 'Index Name': 'visit_pkey' },
      ['visit: whole index'],
    ],
    ['a small index is read whole', { ...scan, 'Node Type': 'Index Scan', 'Index Name': 'visit_open' }, []],
    ['a limit ends the reading', over('Limit', scan), []],
    ['a sort reads all before the limit', over('Limit', over('Sort', scan)), ['visit: whole table']],
    ['much is sorted', { ...over('Sort', sought), 'Plan Rows': 101 }, ['sort of many rows']],
  ] as const)('%s', (_, plan, expected) => {
    expect(readingsOf(plan, { large, atMost: 100 })).toEqual(expected)
  })
})

test('a small table may be read whole', () => {
  expect(readingsOf(scan, { large: new Set(), atMost: 100 })).toEqual([])
})
