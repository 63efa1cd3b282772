/** An operator decides about a late completion: takes the crew's word and pays, or leaves the visit as it is. */

import type { LateCompletionId } from '#domain/ids.ts'
import { LATE_COMPLETION_LIFECYCLE, type LateCompletionStep } from '#domain/late-completions/graph.ts'
import { edgeOf } from '#domain/lifecycle.ts'
import { isAlreadyDone, isRefusal } from '#domain/refusals.ts'
import { completionOf } from '#domain/visits/completion.ts'
import { decideTransition } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { countPhotos } from '../photos/queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { findVisitOfAnyCrew } from '../work/queries.ts'
import { saveCompletion } from '../work/save-completion.ts'
import { notifyCrew } from './notify-crew.ts'
import { findVisitOfLateCompletion, isFeeCharged, lockLateCompletion, saveDecision } from './queries.ts'

type Late = NonNullable<Awaited<ReturnType<typeof lockLateCompletion>>>

export async function decideLateCompletion(
  app: App,
  scope: OperatorScope,
  input: {
    readonly lateCompletionId: LateCompletionId
    readonly step: LateCompletionStep
    readonly note: string
  },
): Promise<{ readonly ok: true }> {
  const now = app.ports.clock.now()
  await inTransaction(
    app.db,
    async (db) => {
      const visitId = await findVisitOfLateCompletion(db, input.lateCompletionId)
      if (visitId === undefined) throw new Refused('not_found')
      const [visit] = await lockVisits(db, [visitId])
      const late = await lockLateCompletion(db, scope, input.lateCompletionId)
      if (visit === undefined || late === undefined) throw new Refused('not_found')
      const edge = edgeOf(LATE_COMPLETION_LIFECYCLE, {
        transition: input.step,
        from: late.state,
        by: 'operator',
      })
      if (edge === undefined) throw new Refused('late_completion_decided')
      await saveDecision(db, late.id, { state: edge.to, note: input.note, decidedBy: scope.userId, now })
      if (input.step === 'accept') await complete(db, { app, scope, late })
      await recordAudit(db, {
        actorId: scope.userId,
        action: input.step === 'accept' ? 'accept_late_completion' : 'dismiss_late_completion',
        subject: visitId,
        detail: { lateCompletionId: late.id, crewId: late.crew_id, note: input.note },
        at: now,
      })
      await notifyCrew(db, { late, step: input.step, note: input.note, now })
    },
    { isolation: 'read committed' },
  )
  return { ok: true }
}

async function complete(
  db: Db,
  { app, scope, late }: { app: App; scope: OperatorScope; late: Late },
): Promise<void> {
  const now = app.ports.clock.now()
  const visitId = late.visit_id
  const crewId = late.crew_id
  const [visit] = await lockVisits(db, [visitId])
  const row = await findVisitOfAnyCrew(db, scope, visitId)
  if (visit === undefined || row === undefined) throw new Refused('not_found')
  const settings = await settingsAt(db, scope.marketId, now)
  if (await isFeeCharged(db, visitId)) throw new Refused('fee_charged')
  const actor = actorOf(scope, now)
  const step = decideTransition({
    visit,
    transition: 'accept_late_completion',
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
      location: late.lat === null ? null : { lat: late.lat, lng: late.lng! },
      doneAt: late.done_at,
    },
    now,
    settings,
  })
  await saveCompletion(db, {
    app,
    crew: { userId: crewId, name: late.crew_name },
    visit,
    row,
    step: { ...step, completion },
    report: {
      visitId,
      completedAt: late.done_at,
      note: late.note,
      ...(late.accuracy_meters === null ? {} : { accuracy: late.accuracy_meters }),
    },
    now,
  })
}
