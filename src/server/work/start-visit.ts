import type { VisitId } from '#domain/ids.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused, unlessRefused } from '../http/errors.ts'
import type { CrewScope } from '../users/scope.ts'
import { actorOf, applyOneTransition, lockVisits, saveSteps } from '../visits/transition.ts'
import { impliedConfirmation } from './steps.ts'

const TRANSITION_TO = { en_route: 'start_travel', in_progress: 'start' } as const

/** Tapped again it answers the same; a visit that is further along stays where it is. */
export async function startVisit(
  app: App,
  scope: CrewScope,
  input: { visitId: VisitId; step: 'en_route' | 'in_progress' },
): Promise<{ visitId: VisitId; state: VisitState }> {
  const now = app.ports.clock.now()
  const actor = actorOf(scope, now)
  return inTransaction(
    app.db,
    async (db) => {
      const [visit] = await lockVisits(db, [input.visitId])
      if (visit === undefined || visit.crewId !== scope.userId) throw new Refused('not_found')
      if (visit.state === 'in_progress') return { visitId: visit.id, state: visit.state }
      const confirmation = impliedConfirmation(visit, actor, now)
      if (confirmation !== null) await saveSteps(db, [{ visit, step: unlessRefused(confirmation) }])
      await applyOneTransition(db, {
        app,
        visitId: visit.id,
        transition: TRANSITION_TO[input.step],
        actor,
        now,
      })
      return { visitId: visit.id, state: input.step }
    },
    { isolation: 'read committed' },
  )
}
