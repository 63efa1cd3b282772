/** A visit is done: proof checked, place and price frozen, books written and customer notified, all or nothing. */
import { cents } from '#domain/money.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import { type Instant, instant } from '#domain/time.ts'
import { type CompletedList, decideCompletion } from '#domain/visits/completion.ts'
import { impliedConfirmation } from '#domain/visits/implied-confirmation.ts'
import type { App } from '../app.ts'
import { lockList } from '../checklists/lock-list.ts'
import { itemPhotoCounts, marksOf, saveUndone } from '../checklists/visit-queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { countPhotos } from '../photos/queries.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { type LoadedVisit, lockVisits } from '../visits/fact-queries.ts'
import { saveSteps } from '../visits/save-steps.ts'
import { type CrewVisitRow, findCrewVisit } from './queries.ts'
import { type CompletedVisitAnswer, type CompletionReport, saveCompletion } from './save-completion.ts'
import { saveLateCompletion } from './save-late-completion.ts'

/** Sent twice, or twice at once, it counts once and answers the same. */
export async function completeVisit(
  app: App,
  scope: CrewScope,
  report: CompletionReport,
): Promise<CompletedVisitAnswer> {
  const now = app.ports.clock.now()
  if (scope.actedBy !== undefined && !report.note)
    throw new Refused('bad_input', { faults: { note: 'missing' } })
  const outcome = await inTransaction(
    app.db,
    async (db) => {
      const [locked] = await lockVisits(db, [report.visitId])
      if (locked === undefined) throw new Refused('not_found')
      const late = await saveLateCompletion(db, { visit: locked, crewId: scope.userId, report, now })
      if (late !== null) return { late }
      const row = await findCrewVisit(db, scope, report.visitId)
      if (row === undefined) throw new Refused('not_found')
      if (locked.state === 'completed') return storedAnswer(row)
      const visit = await confirmFirst(app, db, scope, locked, now)
      const step = unlessRefused(
        decideCompletion({
          visit,
          place: row,
          requiredPhotoCount: row.photos_required,
          report: {
            photoCount: await countPhotos(db, visit.id, scope.userId),
            location: report.lat === undefined ? null : { lat: report.lat, lng: report.lng! },
            doneAt: report.completedAt ?? null,
          },
          ...(await listOf(db, scope, visit, report, now)),
          actor: actorOf(scope, now),
          now,
          settings: await settingsAt(db, scope.marketId, now),
        }),
      )
      if (isAlreadyDone(step)) return storedAnswer(row)
      await saveUndone(db, visit.id, step.undone, now)
      return saveCompletion(db, { app, crew: scope, visit, row, step, report, now })
    },
    { isolation: 'read committed' },
  )
  // The report is kept by now, whatever becomes of this answer.
  if ('late' in outcome) throw new Refused(outcome.late)
  return outcome
}

/** What the crew went through; a visit that was never begun keeps its list now. */
async function listOf(
  db: Db,
  scope: CrewScope,
  visit: LoadedVisit,
  report: CompletionReport,
  now: Instant,
): Promise<{ readonly list?: CompletedList }> {
  const items = await lockList(db, {
    visitId: visit.id,
    crewId: scope.userId,
    at: instant(Math.min(report.completedAt ?? now, now)),
    seen: report.seenList,
    hasBegun: visit.state === 'in_progress',
    now,
  })
  if (items.length === 0) return {}
  const marks = await marksOf(db, [visit.id])
  return {
    list: {
      items,
      said: report.undone ?? [],
      marks: new Map(marks.map((mark) => [mark.item_key, { isMarked: mark.is_marked }])),
      photoCounts: await itemPhotoCounts(db, visit.id, scope.userId),
    },
  }
}

async function confirmFirst(
  app: App,
  db: Db,
  scope: CrewScope,
  visit: LoadedVisit,
  now: Instant,
): Promise<LoadedVisit> {
  const settings = await settingsAt(db, scope.marketId, now)
  const confirmation = impliedConfirmation(visit, actorOf(scope, now), now, settings)
  if (confirmation === null) return visit
  const step = unlessRefused(confirmation)
  await saveSteps(app, db, [{ visit, step }])
  return { ...visit, state: step.changes.state }
}

function storedAnswer(row: CrewVisitRow): CompletedVisitAnswer {
  return {
    visitId: row.id,
    state: 'completed',
    completedAt: row.completed_at!,
    distanceFeet: row.completed_distance_feet,
    isFlagged: row.is_flagged,
    payCents: cents(row.crew_pay_cents!),
  }
}
