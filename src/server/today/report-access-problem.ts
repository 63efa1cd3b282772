/** A crew before a closed door reports it with a photo; the customer answers or lets the crew go. */
import { distanceFeet } from '#domain/geo.ts'
import type { PhotoId, VisitId } from '#domain/ids.ts'
import type { AccessReason } from '#domain/pricing/call-out.ts'
import type { Instant } from '#domain/time.ts'
import { waitsUntil } from '#domain/today/access.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { countReports, findOpenProblem, insertProblem } from './access-queries.ts'
import { cannotAccessTexts, unsafeTexts } from './act-texts.ts'
import { notifyOperators } from './notify-operators.ts'
import { type ActFacts, claimPhoto, findActFacts, insertTimelineEvents, lockOwnVisit } from './queries.ts'

/** The crew is there, or as good as. */
export const AT_THE_PLACE: readonly VisitState[] = ['confirmed', 'en_route', 'in_progress']

/** A crew at work reports no more often than this. */
const MOST_REPORTS = 5

export type AccessReport = {
  readonly visitId: VisitId
  readonly reason: AccessReason
  readonly note: string
  readonly contact: 'rang' | 'called' | 'waited' | 'none'
  readonly photoId: PhotoId
  readonly lat?: number | undefined
  readonly lng?: number | undefined
}

export async function reportAccessProblem(app: App, scope: CrewScope, report: AccessReport) {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const visit = await lockOwnVisit(db, report.visitId, { kind: 'crew', id: scope.userId })
      const open = await findOpenProblem(db, visit.id)
      if (open !== undefined) return { problemId: open.id, waitsUntil: open.waits_until }
      if (!AT_THE_PLACE.includes(visit.state)) throw new Refused('wrong_state')
      if (now < visit.startsAt - EARLIEST_MS) throw new Refused('too_early')
      if ((await countReports(db, visit.id)) >= MOST_REPORTS) throw new Refused('wrong_state')
      await claimPhoto(db, scope, { ...report, purpose: 'access' })
      const facts = (await findActFacts(db, visit.id))!
      const problem = await saveProblem(db, scope, report, facts, now)
      const key = `cannot-access:${problem.id}`
      const common = { event: 'cannot_access' as const, now, visitId: visit.id }
      const texts = cannotAccessTexts(facts, report.reason, problem.waits_until)
      await notify(db, { ...common, to: visit.customerId, key, texts, url: `/visit/${visit.id}` })
      if (report.reason === 'unsafe')
        await notifyOperators(db, facts.market_id, { ...common, key, texts: unsafeTexts(facts) })
      await insertTimelineEvents(db, [
        {
          visitId: visit.id,
          state: facts.state,
          what: 'access_reported',
          by: { kind: 'crew', id: scope.userId },
          at: now,
          detail: { reason: report.reason, note: report.note },
        },
      ])
      return { problemId: problem.id, waitsUntil: problem.waits_until }
    },
    { isolation: 'read committed' },
  )
}

/** A crew that comes hours before the window finds a closed door by its own fault. */
const EARLIEST_MS = 60 * 60_000

async function saveProblem(db: Db, scope: CrewScope, report: AccessReport, facts: ActFacts, now: Instant) {
  const { visitId, reason, note, contact, photoId, lat, lng } = report
  const location = lat === undefined || lng === undefined ? null : { lat, lng }
  const settings = await settingsAt(db, scope.marketId, now)
  const problem = { visitId, reason, note, contact, photoId, location }
  return insertProblem(
    db,
    scope,
    {
      ...problem,
      distanceFeet: location === null ? null : Math.round(distanceFeet(location, facts)),
      waitsUntil: waitsUntil(reason, now, settings),
    },
    now,
  )
}
