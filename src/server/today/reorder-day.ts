/** The crew's own sequence of its stops today. */
import type { VisitId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { visitsOfDay } from '../work/queries.ts'
import { savePositions } from './queries.ts'

/**
 * What is done keeps its place, what is left follows in the sequence named; stops not named (they came in meanwhile)
 * come last. A stop that is not the crew's own today is refused.
 */
export async function reorderDay(app: App, scope: CrewScope, visitIds: readonly VisitId[]) {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const before = await visitsOfDay(db, scope, dateAt(now, scope.timeZone))
      await lockVisits(
        db,
        before.map((row) => row.id),
      )
      const day = await visitsOfDay(db, scope, dateAt(now, scope.timeZone))
      const own = new Set(day.map((row) => row.id))
      if (visitIds.some((id) => !own.has(id))) throw new Refused('not_found')
      if (new Set(visitIds).size !== visitIds.length) throw new Refused('bad_input')
      const named = new Set<string>(visitIds)
      const isOver = (row: (typeof day)[number]) => row.state === 'completed' || row.state === 'missed'
      const rest = day.filter((row) => !isOver(row))
      const sequence = [
        ...day.filter((row) => isOver(row) && !named.has(row.id)).map((row) => row.id),
        ...visitIds,
        ...rest.filter((row) => !named.has(row.id)).map((row) => row.id),
      ]
      await savePositions(db, sequence)
      return { visitIdsBefore: rest.map((row) => row.id) }
    },
    { isolation: 'read committed' },
  )
}
