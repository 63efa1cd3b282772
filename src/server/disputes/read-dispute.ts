/** A dispute as the screens show it: the two sides see the story, operators the evidence, too. */

import { MOST_DISPUTE_PHOTOS } from '#domain/disputes/disputes.ts'
import { isUndecided } from '#domain/disputes/graph.ts'
import type { DisputeId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope, UserScope } from '../scope.ts'
import { photosOfDispute } from './photo-queries.ts'
import { countOpenDisputes, type DisputeRow, findDispute, listDisputes, timelineOf } from './queries.ts'
import { readEvidence } from './read-evidence.ts'
import { owedFor } from './visit-queries.ts'

export async function readDispute(app: App, scope: UserScope, disputeId: DisputeId) {
  const { db } = app
  const row = await findDispute(db, scope, disputeId)
  if (row === undefined) throw new Refused('not_found')
  const photos = await photosOfDispute(db, disputeId)
  const canStill = isUndecided(row.state)
  const isCustomer = scope.type === 'Customer'
  return {
    ...toCard(row),
    crewNote: row.crew_note,
    photos: photos.map((photo) => toPhotoReply(app, photo)),
    isAutomatic: row.is_automatic,
    decidedAt: row.decided_at,
    decisionNote: row.decision_note,
    amountCents: scope.type === 'Crew' || row.amount_cents === null ? null : cents(row.amount_cents),
    refundedTo:
      scope.type === 'Crew' || row.amount_cents === null
        ? null
        : row.refund_id === null
          ? ('credit' as const)
          : ('card' as const),
    redo:
      row.redo_visit_id === null
        ? null
        : { visitId: row.redo_visit_id, date: row.redo_date!, state: row.redo_state! },
    canAnswer: scope.type === 'Crew' && row.state === 'open',
    canWithdraw: isCustomer && canStill,
    canDecide: scope.type === 'Operator' && canStill,
    canAddPhotos: isCustomer && canStill && photos.length < MOST_DISPUTE_PHOTOS,
    timeline: await timelineOf(db, disputeId),
    evidence: scope.type === 'Operator' ? await readEvidence(app, row) : null,
  }
}

export async function readDisputes(
  app: App,
  scope: OperatorScope,
  input: { isDecided: boolean; cursor?: string | undefined },
) {
  const { rows, nextCursor } = await listDisputes(app.db, scope, input)
  return {
    disputes: rows.map((row) => ({
      ...toCard(row),
      customerName: row.customer_name,
      crewName: row.crew_name,
      owedCents: owedFor(row.price_lines).owedCents,
    })),
    nextCursor,
    openCount: await countOpenDisputes(app.db, scope),
  }
}

type CardRow = Pick<
  DisputeRow,
  | 'id'
  | 'visit_id'
  | 'problem'
  | 'note'
  | 'state'
  | 'opened_at'
  | 'property_name'
  | 'service_key'
  | 'time_zone'
  | 'date'
>

function toCard(row: CardRow) {
  return {
    id: row.id,
    visitId: row.visit_id,
    problem: row.problem,
    note: row.note,
    state: row.state,
    openedAt: row.opened_at,
    propertyName: row.property_name,
    serviceKey: row.service_key,
    timeZone: row.time_zone,
    date: row.date,
  }
}
