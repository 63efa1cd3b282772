/** All visits of a crew as a table, a page at a time. */
import { isId, type VisitId } from '#domain/ids.ts'
import { isLocalDate, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { priceCrewVisits } from './price-crew-visits.ts'
import { type CrewVisitFilter, countCrewVisits, listCrewVisits, windowOf } from './queries.ts'

type CrewVisitsInput = CrewVisitFilter & {
  readonly sort: 'newest' | 'oldest'
  readonly limit: number
  readonly cursor?: string | undefined
}

export async function readCrewVisits(app: App, scope: CrewScope, input: CrewVisitsInput) {
  const { sort, limit, cursor, ...filter } = input
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const [rows, totalCount] = await Promise.all([
    listCrewVisits(app.db, scope, filter, { sort, limit, after }),
    countCrewVisits(app.db, scope, filter),
  ])
  const page = rows.slice(0, limit)
  const pays = await priceCrewVisits(app.db, scope, page)
  const last = page.at(-1)
  return {
    visits: page.map((row, index) => ({
      visitId: row.id,
      date: row.date,
      timeZone: row.time_zone,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      isAnytime: windowOf(row) === null,
      propertyName: row.property_name,
      address: row.address,
      serviceKey: row.service_key,
      quantity: row.quantity,
      state: row.state,
      completedAt: row.completed_at,
      isFlagged: row.is_flagged,
      payCents: pays[index]!,
    })),
    nextCursor: rows.length > limit && last !== undefined ? `${last.date}_${last.id}` : null,
    totalCount,
  }
}

function readCursor(cursor: string): { date: LocalDate; visitId: VisitId } {
  const [date = '', visitId = ''] = cursor.split('_')
  if (!isLocalDate(date) || !isId<VisitId>(visitId))
    throw new Refused('bad_input', { faults: { cursor: 'notAPlaceInTheList' } })
  return { date, visitId }
}
