/** A small dispute is settled as soon as it is opened, within what one customer gets back by itself in a month. */
import { automaticRefund, type Problem } from '#domain/disputes/disputes.ts'
import type { DisputeId, RefundId, UserId, VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { dateAt, type Instant, instantAt, localDate, localTime } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { edgeFor } from './decide-step.ts'
import { notifyOfDecision } from './notify-of-dispute.ts'
import { lockAutomaticRefunds, saveStep } from './queries.ts'
import { refundVisit } from './refund-visit.ts'

type OpenDispute = {
  readonly disputeId: DisputeId
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly crewId: UserId
  readonly problem: Problem
  readonly note: string
  readonly owedCents: Cents
}

/** Null where a person has to look at it, as where another refund has left too little. */
export async function settleDispute(
  app: App,
  db: Db,
  scope: CustomerScope,
  dispute: OpenDispute,
  now: Instant,
): Promise<{ readonly amountCents: Cents; readonly refundId: RefundId | null } | null> {
  const { disputeId, visitId, customerId, crewId, problem, owedCents } = dispute
  const settledThisMonthCents = await lockAutomaticRefunds(db, customerId, startOfMonth(now, scope.timeZone))
  const settings = await settingsAt(db, scope.marketId, now)
  const amountCents = automaticRefund({ problem, owedCents, settledThisMonthCents }, settings)
  if (amountCents === null) return null
  const edge = edgeFor('open', 'settle', BY_SYSTEM)
  if (edge === null) return null
  const refundId = await refundIfPossible(app, db, dispute, amountCents, now)
  if (refundId === undefined) return null
  await saveStep(
    db,
    { id: disputeId, state: 'open' },
    {
      edge,
      by: BY_SYSTEM,
      note: '',
      now,
      columns: {
        is_automatic: true,
        decided_at: toTimestamp(now),
        amount_cents: amountCents,
        refund_id: refundId,
      },
    },
  )
  await recordAudit(db, {
    at: now,
    actorId: null,
    concerns: customerId,
    action: 'settle_dispute',
    subject: disputeId,
    detail: { amountCents, refundId },
  })
  const decided = { disputeId, visitId, customerId, crewId, state: edge.to, amountCents, now }
  await notifyOfDecision(db, decided)
  return { amountCents, refundId }
}

const BY_SYSTEM = { kind: 'system', id: null } as const

/** Of the customer's own calendar month. */
function startOfMonth(now: Instant, zone: string): Instant {
  return instantAt(localDate(`${dateAt(now, zone).slice(0, 7)}-01`), localTime('00:00'), zone)
}

/** Undefined where it is refused; nothing was written then. */
async function refundIfPossible(
  app: App,
  db: Db,
  { note, ...dispute }: OpenDispute,
  amountCents: Cents,
  now: Instant,
): Promise<RefundId | null | undefined> {
  try {
    return await refundVisit(app, db, {
      ...dispute,
      amountCents,
      takesBackCrewPay: false,
      reason: note.slice(0, 200),
      decidedBy: null,
      now,
    })
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
