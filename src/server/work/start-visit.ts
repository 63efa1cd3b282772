import type { VisitId } from '#domain/ids.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import { impliedConfirmation } from '#domain/visits/implied-confirmation.ts'
import { decideTransition } from '#domain/visits/lifecycle.ts'
import { startTimeOf } from '#domain/visits/start-time.ts'
import type { App } from '../app.ts'
import { lockList } from '../checklists/lock-list.ts'
import type { SeenList } from '../checklists/read-lists.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { unlessRefused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { type LoadedVisit, lockVisits } from '../visits/fact-queries.ts'
import { saveSteps } from '../visits/save-steps.ts'
import { checkStillMine } from './check-still-mine.ts'

const TRANSITION_TO = { en_route: 'start_travel', in_progress: 'start' } as const

type StartInput = {
  readonly visitId: VisitId
  readonly step: 'en_route' | 'in_progress'
  /** When the crew tapped, by a phone that was offline since. */
  readonly at?: Instant | undefined
  /** Which list the phone showed. */
  readonly seenList?: SeenList | undefined
}

/** Tapped again, or sent after what came later, it answers the visit's state and changes nothing. */
export async function startVisit(
  app: App,
  scope: CrewScope,
  input: StartInput,
): Promise<{ visitId: VisitId; state: VisitState }> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const [locked] = await lockVisits(db, [input.visitId])
      const settings = await settingsAt(db, scope.marketId, now)
      const visit = await checkStillMine(db, scope.userId, locked, { at: input.at ?? now, settings })
      if (isPast(visit.state, input)) return { visitId: visit.id, state: visit.state }
      const { at } = unlessRefused(startTimeOf(visit, input.at ?? null, { now, settings }))
      await saveStart(db, { app, scope, visit, input, at, now, settings })
      if (input.step === 'in_progress')
        await lockList(db, {
          visitId: visit.id,
          crewId: scope.userId,
          at,
          seen: input.seenList,
          hasBegun: false,
          now,
        })
      return { visitId: visit.id, state: input.step }
    },
    { isolation: 'read committed' },
  )
}

/** A start that comes after what followed it; of a missed visit only one that was on its way for long. */
function isPast(state: VisitState, { step, at }: StartInput): boolean {
  if (state === 'in_progress' || state === 'completed') return true
  return (state === 'en_route' && step === 'en_route') || (state === 'missed' && at !== undefined)
}

type Start = {
  readonly app: App
  readonly scope: CrewScope
  readonly visit: LoadedVisit
  readonly input: StartInput
  readonly at: Instant
  readonly now: Instant
  readonly settings: BusinessSettings
}

/** The timeline has when the server received it, and beside it when it was. */
async function saveStart(db: Db, { app, scope, visit, input, at, now, settings }: Start): Promise<void> {
  const actor = actorOf(scope, now)
  const confirmation = impliedConfirmation(visit, actor, now, settings)
  const confirmed = confirmation === null ? null : unlessRefused(confirmation)
  if (confirmed !== null) await saveSteps(app, db, [{ visit, step: confirmed }])
  const ready = confirmed === null ? visit : { ...visit, state: confirmed.changes.state }
  const transition = TRANSITION_TO[input.step]
  const step = unlessRefused(decideTransition({ visit: ready, transition, actor, now: at, settings }))
  if (isAlreadyDone(step)) return
  const received = { ...step, timeline: { ...step.timeline, at: now } }
  await saveSteps(app, db, [{ visit: ready, step: received }], {
    detail: input.at === undefined ? {} : { happenedAt: new Date(at).toISOString() },
    columns: input.step === 'in_progress' ? { started_at: toTimestamp(at) } : {},
  })
}
