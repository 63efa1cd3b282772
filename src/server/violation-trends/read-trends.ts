import { type TrendMonths, trendPeriods, trendsOf } from '#domain/complexes/violation-trends.ts'
import type { ViolationKind } from '#domain/complexes/violations.ts'
import type { BuildingId, ComplexId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findComplex } from '../complexes/queries.ts'
import type { CustomerScope } from '../scope.ts'
import { countNights, countViolations, namesOfBuildings } from './queries.ts'

type Asked = {
  readonly id: ComplexId
  readonly months: TrendMonths
  readonly buildingId?: BuildingId | undefined
  readonly kind?: ViolationKind | undefined
}

export async function readTrends(app: App, scope: CustomerScope, { id, months, buildingId, kind }: Asked) {
  const complex = await findComplex(app.db, scope, id)
  const periods = trendPeriods(dateAt(app.ports.clock.now(), complex.time_zone), months)
  const [cells, nights, names] = await Promise.all([
    countViolations(app.db, id, periods),
    countNights(app.db, complex.property_id, periods),
    namesOfBuildings(app.db, id),
  ])
  const trends = trendsOf(cells, periods, { buildingId: buildingId ?? null, kind: kind ?? null })
  return {
    from: periods.months[0]!.from,
    to: periods.months.at(-1)!.to,
    beforeFrom: periods.before[0]!.from,
    beforeTo: periods.before.at(-1)!.to,
    ...nights,
    ...trends,
    buildings: trends.buildings.map((row) => ({ ...row, name: names.get(row.buildingId) ?? '' })),
  }
}
