/** What was wrong at a complex over some months, beside as many months before. */
import type { BuildingId } from '../ids.ts'
import { addDays, addMonths, type LocalDate, localDate } from '../time.ts'
import { VIOLATION_KINDS, type ViolationKind } from './violations.ts'

/** Over how many months trends are asked for. */
export const TREND_MONTHS = [3, 6, 12] as const
export type TrendMonths = (typeof TREND_MONTHS)[number]

/** A month by its first day, within the days of a period: the last one reaches until today only. */
type TrendMonth = { readonly from: LocalDate; readonly to: LocalDate }
export type TrendPeriods = {
  readonly months: readonly TrendMonth[]
  /** Of the same length, month by month: the last one ends at the same day of its month. */
  readonly before: readonly TrendMonth[]
}

/** The running month and the ones before it, so many; what is compared with today's part of a month is no whole one. */
export function trendPeriods(today: LocalDate, monthCount: TrendMonths): TrendPeriods {
  const first = addMonths(firstOfMonth(today), 1 - monthCount)
  return {
    months: monthsFrom(first, today, monthCount),
    before: monthsFrom(addMonths(first, -monthCount), addMonths(today, -monthCount), monthCount),
  }
}

/** How many of a kind were seen at a building in a month of a period. */
export type TrendCell = {
  /** Any day of the month. */
  readonly night: LocalDate
  readonly buildingId: BuildingId
  readonly kind: ViolationKind
  readonly count: number
}

/** Null: all of them. */
export type TrendFilter = { readonly buildingId: BuildingId | null; readonly kind: ViolationKind | null }

type Compared = { readonly count: number; readonly countBefore: number }
export type Trends = Compared & {
  readonly months: (TrendMonth & Compared & { readonly before: TrendMonth })[]
  /** Each that had one in either period, whichever is chosen, most first; within the chosen kind. */
  readonly buildings: (Compared & { readonly buildingId: BuildingId })[]
  /** Each that was seen in either period, whichever is chosen, most first; within the chosen building. */
  readonly kinds: (Compared & { readonly kind: ViolationKind })[]
}

export function trendsOf(
  cells: readonly TrendCell[],
  periods: TrendPeriods,
  { buildingId, kind }: TrendFilter,
): Trends {
  const start = periods.months[0]!.from
  const compare = (some: readonly TrendCell[]): Compared => ({
    count: sum(some.filter(({ night }) => night >= start)),
    countBefore: sum(some.filter(({ night }) => night < start)),
  })
  const atBuilding = cells.filter((cell) => buildingId === null || cell.buildingId === buildingId)
  const ofKind = cells.filter((cell) => kind === null || cell.kind === kind)
  const asked = atBuilding.filter((cell) => kind === null || cell.kind === kind)
  return {
    ...compare(asked),
    months: periods.months.map((month, index) => {
      const before = periods.before[index]!
      return {
        ...month,
        before,
        count: sum(asked.filter(isIn(month))),
        countBefore: sum(asked.filter(isIn(before))),
      }
    }),
    buildings: mostFirst(
      [...Map.groupBy(ofKind, (cell) => cell.buildingId)].map(([id, some]) => ({
        buildingId: id,
        ...compare(some),
      })),
    ),
    kinds: mostFirst(
      VIOLATION_KINDS.map((each) => ({
        kind: each,
        ...compare(atBuilding.filter((cell) => cell.kind === each)),
      })),
    ),
  }
}

function monthsFrom(first: LocalDate, last: LocalDate, count: number): TrendMonth[] {
  return Array.from({ length: count }, (_, index) => {
    const from = addMonths(first, index)
    return { from, to: index === count - 1 ? last : addDays(addMonths(from, 1), -1) }
  })
}

function firstOfMonth(date: LocalDate): LocalDate {
  return localDate(`${date.slice(0, 7)}-01`)
}

function isIn({ from, to }: TrendMonth) {
  return ({ night }: TrendCell) => from <= night && night <= to
}

function sum(cells: readonly TrendCell[]): number {
  return cells.reduce((total, { count }) => total + count, 0)
}

/** What nobody saw is left out. */
function mostFirst<Row extends Compared>(rows: readonly Row[]): Row[] {
  return rows
    .filter(({ count, countBefore }) => count + countBefore > 0)
    .toSorted((one, other) => other.count - one.count || other.countBefore - one.countBefore)
}
