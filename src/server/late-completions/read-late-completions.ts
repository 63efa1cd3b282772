/** Late completions as their crew and the operator see them. */

import { distanceFeet } from '#domain/geo.ts'
import type { LateCompletionId, VisitId } from '#domain/ids.ts'
import { LATE_COMPLETION_LIFECYCLE, type LateCompletionStep } from '#domain/late-completions/graph.ts'
import { edgeOf } from '#domain/lifecycle.ts'
import { customerTotalOf } from '#domain/pricing/lines.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import { VISIT_LIFECYCLE } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import { photosOfVisits } from '../photos/queries.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { findGift } from '../coupons/find-gift.ts'
import { Refused } from '../refused.ts'
import type { CrewScope, OperatorScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { priceVisit } from '../work/price-visit.ts'
import { findVisitOfAnyCrew } from '../work/queries.ts'
import {
  countWaiting,
  findLateCompletion,
  isFeeCharged,
  listLateCompletions,
  listOwn,
  type MarketRow,
  type OwnRow,
} from './queries.ts'

export async function readOwnLateCompletions(app: App, scope: CrewScope) {
  return { lateCompletions: (await listOwn(app.db, scope)).map(toOwn) }
}

export async function readLateCompletions(
  app: App,
  scope: OperatorScope,
  input: { readonly isDecided: boolean; readonly cursor?: string | undefined },
) {
  const { rows, nextCursor } = await listLateCompletions(app.db, scope, input)
  return {
    lateCompletions: rows.map(toMarket),
    nextCursor,
    waitingCount: await countWaiting(app.db, scope),
  }
}

export async function readLateCompletion(app: App, scope: OperatorScope, lateCompletionId: LateCompletionId) {
  const row = await findLateCompletion(app.db, scope, lateCompletionId)
  if (row === undefined) throw new Refused('not_found')
  const visitId = row.visit_id
  const photos = (await photosOfVisits(app.db, [visitId])).filter((each) => each.owner_id === row.crew_id)
  const canAccept =
    mayDo(row, 'accept') &&
    edgeOf(VISIT_LIFECYCLE, {
      transition: 'accept_late_completion',
      from: row.visit_state,
      by: 'operator',
    }) !== undefined &&
    !(await isFeeCharged(app.db, visitId))
  return {
    ...toMarket(row),
    address: row.address,
    photos: photos.map((photo) => toPhotoReply(app, photo)),
    canAccept,
    canDismiss: mayDo(row, 'dismiss'),
    ifAccepted: canAccept ? await whatAcceptingPays(app, scope, visitId) : null,
  }
}

function mayDo(row: MarketRow, transition: LateCompletionStep): boolean {
  return edgeOf(LATE_COMPLETION_LIFECYCLE, { transition, from: row.state, by: 'operator' }) !== undefined
}

/** By the lines that a completion would freeze now. */
async function whatAcceptingPays(app: App, scope: OperatorScope, visitId: VisitId) {
  const visit = await findVisitOfAnyCrew(app.db, scope, visitId)
  if (visit === undefined) return null
  const lines = await priceVisit(app.db, visit, app.ports.clock.now(), findGift)
  if (lines === null) return null
  const terms = settingsOn(await settingsTimeline(app.db, scope.marketId), visit.date, visit.time_zone)
  return { owedCents: customerTotalOf(lines), payCents: crewPayFor(lines, terms) }
}

function toMarket(row: MarketRow) {
  return {
    ...toOwn(row),
    crewName: row.crew_name,
    customerName: row.customer_name,
    visitState: row.visit_state,
    distanceFeet:
      row.lat === null
        ? null
        : Math.round(
            distanceFeet({ lat: row.lat, lng: row.lng! }, { lat: row.place_lat, lng: row.place_lng }),
          ),
    note: row.note,
    decidedByName: row.decider_name,
  }
}

function toOwn(row: OwnRow) {
  return {
    id: row.id,
    visitId: row.visit_id,
    propertyName: row.property_name,
    serviceKey: row.service_key,
    timeZone: row.time_zone,
    date: row.date,
    reason: row.reason,
    doneAt: row.done_at,
    receivedAt: row.received_at,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    photoCount: row.photo_count ?? 0,
    state: row.state,
    decidedAt: row.decided_at,
    decisionNote: row.decision_note,
  }
}
