/** An operator decides about work that was told of too late: takes the crew's word and pays, or leaves the visit as it is. */
import type { LateReportId } from '#domain/ids.ts'
import { LATE_REPORT_LIFECYCLE, type LateReportStep } from '#domain/late-reports/graph.ts'
import { edgeOf } from '#domain/lifecycle.ts'
import { isAlreadyDone, isRefusal } from '#domain/refusals.ts'
import { completionOf } from '#domain/visits/completion.ts'
import { decideTransition } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { countPhotos } from '../photos/queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/settings-at.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { findVisitOfAnyCrew } from '../work/queries.ts'
import { saveCompletion } from '../work/save-completion.ts'
import { isFeeCharged, lockReport, visitOfReport } from './queries.ts'
import { tellCrew } from './tell-crew.ts'

type Report = NonNullable<Awaited<ReturnType<typeof lockReport>>>

export async function decideLateReport(
  app: App,
  scope: OperatorScope,
  input: { readonly reportId: LateReportId; readonly step: LateReportStep; readonly note: string },
): Promise<{ readonly ok: true }> {
  const now = app.ports.clock.now()
  await inTransaction(
    app.db,
    async (db) => {
      const visitId = await visitOfReport(db, input.reportId)
      if (visitId === undefined) throw new Refused('not_found')
      const [visit] = await lockVisits(db, [visitId])
      const report = await lockReport(db, scope, input.reportId)
      if (visit === undefined || report === undefined) throw new Refused('not_found')
      const edge = edgeOf(LATE_REPORT_LIFECYCLE, {
        transition: input.step,
        from: report.state,
        by: 'operator',
      })
      if (edge === undefined) throw new Refused('report_decided')
      await db
        .updateTable('late_report')
        .set({
          state: edge.to,
          decided_at: toTimestamp(now),
          decided_by: scope.userId,
          decision_note: input.note,
        })
        .where('id', '=', report.id)
        .execute()
      if (input.step === 'accept') await complete(db, { app, scope, report })
      await tellCrew(db, { report, step: input.step, note: input.note, now })
    },
    { isolation: 'read committed' },
  )
  return { ok: true }
}

async function complete(
  db: Db,
  { app, scope, report }: { app: App; scope: OperatorScope; report: Report },
): Promise<void> {
  const now = app.ports.clock.now()
  const visitId = report.visit_id
  const crewId = report.crew_id
  const [visit] = await lockVisits(db, [visitId])
  const row = await findVisitOfAnyCrew(db, scope, visitId)
  if (visit === undefined || row === undefined) throw new Refused('not_found')
  const settings = await settingsAt(db, scope.marketId, now)
  if (await isFeeCharged(db, visitId)) throw new Refused('fee_charged')
  const actor = actorOf(scope, now)
  const step = decideTransition({
    visit,
    transition: 'accept_report',
    actor,
    now,
    settings,
    assigneeId: crewId,
  })
  if (isAlreadyDone(step)) throw new Refused('done_by_another')
  if (isRefusal(step)) throw new Refused(step.refused)
  const completion = completionOf({
    visit,
    place: row,
    report: {
      photoCount: await countPhotos(db, visitId, crewId),
      location: report.lat === null ? null : { lat: report.lat, lng: report.lng! },
      doneAt: report.done_at,
    },
    now,
    settings,
  })
  await saveCompletion(db, {
    app,
    crew: { userId: crewId, name: report.crew_name },
    visit,
    row,
    step: { ...step, completion },
    report: {
      visitId,
      completedAt: report.done_at,
      note: report.note,
      ...(report.accuracy_meters === null ? {} : { accuracy: report.accuracy_meters }),
    },
    now,
  })
}
