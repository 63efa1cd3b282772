/** A crew before a closed door: it says so with a photo, the customer answers or lets it go, the crew goes in. */

import { distanceFeet } from '#domain/geo.ts'
import type { AccessProblemId, PhotoId, UserId, VisitId } from '#domain/ids.ts'
import type { AccessReason } from '#domain/pricing/call-out.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import { decideAccess, waitsUntil } from '#domain/today/access.ts'
import type { AccessState, AccessStep } from '#domain/today/access-graph.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import type { JsonIn } from '../db/json-columns.ts'
import { makeGoPath } from '../go/make-link.ts'
import { notify } from '../notices/notify.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'
import { settingsAt } from '../settings/settings-at.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { type ActFacts, findActFacts } from './facts.ts'
import { type Happening, writeHappenings } from './happenings.ts'
import { claimPhoto } from './photos.ts'
import { tellOperators } from './tell-operators.ts'
import { answeredWords, cannotAccessWords, unsafeWords } from './words.ts'

/** The crew is there, or as good as. */
const AT_THE_PLACE: readonly VisitState[] = ['confirmed', 'en_route', 'in_progress']
/** Nobody reports so often who is at work. */
const MOST_REPORTS = 5

export type AccessReport = {
  readonly visitId: VisitId
  readonly reason: AccessReason
  readonly words: string
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
      const [visit] = await lockVisits(db, [report.visitId])
      if (visit === undefined || visit.crewId !== scope.userId) throw new Refused('not_found')
      const open = await findOpenProblem(db, visit.id)
      if (open !== undefined) return { problemId: open.id, waitsUntil: open.waits_until }
      if (!AT_THE_PLACE.includes(visit.state)) throw new Refused('wrong_state')
      if (now < visit.startsAt - EARLIEST_MS) throw new Refused('too_early')
      if ((await countReports(db, visit.id)) >= MOST_REPORTS) throw new Refused('wrong_state')
      await claimPhoto(db, scope, { ...report, purpose: 'access' })
      const facts = (await findActFacts(db, visit.id))!
      const problem = await insertProblem(db, scope, report, facts, now)
      const key = `cannot-access:${problem.id}`
      const common = { event: 'cannot_access' as const, now, visitId: visit.id }
      const texts = cannotAccessWords(facts, report.reason, problem.waits_until)
      await notify(db, { ...common, to: visit.customerId, key, texts, url: `/visit/${visit.id}` })
      if (report.reason === 'unsafe')
        await tellOperators(db, facts.market_id, { ...common, key, texts: unsafeWords(facts) })
      await write(db, facts, 'access_reported', { kind: 'crew', id: scope.userId }, now, {
        reason: report.reason,
        words: report.words,
      })
      return { problemId: problem.id, waitsUntil: problem.waits_until }
    },
    { isolation: 'read committed' },
  )
}

/** A crew that comes hours before the window finds a closed door by its own fault. */
const EARLIEST_MS = 60 * 60_000

/** The customer says how to get in, or that the crew may go. */
export async function answerAccessProblem(
  app: App,
  scope: CustomerScope,
  input: { problemId: AccessProblemId; answer: string; isLetGo: boolean },
): Promise<{ state: AccessState }> {
  const { problemId, answer, isLetGo } = input
  const step: AccessStep = isLetGo ? 'let_go' : 'answer'
  return stepProblem(app, { problemId, step, by: { kind: 'customer', id: scope.userId } }, async (db, at) => {
    const { facts, now } = at
    await db
      .updateTable('access_problem')
      .set({ ...(isLetGo ? {} : { answer }), answered_at: toTimestamp(now) })
      .where('id', '=', problemId)
      .execute()
    const crewId = facts.crew_id as UserId
    const visitId = facts.id
    await notify(db, {
      to: crewId,
      event: 'cannot_access',
      key: `access-answer:${problemId}:${now}`,
      texts: answeredWords(facts, isLetGo ? null : answer),
      url: await makeGoPath(db, { purpose: 'visit', subjectId: visitId, userId: crewId, now }),
      now,
      visitId,
    })
    const what = isLetGo ? 'access_let_go' : 'access_answered'
    await write(
      db,
      facts,
      what,
      { kind: 'customer', id: scope.userId },
      now,
      isLetGo ? {} : { words: answer },
    )
  })
}

/** The crew got in. */
export function solveAccessProblem(app: App, scope: CrewScope, problemId: AccessProblemId) {
  const by = { kind: 'crew', id: scope.userId } as const
  return stepProblem(app, { problemId, step: 'solve', by }, (db, { facts, now }) =>
    write(db, facts, 'access_solved', by, now),
  )
}

type Step = {
  readonly problemId: AccessProblemId
  readonly step: AccessStep
  readonly by: { readonly kind: 'customer' | 'crew'; readonly id: UserId }
}

/** The visit is locked first, as everywhere; said twice it counts once. */
async function stepProblem(
  app: App,
  { problemId, step, by }: Step,
  follow: (db: Db, at: { facts: ActFacts; now: Instant }) => Promise<void>,
): Promise<{ state: AccessState }> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const { problem, facts } = await lockProblem(db, problemId, by)
      if (!AT_THE_PLACE.includes(facts.state)) throw new Refused('wrong_state')
      const decision = unlessRefused(decideAccess(toAccessFacts(problem), step, by.kind, now))
      // A new answer replaces the one before; the rest counts once.
      if (isAlreadyDone(decision)) return { state: problem.state }
      await follow(db, { facts, now })
      await db
        .updateTable('access_problem')
        .set({
          state: decision.state,
          ...(decision.state === 'solved' ? { closed_at: toTimestamp(now) } : {}),
        })
        .where('id', '=', problemId)
        .execute()
      return { state: decision.state }
    },
    { isolation: 'read committed' },
  )
}

/** The problem of the crew's or the customer's own visit, both rows locked; nobody else's is found. */
export async function lockProblem(
  db: Db,
  problemId: AccessProblemId,
  by: { readonly kind: 'customer' | 'crew'; readonly id: UserId },
) {
  const found = await db
    .selectFrom('access_problem')
    .where('id', '=', problemId)
    .select('visit_id')
    .executeTakeFirst()
  if (found === undefined) throw new Refused('not_found')
  const [visit] = await lockVisits(db, [found.visit_id])
  const owner = by.kind === 'customer' ? visit?.customerId : visit?.crewId
  if (visit === undefined || owner !== by.id) throw new Refused('not_found')
  const problem = await db
    .selectFrom('access_problem')
    .where('id', '=', problemId)
    .selectAll()
    .executeTakeFirstOrThrow()
  return { visit, problem, facts: (await findActFacts(db, visit.id))! }
}

export function toAccessFacts(row: { state: AccessState; reason: AccessReason; waits_until: Instant }) {
  return { state: row.state, reason: row.reason, waitsUntil: row.waits_until }
}

function findOpenProblem(db: Db, visitId: VisitId) {
  return db
    .selectFrom('access_problem')
    .where('visit_id', '=', visitId)
    .where('closed_at', 'is', null)
    .select(['id', 'waits_until'])
    .executeTakeFirst()
}

async function countReports(db: Db, visitId: VisitId): Promise<number> {
  const { count } = await db
    .selectFrom('access_problem')
    .where('visit_id', '=', visitId)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function insertProblem(db: Db, scope: CrewScope, report: AccessReport, facts: ActFacts, now: Instant) {
  const { lat, lng } = report
  const isLocated = lat !== undefined && lng !== undefined
  return db
    .insertInto('access_problem')
    .values({
      visit_id: report.visitId,
      crew_id: scope.userId,
      reason: report.reason,
      words: report.words,
      contact: report.contact,
      photo_id: report.photoId,
      lat: isLocated ? lat : null,
      lng: isLocated ? lng : null,
      distance_feet: isLocated ? Math.round(distanceFeet({ lat, lng }, facts)) : null,
      reported_at: toTimestamp(now),
      waits_until: toTimestamp(waitsUntil(report.reason, now, await settingsAt(db, scope.marketId, now))),
    })
    .returning(['id', 'waits_until'])
    .executeTakeFirstOrThrow()
}

function write(
  db: Db,
  facts: ActFacts,
  what: Happening,
  by: { kind: 'customer' | 'crew'; id: UserId },
  at: Instant,
  detail: JsonIn<'visit_event.detail'> = {},
): Promise<void> {
  const visitId = facts.id
  return writeHappenings(db, [{ visitId, state: facts.state, what, by, at, detail }])
}
