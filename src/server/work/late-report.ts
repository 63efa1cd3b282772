/** A completion that came too late is kept beside its visit, where the operator and the customer see it (field 39). */
import type { UserId } from '#domain/ids.ts'
import { type LateReason, lateReasonOf } from '#domain/late-reports/late-report.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { type Instant, instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import { settingsAt } from '../settings/settings-at.ts'
import type { LoadedVisit } from '../visits/fact-queries.ts'
import { findAssignedUntil } from '../visits/fact-queries.ts'
import type { CompletionReport } from './save-completion.ts'

const CODE_OF: Readonly<Record<LateReason, RefusalReason>> = {
  cancelled: 'visit_cancelled',
  skipped: 'visit_skipped',
  reassigned: 'visit_reassigned',
  too_late: 'too_late',
}

/** The stable code by which the phone knows, or null where the completion is to be judged as any other. */
export async function keepLateReport(
  db: Db,
  late: {
    readonly visit: LoadedVisit
    readonly crewId: UserId
    readonly report: CompletionReport
    readonly now: Instant
  },
): Promise<RefusalReason | null> {
  const { visit, crewId, report, now } = late
  const doneAt = instant(Math.min(report.completedAt ?? now, now))
  const held = visit.crewId === crewId ? null : await findAssignedUntil(db, visit.id, crewId)
  const settings = await settingsAt(db, visit.marketId, now)
  const reason = lateReasonOf({ visit, crewId, assignedUntil: held, doneAt, now, settings })
  if (reason === null) return null
  const change = reason === 'too_late' ? undefined : await lastChange(db, visit, reason, held)
  const kept = await db
    .insertInto('late_report')
    .values({
      visit_id: visit.id,
      crew_id: crewId,
      reason,
      done_at: toTimestamp(doneAt),
      lat: report.lat ?? null,
      lng: report.lng ?? null,
      accuracy_meters: report.accuracy ?? null,
      note: report.note ?? '',
      reported_at: toTimestamp(now),
      changed_at: change === undefined ? null : toTimestamp(change.at),
      changed_by: change?.actor_role ?? null,
    })
    .onConflict((conflict) => conflict.columns(['visit_id', 'crew_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (kept !== undefined) await sayOnTimeline(db, late, doneAt, reason)
  return CODE_OF[reason]
}

/** Who took the visit away, and when. */
async function lastChange(db: Db, visit: LoadedVisit, reason: LateReason, held: Instant | null) {
  return db
    .selectFrom('visit_event')
    .where('visit_id', '=', visit.id)
    .$if(held !== null, (query) => query.where('at', '=', toTimestamp(held!)))
    .$if(held === null, (query) => query.where('to_state', '=', reason as 'cancelled'))
    .orderBy('id', 'desc')
    .select(['at', 'actor_role'])
    .limit(1)
    .executeTakeFirst()
}

async function sayOnTimeline(
  db: Db,
  { visit, crewId, now }: { visit: LoadedVisit; crewId: UserId; now: Instant },
  doneAt: Instant,
  reason: LateReason,
): Promise<void> {
  await db
    .insertInto('visit_event')
    .values({
      visit_id: visit.id,
      at: toTimestamp(now),
      actor_id: crewId,
      actor_role: 'crew',
      transition: 'late_report',
      from_state: visit.state,
      to_state: visit.state,
      detail: toJson({ happenedAt: new Date(doneAt).toISOString(), late: reason }),
    })
    .execute()
}
