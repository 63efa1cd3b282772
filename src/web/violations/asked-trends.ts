/** Which months, building and kind are asked about, and whose rows are open: they stand in the address. */
import { isId, type BuildingId } from '#domain/ids.ts'
import { TREND_MONTHS, type TrendMonths } from '#domain/complexes/violation-trends.ts'
import { VIOLATION_KINDS, type ViolationKind } from '#domain/complexes/violations.ts'
import { isLocalDate, type LocalDate } from '#domain/time.ts'
import { linkTo } from '#web/urls.ts'

export type AskedTrends = {
  readonly months: TrendMonths
  readonly buildingId?: BuildingId
  readonly kind?: ViolationKind
}
/** The violations behind a number. */
export type AskedRows = {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly buildingId?: BuildingId
  readonly kind?: ViolationKind
}

const MONTHS_AT_FIRST = 12

export function askedTrends(search: URLSearchParams): AskedTrends {
  const months = TREND_MONTHS.find((each) => String(each) === search.get('months')) ?? MONTHS_AT_FIRST
  return { months, ...narrowed(search.get('building'), search.get('kind')) }
}

export function askedRows(search: URLSearchParams): AskedRows | null {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  if (!isLocalDate(from) || !isLocalDate(to) || to < from) return null
  return { from, to, ...narrowed(search.get('at'), search.get('of')) }
}

export function linkToTrends(complexId: string, { months, buildingId, kind }: AskedTrends): string {
  return linkTo('customerComplex', {}, queryOf(complexId, { months, buildingId, kind }))
}

export function linkToRows(complexId: string, asked: AskedTrends, rows: AskedRows): string {
  return linkTo(
    'customerComplex',
    {},
    {
      ...queryOf(complexId, asked),
      from: rows.from,
      to: rows.to,
      ...(rows.buildingId === undefined ? {} : { at: rows.buildingId }),
      ...(rows.kind === undefined ? {} : { of: rows.kind }),
    },
  )
}

type Loose<Asked> = { readonly [Key in keyof Asked]: Asked[Key] | undefined }

function queryOf(complexId: string, { months, buildingId, kind }: Loose<AskedTrends>) {
  return {
    id: complexId,
    months: String(months),
    ...(buildingId === undefined ? {} : { building: buildingId }),
    ...(kind === undefined ? {} : { kind }),
  }
}

function narrowed(buildingId: string | null, kind: string | null): Omit<AskedTrends, 'months'> {
  const found = VIOLATION_KINDS.find((each) => each === kind)
  return {
    ...(buildingId !== null && isId<BuildingId>(buildingId) ? { buildingId } : {}),
    ...(found === undefined ? {} : { kind: found }),
  }
}
