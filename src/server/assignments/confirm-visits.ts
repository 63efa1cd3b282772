/** A crew confirms its visits, many at once, and undoes it; each counts once however often it is sent. */
import type { VisitId } from '#domain/ids.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { failureOf, Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { actorOf, applyTransition } from '../visits/apply-transition.ts'
import { wereAllAssigned } from './visit-queries.ts'

export type Confirmed = {
  readonly visitIds: VisitId[]
  /** Visits that are this crew's no more, or that the customer took off meanwhile. */
  readonly lost: { readonly visitId: VisitId; readonly reason: string }[]
}

export function confirmVisits(app: App, scope: CrewScope, visitIds: readonly VisitId[]): Promise<Confirmed> {
  return step(app, scope, visitIds, 'confirm')
}

/** Undo, until the cutoff: then the visit can only be released. */
export function unconfirmVisits(
  app: App,
  scope: CrewScope,
  visitIds: readonly VisitId[],
): Promise<Confirmed> {
  return step(app, scope, visitIds, 'unconfirm')
}

async function step(
  app: App,
  scope: CrewScope,
  visitIds: readonly VisitId[],
  transition: 'confirm' | 'unconfirm',
): Promise<Confirmed> {
  const work = async (db: Db): Promise<Confirmed> => {
    const now = app.ports.clock.now()
    const input = { app, transition, actor: actorOf(scope, now), now, visitIds }
    const { applied, alreadyDone, refused } = await applyTransition(db, input)
    const foreign = refused.filter(({ reason }) => reason === 'not_yours').map(({ visitId }) => visitId)
    const found = applied.length + alreadyDone.length + refused.length
    // Ids of others refuse the whole call, as those that do not exist (threats Z2).
    if (found < new Set(visitIds).size || !(await wereAllAssigned(db, scope.userId, foreign)))
      throw new Refused('not_found')
    const frozen = refused.find(({ reason }) => reason === 'account_frozen')
    if (frozen !== undefined) throw new Refused('account_frozen')
    return {
      visitIds: [...applied.map((visit) => visit.visitId), ...alreadyDone],
      lost: refused.map(({ visitId, reason }) => ({ visitId, reason: sentenceOf(reason, scope) })),
    }
  }
  return inTransaction(app.db, work, { isolation: 'read committed' })
}

function sentenceOf(reason: RefusalReason, scope: CrewScope): string {
  const code = reason === 'not_yours' ? 'no_longer_open' : reason
  return failureOf(new Refused(code), scope.locale).error
}
