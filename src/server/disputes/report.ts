/** A customer reports a problem: kept with its words, told to the crew, and settled at once where it is small. */
import { automaticRefund, type Problem, refuseReport } from '#domain/disputes/disputes.ts'
import type { DisputeId, RefundId, UserId, VisitId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { dateAt, type Instant, instantAt, localTime } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { sendRefund } from '../payments/refund-payment.ts'
import { ProviderUnavailable } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsAt } from '../settings/settings-at.ts'
import { giveBack } from './give-back.ts'
import { owedFor } from './queries.ts'
import { edgeFor, writeStep } from './steps.ts'
import { tellCrewOfReport, tellOfDecision } from './tell.ts'

export type ReportAnswer = {
  readonly disputeId: DisputeId
  readonly state: 'open' | 'refunded'
  readonly amountCents: Cents | null
}

type ReportInput = { readonly visitId: VisitId; readonly problem: Problem; readonly words: string }
type ReportedVisit = Awaited<ReturnType<typeof lockVisit>>

export async function reportProblem(
  app: App,
  scope: CustomerScope,
  input: ReportInput,
): Promise<ReportAnswer> {
  const now = app.ports.clock.now()
  const { answer, refundId } = await inTransaction(app.db, (db) => report(app, db, scope, input, now), {
    isolation: 'read committed',
  })
  if (refundId !== null) await sendRefundNow(app, refundId)
  return answer
}

/** The task that was enqueued with the reservation asks again where the provider is away. */
export async function sendRefundNow(app: App, refundId: RefundId): Promise<void> {
  try {
    await sendRefund(app, refundId)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
  }
}

async function report(app: App, db: Db, scope: CustomerScope, input: ReportInput, now: Instant) {
  const visit = await lockVisit(db, scope, input.visitId)
  const settings = await settingsAt(db, scope.marketId, visit.completed_at ?? now)
  const refusal = refuseReport(
    { state: visit.state, completedAt: visit.completed_at, hasDispute: visit.hasDispute },
    now,
    settings,
  )
  if (refusal !== null) throw new Refused(refusal.refused)
  const crewId = visit.crew_id as UserId
  const { id } = await db
    .insertInto('dispute')
    .values({
      visit_id: input.visitId,
      customer_id: scope.userId,
      crew_id: crewId,
      problem: input.problem,
      words: input.words,
      state: 'open',
      reported_at: toTimestamp(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const disputeId = id
  const by = { kind: 'customer', id: scope.userId } as const
  await writeStep(db, disputeId, {
    transition: 'report',
    from: null,
    to: 'open',
    by,
    words: input.words,
    now,
  })
  const settled = await settle(app, db, { scope, disputeId, visit, input, now })
  if (settled !== null) return settled
  await tellCrewOfReport(db, { disputeId, visitId: input.visitId, crewId, now })
  return { answer: { disputeId, state: 'open', amountCents: null } as ReportAnswer, refundId: null }
}

/** The visit, locked: two reports of it at once are one. */
async function lockVisit(db: Db, scope: CustomerScope, visitId: VisitId) {
  const visit = await db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .where('customer_id', '=', scope.userId)
    .forNoKeyUpdate()
    .select(['state', 'crew_id', 'completed_at', 'price_lines'])
    .executeTakeFirst()
  if (visit === undefined) throw new Refused('not_found')
  const dispute = await db
    .selectFrom('dispute')
    .where('visit_id', '=', visitId)
    .where('state', '<>', 'withdrawn')
    .select('id')
    .executeTakeFirst()
  return { ...visit, hasDispute: dispute !== undefined }
}

type Settling = {
  readonly scope: CustomerScope
  readonly disputeId: DisputeId
  readonly visit: ReportedVisit
  readonly input: ReportInput
  readonly now: Instant
}

/** Null where a person has to look at it, as where another refund has left too little. */
async function settle(app: App, db: Db, { scope, disputeId, visit, input, now }: Settling) {
  const { owedCents } = owedFor(visit.price_lines)
  const settledThisMonthCents = await settledThisMonth(db, scope, now)
  const settings = await settingsAt(db, scope.marketId, now)
  const amountCents = automaticRefund({ problem: input.problem, owedCents, settledThisMonthCents }, settings)
  if (amountCents === null) return null
  const [crewId, visitId, customerId] = [visit.crew_id as UserId, input.visitId, scope.userId]
  const given = { disputeId, visitId, customerId, crewId, amountCents, takesBackCrewPay: false }
  let refundId: RefundId | null
  try {
    refundId = await giveBack(app, db, { ...given, reason: input.words.slice(0, 200), decidedBy: null, now })
  } catch (error) {
    // Refused before anything was written.
    if (error instanceof Refused) return null
    throw error
  }
  const by = { kind: 'system', id: null } as const
  const edge = edgeFor('open', 'settle', by)!
  await db
    .updateTable('dispute')
    .set({
      state: edge.to,
      is_automatic: true,
      decided_at: toTimestamp(now),
      amount_cents: amountCents,
      refund_id: refundId,
    })
    .where('id', '=', disputeId)
    .execute()
  await writeStep(db, disputeId, { transition: 'settle', from: 'open', to: edge.to, by, words: '', now })
  await recordAudit(db, {
    at: now,
    actorId: null,
    action: 'settle_dispute',
    subject: disputeId,
    detail: { amountCents, refundId },
  })
  await tellOfDecision(db, {
    disputeId,
    visitId,
    customerId,
    crewId,
    state: 'refunded',
    amountCents,
    now,
  })
  return { answer: { disputeId, state: 'refunded', amountCents } as ReportAnswer, refundId }
}

/** Of the customer's own calendar month. The customer's row is locked: reports made at once share one budget. */
async function settledThisMonth(db: Db, scope: CustomerScope, now: Instant): Promise<Cents> {
  await db.selectFrom('users').where('id', '=', scope.userId).forNoKeyUpdate().select('id').execute()
  const firstDay = `${dateAt(now, scope.timeZone).slice(0, 7)}-01` as ReturnType<typeof dateAt>
  const since = instantAt(firstDay, localTime('00:00'), scope.timeZone)
  const row = await db
    .selectFrom('dispute')
    .where('customer_id', '=', scope.userId)
    .where('is_automatic', '=', true)
    .where('decided_at', '>=', toTimestamp(since))
    .select((eb) => eb.fn.sum<string | null>('amount_cents').as('total'))
    .executeTakeFirstOrThrow()
  return cents(Number(row.total ?? 0))
}
