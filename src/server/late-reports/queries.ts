import { sql } from 'kysely'
import type { VisitId } from '#domain/ids.ts'
import type { LateReportState } from '#domain/late-reports/graph.ts'
import type { Db } from '../app.ts'
import { isTimestampText, readPageMark, writePageMark } from '../http/page-mark.ts'
import type { CrewScope, OperatorScope } from '../users/scope.ts'

const PAGE = 50

/** A crew's own, newest first. */
export function listMine(db: Db, scope: CrewScope) {
  return reports(db)
    .where('late_report.crew_id', '=', scope.userId)
    .orderBy('late_report.reported_at', 'desc')
    .limit(PAGE)
    .execute()
}

export async function listReports(
  db: Db,
  _scope: OperatorScope,
  input: { readonly state: LateReportState; readonly cursor?: string | undefined },
) {
  const after = readPageMark(input.cursor, isTimestampText)
  const rows = await reports(db)
    .innerJoin('users as crew', 'crew.id', 'late_report.crew_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('late_report.state', '=', input.state)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(late_report.reported_at, late_report.id) > (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('late_report.reported_at')
    .orderBy('late_report.id')
    .limit(PAGE + 1)
    .select([
      'late_report.lat',
      'late_report.lng',
      'late_report.note',
      'visit.state as visit_state',
      'property.address',
      'property.lat as place_lat',
      'property.lng as place_lng',
      'crew.name as crew_name',
      'customer.name as customer_name',
      sql<string>`(late_report.reported_at at time zone 'UTC')::text || '+00'`.as('mark'),
    ])
    .execute()
  const page = rows.slice(0, PAGE)
  const last = rows.length > PAGE ? page.at(-1) : undefined
  return { page, nextCursor: last === undefined ? null : writePageMark({ value: last.mark, id: last.id }) }
}

export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('late_report')
    .where('state', '=', 'waiting')
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function lockReport(db: Db, _scope: OperatorScope, reportId: string) {
  return db
    .selectFrom('late_report')
    .innerJoin('users', 'users.id', 'late_report.crew_id')
    .where('late_report.id', '=', reportId)
    .selectAll('late_report')
    .select('users.name as crew_name')
    .forUpdate('late_report')
    .executeTakeFirst()
}

/** The visit of a report, so that it is locked first, as everywhere. */
export async function visitOfReport(db: Db, reportId: string): Promise<VisitId | undefined> {
  const row = await db
    .selectFrom('late_report')
    .where('id', '=', reportId)
    .select('visit_id')
    .executeTakeFirst()
  return row?.visit_id as VisitId | undefined
}

export type ReportRow = Awaited<ReturnType<typeof listMine>>[number]

function reports(db: Db) {
  return db
    .selectFrom('late_report')
    .innerJoin('visit', 'visit.id', 'late_report.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .select([
      'late_report.id',
      'late_report.visit_id',
      'late_report.crew_id',
      'late_report.reason',
      'late_report.done_at',
      'late_report.reported_at',
      'late_report.changed_at',
      'late_report.changed_by',
      'late_report.state',
      'late_report.decided_at',
      'late_report.decision_note',
      'visit.service_key',
      'visit.date',
      'property.name as property_name',
      'property.time_zone',
    ])
    .select((the) =>
      the
        .selectFrom('photo')
        .whereRef('photo.visit_id', '=', 'late_report.visit_id')
        .whereRef('photo.owner_id', '=', 'late_report.crew_id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('photo_count'),
    )
}
