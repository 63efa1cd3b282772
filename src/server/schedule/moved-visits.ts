import type { VisitId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { UserScope } from '../users/scope.ts'
import { holidayNames } from './holiday-names.ts'

/** Of one's own visits, those on another day than their rule says (field 7), each with what moved it. */
export async function readMovedVisits(app: App, scope: UserScope, visitIds: readonly VisitId[]) {
  if (visitIds.length === 0) return { moved: [] }
  const rows = await app.db
    .selectFrom('visit')
    .leftJoin('pushed_day', (join) =>
      join.on((on) => on(on.cast<string>('pushed_day.id', 'text'), '=', on.ref('visit.moved_source'))),
    )
    .where('visit.id', 'in', [...visitIds])
    .where('visit.moved_from', 'is not', null)
    .where('visit.moved_by', 'is not', null)
    .$if(scope.type === 'Customer', (query) => query.where('visit.customer_id', '=', scope.userId))
    .$if(scope.type === 'Crew', (query) => query.where('visit.crew_id', '=', scope.userId))
    .select(['visit.id', 'visit.moved_from', 'visit.moved_by', 'visit.moved_source', 'pushed_day.reason'])
    .execute()
  const keys = rows.flatMap((row) => (row.moved_by === 'holiday' ? [row.moved_source!] : []))
  const names = await holidayNames(app.db, [...new Set(keys)])
  return {
    moved: rows.map((row) => ({
      visitId: row.id,
      from: row.moved_from!,
      kind: row.moved_by!,
      nameEn: row.moved_by === 'pushed' ? row.reason : (names.get(row.moved_source ?? '')?.en ?? null),
      nameEs: row.moved_by === 'pushed' ? row.reason : (names.get(row.moved_source ?? '')?.es ?? null),
    })),
  }
}
