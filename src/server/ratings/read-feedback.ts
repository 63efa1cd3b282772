/** All feedback on one visit, as far as whoever asks may see it. */
import { disputableUntil, refuseDispute } from '#domain/disputes/disputes.ts'
import type { VisitId } from '#domain/ids.ts'
import { decideRating, type Stars } from '#domain/ratings/ratings.ts'
import { isRefusal } from '#domain/refusals.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { crewAverages } from '../crews/queries.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { findRatedVisit, ratingsOf } from './queries.ts'
import { isRevealed } from './rate-visit.ts'
import { findTip } from './tip-queries.ts'

export async function readFeedback(app: App, scope: UserScope, visitId: VisitId) {
  const { db } = app
  const now = app.ports.clock.now()
  const visit = await findRatedVisit(db, scope, visitId)
  if (visit === undefined) throw new Refused('not_found')
  const ratings = await ratingsOf(db, visitId)
  const settings = await settingsAt(db, scope.marketId, now)
  const isSeen = isRevealed(ratings, visit.completed_at, now, settings)
  const [own, other] =
    scope.type === 'Crew' ? [ratings.crew, ratings.customer] : [ratings.customer, ratings.crew]
  const given = (own?.stars as Stars | undefined) ?? null
  const isCustomer = scope.type === 'Customer'
  const tip = await shownTip(db, scope, visitId)
  const hasDispute = visit.dispute_state !== null && visit.dispute_state !== 'withdrawn'
  const refusal = refuseDispute(
    { state: visit.state, completedAt: visit.completed_at, hasDispute },
    now,
    settings,
  )
  const canSeeDispute = scope.type !== 'Crew' || visit.dispute_state !== 'withdrawn'
  return {
    visitId,
    own,
    canRate:
      scope.type !== 'Operator' &&
      !isRefusal(decideRating({ state: visit.state, given, isRevealed: isSeen }, 5)),
    // An operator sees both, whatever is still hidden from the two.
    theirs: isSeen || scope.type === 'Operator' ? other : null,
    isRevealed: isSeen,
    revealsAt: after(visit.completed_at, settings.ratingHiddenDays),
    crew: visit.crew_id === null ? null : (await crewAverages(db, [visit.crew_id], now)).get(visit.crew_id)!,
    tipCents: tip?.amountCents ?? null,
    tipUndoableUntil: tip?.waitsUntil ?? null,
    canTip: isCustomer && visit.state === 'completed' && tip === null,
    tipMinimumCents: settings.tipMinimumCents,
    tipMaximumCents: settings.tipMaximumCents,
    dispute:
      visit.dispute_id === null || !canSeeDispute
        ? null
        : { id: visit.dispute_id, state: visit.dispute_state! },
    canDispute: isCustomer && refusal === null,
    disputableUntil: visit.completed_at === null ? null : disputableUntil(visit.completed_at, settings),
  }
}

/** A crew learns of a tip when it cannot be taken back any more. */
async function shownTip(db: Db, scope: UserScope, visitId: VisitId) {
  const tip = await findTip(db, visitId)
  return tip === undefined || (scope.type === 'Crew' && tip.waitsUntil !== null) ? null : tip
}

function after(at: Instant | null, days: number): Instant | null {
  return at === null ? null : instant(at + days * DAY_MS)
}
