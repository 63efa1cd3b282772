/** An answer to a crew before a closed door: how to get in, or that it may leave; and that the crew got in. */
import type { AccessProblemId, UserId } from '#domain/ids.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import { decideAccess } from '#domain/today/access.ts'
import type { AccessState, AccessStep } from '#domain/today/access-graph.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { type JsonIn } from '../db/json-columns.ts'
import { makeGoPath } from '../go/make-link.ts'
import { notify } from '../notices/notify.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'
import { lockProblem, saveAnswer, setProblemState, toAccessFacts } from './access-queries.ts'
import { answeredTexts } from './act-texts.ts'
import { type ActFacts, insertTimelineEvents, type TimelineEventKind } from './queries.ts'
import { AT_THE_PLACE } from './report-access-problem.ts'

/** How to get in, or that the crew may go. */
export async function answerAccessProblem(
  app: App,
  scope: CustomerScope,
  input: { problemId: AccessProblemId; answer: string; isCrewReleased: boolean },
): Promise<{ state: AccessState }> {
  const { problemId, answer, isCrewReleased } = input
  const step: AccessStep = isCrewReleased ? 'let_go' : 'answer'
  return stepProblem(app, { problemId, step, by: { kind: 'customer', id: scope.userId } }, async (db, at) => {
    const { facts, now } = at
    await saveAnswer(db, problemId, isCrewReleased ? null : answer, now)
    const crewId = facts.crew_id
    if (crewId === null) throw new Refused('wrong_state')
    const visitId = facts.id
    await notify(db, {
      to: crewId,
      event: 'cannot_access',
      key: `access-answer:${problemId}:${now}`,
      texts: answeredTexts(facts, isCrewReleased ? null : answer),
      url: await makeGoPath(db, { purpose: 'visit', subjectId: visitId, userId: crewId, now }),
      now,
      visitId,
    })
    const what = isCrewReleased ? 'access_let_go' : 'access_answered'
    await recordEvent(
      db,
      facts,
      what,
      { kind: 'customer', id: scope.userId },
      now,
      isCrewReleased ? {} : { note: answer },
    )
  })
}

/** The crew got in. */
export function solveAccessProblem(app: App, scope: CrewScope, problemId: AccessProblemId) {
  const by = { kind: 'crew', id: scope.userId } as const
  return stepProblem(app, { problemId, step: 'solve', by }, (db, { facts, now }) =>
    recordEvent(db, facts, 'access_solved', by, now),
  )
}

type Step = {
  readonly problemId: AccessProblemId
  readonly step: AccessStep
  readonly by: { readonly kind: 'customer' | 'crew'; readonly id: UserId }
}

/** The visit is locked first, as everywhere; sent twice it counts once. */
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
      await setProblemState(db, problemId, decision.state, decision.state === 'solved' ? now : null)
      return { state: decision.state }
    },
    { isolation: 'read committed' },
  )
}

function recordEvent(
  db: Db,
  facts: ActFacts,
  what: TimelineEventKind,
  by: { kind: 'customer' | 'crew'; id: UserId },
  at: Instant,
  detail: JsonIn<'visit_event.detail'> = {},
): Promise<void> {
  const visitId = facts.id
  return insertTimelineEvents(db, [{ visitId, state: facts.state, what, by, at, detail }])
}
