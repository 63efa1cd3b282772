import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BuildingId } from '../ids.ts'
import { addDays, daysBetween, localDate } from '../time.ts'
import { TREND_MONTHS, type TrendCell, trendPeriods, trendsOf } from './violation-trends.ts'
import { VIOLATION_KINDS } from './violations.ts'

const NORTH = 'a' as BuildingId
const SOUTH = 'b' as BuildingId
const ALL = { buildingId: null, kind: null }

const today = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays(localDate('2020-01-01'), days))

describe('the months of a trend', () => {
  it.each([
    ['2026-11-23', 3, '2026-09-01', '2026-06-01', '2026-08-23'],
    ['2026-11-23', 12, '2025-12-01', '2024-12-01', '2025-11-23'],
    ['2026-03-31', 6, '2025-10-01', '2025-04-01', '2025-09-30'],
    ['2024-02-29', 12, '2023-03-01', '2022-03-01', '2023-02-28'],
    ['2026-01-01', 3, '2025-11-01', '2025-08-01', '2025-10-01'],
  ] as const)('on %s %i months begin %s; before: %s – %s', (date, count, from, beforeFrom, beforeTo) => {
    const { months, before } = trendPeriods(localDate(date), count)
    expect(months[0]!.from).toBe(from)
    expect(months.at(-1)!.to).toBe(date)
    expect(before[0]!.from).toBe(beforeFrom)
    expect(before.at(-1)!.to).toBe(beforeTo)
  })

  it('follow one another without a gap, and the period before ends before they begin', () => {
    fc.assert(
      fc.property(today, fc.constantFrom(...TREND_MONTHS), (date, count) => {
        const { months, before } = trendPeriods(date, count)
        for (const some of [months, before]) {
          expect(some).toHaveLength(count)
          for (const [index, month] of some.slice(1).entries())
            expect(daysBetween(some[index]!.to, month.from)).toBe(1)
        }
        expect(before.at(-1)!.to < months[0]!.from).toBe(true)
      }),
    )
  })
})

describe('trends', () => {
  const periods = trendPeriods(localDate('2026-11-23'), 3)
  const cells: TrendCell[] = [
    { night: localDate('2026-11-01'), buildingId: NORTH, kind: 'loose_trash', count: 4 },
    { night: localDate('2026-10-01'), buildingId: SOUTH, kind: 'loose_trash', count: 1 },
    { night: localDate('2026-10-31'), buildingId: NORTH, kind: 'overweight', count: 2 },
    { night: localDate('2026-08-05'), buildingId: NORTH, kind: 'overweight', count: 5 },
    { night: localDate('2026-07-05'), buildingId: SOUTH, kind: 'blocked', count: 1 },
  ]

  it('stand by month, building and kind beside those before', () => {
    const { months, ...sums } = trendsOf(cells, periods, ALL)
    expect(months.map(({ count, countBefore }) => [count, countBefore])).toEqual([
      [0, 0],
      [3, 1],
      [4, 5],
    ])
    expect(sums).toEqual({
      count: 7,
      countBefore: 6,
      buildings: [
        { buildingId: NORTH, count: 6, countBefore: 5 },
        { buildingId: SOUTH, count: 1, countBefore: 1 },
      ],
      kinds: [
        { kind: 'loose_trash', count: 5, countBefore: 0 },
        { kind: 'overweight', count: 2, countBefore: 5 },
        { kind: 'blocked', count: 0, countBefore: 1 },
      ],
    })
  })

  it('of a chosen building keep the others to choose from', () => {
    const chosen = trendsOf(cells, periods, { buildingId: SOUTH, kind: null })
    expect(chosen).toMatchObject({ count: 1, countBefore: 1 })
    expect(chosen.buildings).toHaveLength(2)
    expect(chosen.kinds.map(({ kind }) => kind)).toEqual(['loose_trash', 'blocked'])
    expect(trendsOf(cells, periods, { buildingId: NORTH, kind: 'overweight' })).toMatchObject({
      count: 2,
      countBefore: 5,
      buildings: [{ buildingId: NORTH, count: 2, countBefore: 5 }],
    })
  })

  it('add up: months, buildings and kinds to the same number', () => {
    const someCells = fc.array(
      fc.record({
        night: fc.constantFrom(...periods.months, ...periods.before).map(({ from }) => from),
        buildingId: fc.constantFrom(NORTH, SOUTH),
        kind: fc.constantFrom(...VIOLATION_KINDS),
        count: fc.nat(50),
      }),
    )
    fc.assert(
      fc.property(
        someCells,
        fc.constantFrom(null, NORTH, SOUTH),
        fc.constantFrom(null, ...VIOLATION_KINDS),
        (some, buildingId, kind) => {
          const { months, buildings, kinds, count, countBefore } = trendsOf(some, periods, {
            buildingId,
            kind,
          })
          const sums = (rows: readonly { count: number; countBefore: number }[]) => [
            rows.reduce((total, row) => total + row.count, 0),
            rows.reduce((total, row) => total + row.countBefore, 0),
          ]
          const total = [count, countBefore]
          expect(sums(months)).toEqual(total)
          expect(
            sums(buildings.filter((row) => buildingId === null || row.buildingId === buildingId)),
          ).toEqual(total)
          expect(sums(kinds.filter((row) => kind === null || row.kind === kind))).toEqual(total)
        },
      ),
    )
  })
})
