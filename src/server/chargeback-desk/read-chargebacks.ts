/** Chargebacks as operators see them: the list, and one with everything that speaks for us. */
import { canAnswer, EVIDENCE_PARTS, endOf } from '#domain/billing/chargebacks.ts'
import type { ChargebackId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { journalsOf } from './evidence-queries.ts'
import {
  countOpen,
  type DeskRow,
  findChargeback,
  firstVisits,
  listChargebacks,
  listUnknown,
  listWarnings,
} from './queries.ts'
import { type Evidence, readEvidence } from './read-evidence.ts'

export async function readChargebacks(
  { db }: App,
  scope: OperatorScope,
  input: { readonly isClosed: boolean; readonly cursor?: string | undefined },
) {
  const { rows, nextCursor } = await listChargebacks(db, scope, input)
  const visits = await firstVisits(
    db,
    rows.map((row) => row.payment_id!),
  )
  return {
    chargebacks: rows.map((row) => ({ ...toCard(row), visit: visits.get(row.payment_id!) ?? null })),
    nextCursor,
    openCount: await countOpen(db, scope),
  }
}

export async function readChargeback(app: App, scope: OperatorScope, id: ChargebackId) {
  const row = await findChargeback(app.db, scope, id)
  if (row === undefined) throw new Refused('not_found')
  const evidence = await readEvidence(app, row)
  const [first] = evidence.visits
  const { charged_brand: brand, charged_last4: last4 } = row
  return {
    ...toCard(row),
    visit:
      first === undefined
        ? null
        : {
            date: first.date,
            serviceKey: first.service_key,
            placeName: first.place_name,
            moreCount: evidence.visits.length - 1,
          },
    canAnswer: canAnswer({ state: row.state, evidenceDueAt: row.evidence_due_at }, app.ports.clock.now()),
    answeredBy: row.answered_by,
    note: row.evidence_note,
    without: EVIDENCE_PARTS.filter((part) => row.evidence_without.includes(part)),
    ledger: await journalsOf(app.db, id),
    payment: {
      totalCents: cents(row.total_cents),
      refundedCents: cents(row.refunded_cents),
      paidAt: row.paid_at,
      card: brand === null || last4 === null ? null : { brand, last4 },
    },
    customer: {
      email: row.customer_email,
      since: row.customer_since,
      ...evidence.history,
    },
    visits: evidence.visits.map((visit) => toVisit(app, visit)),
  }
}

export async function readFraudWarnings(
  { db }: App,
  scope: OperatorScope,
  { cursor }: { readonly cursor?: string | undefined },
) {
  const { rows, nextCursor } = await listWarnings(db, scope, cursor)
  return {
    warnings: rows.map((row) => ({
      id: row.warning_id,
      paymentId: row.payment_id,
      customerName: row.customer_name,
      amountCents: cents(row.total_cents),
      warnedAt: row.warned_at,
      paidAt: row.paid_at,
    })),
    nextCursor,
  }
}

export async function readUnknownChargebacks(
  { db }: App,
  { cursor }: { readonly cursor?: string | undefined },
) {
  const { rows, nextCursor } = await listUnknown(db, cursor)
  return {
    chargebacks: rows.map((row) => ({
      id: row.id,
      intentId: row.provider_intent_id,
      providerId: row.provider_chargeback_id,
      amountCents: cents(row.amount_cents),
      reason: row.reason,
      evidenceDueAt: row.evidence_due_at,
      openedAt: row.opened_at,
    })),
    nextCursor,
  }
}

/** What an answer says of how it stands now. */
export async function readAnswer(app: App, scope: OperatorScope, id: ChargebackId) {
  const { state, end, sentAt } = toCard((await findChargeback(app.db, scope, id))!)
  return { state, end, sentAt }
}

function toCard(row: DeskRow) {
  return {
    id: row.id,
    paymentId: row.payment_id,
    customerName: row.customer_name,
    amountCents: cents(row.amount_cents),
    feeCents: row.fee_cents,
    state: row.state,
    end: endOf({
      state: row.state,
      hasEvidence: row.evidence_sent_at !== null,
      isAccepted: row.accepted_at !== null,
      isReturn: row.is_return,
    }),
    reason: row.reason,
    evidenceDueAt: row.evidence_due_at,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    sentAt: row.evidence_sent_at,
  }
}

function toVisit(app: App, visit: Evidence['visits'][number]) {
  return {
    id: visit.id,
    date: visit.date,
    serviceKey: visit.service_key,
    placeName: visit.place_name,
    address: visit.address ?? '',
    timeZone: visit.time_zone,
    crewName: visit.crew_name,
    amountCents: cents(visit.amount_cents),
    startsAt: visit.starts_at,
    endsAt: visit.ends_at,
    startedAt: visit.started_at,
    completedAt: visit.completed_at,
    distanceFeet: visit.completed_distance_feet,
    place:
      visit.completed_lat === null || visit.completed_lng === null
        ? null
        : { lat: visit.completed_lat, lng: visit.completed_lng },
    photos: visit.photos.map((photo) => ({
      ...toPhotoReply(app, photo),
      takenAt: photo.taken_at ?? visit.completed_at ?? visit.starts_at,
    })),
    messages: visit.messages.map(({ created_at: at, sender_role: senderRole, text }) => ({
      at,
      senderRole,
      text,
    })),
  }
}
