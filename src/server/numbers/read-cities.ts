/** The same period in every city whose money the operator may see. */
import { mayDo } from '#domain/staff/roles.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { listCityRoles, sumByCity } from './city-queries.ts'
import type { Period } from './number-queries.ts'
import { NO_SUMS, numbersOf, periodBefore } from './read-numbers.ts'

export async function readCities(db: Db, scope: OperatorScope, period: Period) {
  const before = periodBefore(period)
  const cities = (await listCityRoles(db, scope)).filter(({ role }) => mayDo(role, 'see_money'))
  const ids = cities.map(({ id }) => id)
  const [now, earlier] = [await sumByCity(db, ids, period), await sumByCity(db, ids, before)]
  return {
    beforeFrom: before.from,
    beforeTo: before.to,
    cities: cities.map(({ id, name }) => ({
      marketId: id,
      name,
      isCurrent: id === scope.marketId,
      now: numbersOf(now.get(id) ?? NO_SUMS),
      before: numbersOf(earlier.get(id) ?? NO_SUMS),
    })),
  }
}
