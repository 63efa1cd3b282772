/** A completion that came too late is kept beside its visit, where the operator and the customer see it (field 39). */
import type { UserId } from '#domain/ids.ts'
import { type LateReason, lateReasonOf } from '#domain/late-completions/late-completion.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { type Instant, instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { settingsAt } from '../settings/read-settings.ts'
import type { LoadedVisit } from '../visits/fact-queries.ts'
import { findAssignedUntil } from '../visits/fact-queries.ts'
import { findChange, insertLateCompletion, insertLateEvent } from './completion-queries.ts'
import type { CompletionReport } from './save-completion.ts'

const CODE_OF: Readonly<Record<LateReason, RefusalReason>> = {
  cancelled: 'visit_cancelled',
  skipped: 'visit_skipped',
  reassigned: 'visit_reassigned',
  too_late: 'too_late',
}

/** The stable code by which the phone knows, or null where the completion is to be judged as any other. */
export async function saveLateCompletion(
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
  const assignedUntil = visit.crewId === crewId ? null : await findAssignedUntil(db, visit.id, crewId)
  const settings = await settingsAt(db, visit.marketId, now)
  const reason = lateReasonOf({ visit, crewId, assignedUntil, doneAt, now, settings })
  if (reason === null) return null
  const cause = causeOf(reason, assignedUntil)
  const change = cause === null ? undefined : await findChange(db, visit.id, cause)
  const isFirst = await insertLateCompletion(db, visit.id, {
    crewId,
    reason,
    doneAt,
    lat: report.lat ?? null,
    lng: report.lng ?? null,
    accuracyMeters: report.accuracy ?? null,
    note: report.note ?? '',
    now,
    change,
  })
  if (isFirst) await insertLateEvent(db, visit, { crewId, reason, doneAt, now })
  return CODE_OF[reason]
}

/** Which step took the visit away; null where none did. */
function causeOf(reason: LateReason, assignedUntil: Instant | null) {
  if (reason === 'too_late') return null
  if (assignedUntil !== null) return { at: assignedUntil }
  return reason === 'reassigned' ? null : { toState: reason }
}
