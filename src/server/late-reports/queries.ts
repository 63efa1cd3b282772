import { sql } from 'kysely'
import type { LateReportId, VisitId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { pageOf, readTimeMark } from '../page-mark.ts'
import type { CrewScope, OperatorScope } from '../scope.ts'

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
  scope: OperatorScope,
  { isDecided, cursor }: { readonly isDecided: boolean; readonly cursor?: string | undefined },
) {
  const after = readTimeMark(cursor)
  const sortedBy = isDecided ? 'late_report.decided_at' : 'late_report.reported_at'
  const direction = isDecided ? 'desc' : 'asc'
  const rows = await reportsOfMarket(db, scope)
    .where('late_report.state', isDecided ? '<>' : '=', 'waiting')
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sql.ref(sortedBy)}, late_report.id) ${sql.raw(isDecided ? '<' : '>')} (${after!.value}::timestamptz, ${after!.id}::uuid)`,
      ),
    )
    .orderBy(sortedBy, direction)
    .orderBy('late_report.id', direction)
    .limit(PAGE + 1)
    .select(sql<string>`${sql.ref(sortedBy)}::text`.as('mark'))
    .execute()
  return pageOf(rows, PAGE)
}

export type MarketReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>

export function findReport(db: Db, scope: OperatorScope, reportId: LateReportId) {
  return reportsOfMarket(db, scope).where('late_report.id', '=', reportId).executeTakeFirst()
}

export async function countWaiting(db: Db, scope: OperatorScope): Promise<number> {
  const { count } = await db
    .selectFrom('late_report')
    .innerJoin('visit', 'visit.id', 'late_report.visit_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('late_report.state', '=', 'waiting')
    .where('customer.market_id', '=', scope.marketId)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Locked until the transaction ends; undefined for operators of other markets. */
export function lockReport(db: Db, scope: OperatorScope, reportId: LateReportId) {
  return db
    .selectFrom('late_report')
    .innerJoin('users', 'users.id', 'late_report.crew_id')
    .innerJoin('visit', 'visit.id', 'late_report.visit_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .where('late_report.id', '=', reportId)
    .where('customer.market_id', '=', scope.marketId)
    .selectAll('late_report')
    .select('users.name as crew_name')
    .forUpdate('late_report')
    .executeTakeFirst()
}

/** The visit of a report, so that it is locked first, as everywhere. */
export async function visitOfReport(db: Db, reportId: LateReportId): Promise<VisitId | undefined> {
  const row = await db
    .selectFrom('late_report')
    .where('id', '=', reportId)
    .select('visit_id')
    .executeTakeFirst()
  return row?.visit_id
}

/** An order that was called off is paid by its fee already. */
export async function isFeeCharged(db: Db, visitId: VisitId): Promise<boolean> {
  const fee = await db
    .selectFrom('payment_line')
    .where('visit_id', '=', visitId)
    .where('kind', '=', 'fee')
    .select('id')
    .executeTakeFirst()
  return fee !== undefined
}

export type ReportRow = Awaited<ReturnType<typeof listMine>>[number]

/** As operators read them: of their own market only. */
function reportsOfMarket(db: Db, scope: OperatorScope) {
  return reports(db)
    .innerJoin('users as crew', 'crew.id', 'late_report.crew_id')
    .innerJoin('users as customer', 'customer.id', 'visit.customer_id')
    .leftJoin('users as decider', 'decider.id', 'late_report.decided_by')
    .where('customer.market_id', '=', scope.marketId)
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
      'decider.name as decider_name',
    ])
}

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
