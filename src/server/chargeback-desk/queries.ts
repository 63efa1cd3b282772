/** Chargebacks and warnings of fraud of an operator's market. */
import { sql } from 'kysely'
import type { EvidencePart } from '#domain/billing/chargebacks.ts'
import type { ChargebackId, PaymentId, UserId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { pageOf, readPageMark, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

const PAGE = 30
const OPEN = ['needs_evidence', 'under_review'] as const
const CLOSED = ['won', 'lost'] as const

export type DeskRow = NonNullable<Awaited<ReturnType<typeof findChargeback>>>

/** Open ones by the day on which evidence is due (those without one last), ended ones newest first. */
export async function listChargebacks(
  db: Db,
  scope: OperatorScope,
  { isClosed, cursor }: { readonly isClosed: boolean; readonly cursor?: string | undefined },
) {
  const after = readTimeMark(cursor)
  const sortedBy = isClosed
    ? sql`chargeback.closed_at`
    : sql`coalesce(chargeback.evidence_due_at, '9999-12-31'::timestamptz)`
  const [direction, beyond] = isClosed ? (['desc', '<'] as const) : (['asc', '>'] as const)
  const rows = await chargebacks(db, scope)
    .where('chargeback.state', 'in', isClosed ? CLOSED : OPEN)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${sortedBy}, chargeback.id) ${sql.raw(beyond)} (${after?.value}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(sortedBy, direction)
    .orderBy('chargeback.id', direction)
    .limit(PAGE + 1)
    .select(sql<string>`${sortedBy}::text`.as('mark'))
    .execute()
  return pageOf(rows, PAGE)
}

export async function countOpen(db: Db, scope: OperatorScope): Promise<number> {
  const { count } = await db
    .selectFrom('chargeback')
    .innerJoin('payment', 'payment.id', 'chargeback.payment_id')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('users.market_id', '=', scope.marketId)
    .where('chargeback.state', 'in', OPEN)
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Open, and nobody knows which payment of ours it takes back, nor so of which market. Oldest first. */
export async function listUnknown(db: Db, cursor: string | undefined) {
  const after = readTimeMark(cursor)
  const rows = await db
    .selectFrom('chargeback')
    .where('payment_id', 'is', null)
    .where('state', 'in', OPEN)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(opened_at, id) > (${after?.value}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('opened_at')
    .orderBy('id')
    .limit(PAGE + 1)
    .select([
      'id',
      'provider_chargeback_id',
      'provider_intent_id',
      'amount_cents',
      'reason',
      'evidence_due_at',
      'opened_at',
      sql<string>`opened_at::text`.as('mark'),
    ])
    .execute()
  return pageOf(rows, PAGE)
}

/** Undefined where its payment is known: then it is of its market's operators alone. */
export function findUnknown(db: Db, id: ChargebackId) {
  return db
    .selectFrom('chargeback')
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .select('provider_chargeback_id')
    .executeTakeFirst()
}

/** Undefined for operators of other markets. */
export function findChargeback(db: Db, scope: OperatorScope, id: ChargebackId) {
  return chargebacks(db, scope).where('chargeback.id', '=', id).executeTakeFirst()
}

/** Locked until the transaction ends. */
export function lockChargeback(db: Db, scope: OperatorScope, id: ChargebackId) {
  return chargebacks(db, scope).where('chargeback.id', '=', id).forUpdate('chargeback').executeTakeFirst()
}

export async function saveAnswering(
  db: Db,
  id: ChargebackId,
  answer: { note: string; without: readonly EvidencePart[]; by: UserId; now: Instant },
): Promise<void> {
  await db
    .updateTable('chargeback')
    .set({
      evidence_note: answer.note,
      evidence_without: [...answer.without],
      answered_at: toTimestamp(answer.now),
      answered_by: answer.by,
    })
    .where('id', '=', id)
    .execute()
}

export async function saveAnswered(
  db: Db,
  id: ChargebackId,
  column: 'evidence_sent_at' | 'accepted_at',
  now: Instant,
): Promise<void> {
  await db
    .updateTable('chargeback')
    .set({ [column]: toTimestamp(now) })
    .where('id', '=', id)
    .where(column, 'is', null)
    .execute()
}

type VisitOfPayment = { date: LocalDate; serviceKey: string; placeName: string | null; moreCount: number }

/** The first visit of each payment, and how many more it has. */
export async function firstVisits(
  db: Db,
  paymentIds: readonly PaymentId[],
): Promise<ReadonlyMap<PaymentId, VisitOfPayment>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_line')
    .innerJoin('visit', 'visit.id', 'payment_line.visit_id')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('payment_line.payment_id', 'in', paymentIds)
    .where('payment_line.kind', '=', 'visit')
    .distinctOn('payment_line.payment_id')
    .orderBy('payment_line.payment_id')
    .orderBy('visit.date')
    .select(['payment_line.payment_id', 'visit.date', 'visit.service_key', 'property.name'])
    .select(sql<number>`count(*) over (partition by payment_line.payment_id)`.as('count'))
    .execute()
  return new Map(
    rows.map((row) => [
      row.payment_id,
      {
        date: row.date,
        serviceKey: row.service_key,
        placeName: row.name,
        moreCount: row.count - 1,
      },
    ]),
  )
}

/** Waiting for an answer: nobody has left them, and the money is still there to be given back. */
export async function listWarnings(db: Db, scope: OperatorScope, cursor: string | undefined) {
  const after = readPageMark(cursor)
  const rows = await warnings(db, scope)
    .where('fraud_warning.dismissed_at', 'is', null)
    .where('fraud_warning.is_actionable', '=', true)
    // What pays a part of an invoice goes back by refunds of the invoice.
    .where(
      sql<boolean>`payment.refunded_cents + coalesce((
        select sum(refund.amount_cents) from refund
        where refund.through_payment_id = payment.id and refund.state <> 'failed'
      ), 0) < payment.total_cents + payment.credit_cents`,
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('chargeback')
            .whereRef('chargeback.payment_id', '=', 'payment.id')
            .select('chargeback.id'),
        ),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(fraud_warning.warned_at, payment.id) > (${after?.value}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('fraud_warning.warned_at')
    .orderBy('payment.id')
    .limit(PAGE + 1)
    .select(sql<string>`fraud_warning.warned_at::text`.as('mark'))
    .execute()
  const marked = rows.map((row) => ({ ...row, warning_id: row.id, id: row.payment_id }))
  return pageOf(marked, PAGE)
}

export function lockWarning(db: Db, scope: OperatorScope, id: string) {
  return warnings(db, scope).where('fraud_warning.id', '=', id).forUpdate('fraud_warning').executeTakeFirst()
}

export async function saveWarningAnswer(
  db: Db,
  id: string,
  { by, now }: { by: UserId; now: Instant },
): Promise<void> {
  await db
    .updateTable('fraud_warning')
    .set({ dismissed_at: toTimestamp(now), answered_by: by })
    .where('id', '=', id)
    .execute()
}

function warnings(db: Db, scope: OperatorScope) {
  return db
    .selectFrom('fraud_warning')
    .innerJoin('payment', 'payment.id', 'fraud_warning.payment_id')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .where('users.market_id', '=', scope.marketId)
    .select([
      'fraud_warning.id',
      'fraud_warning.warned_at',
      'fraud_warning.dismissed_at',
      'payment.id as payment_id',
      'payment.customer_id',
      'payment.total_cents',
      'payment.paid_at',
      'users.name as customer_name',
    ])
}

function chargebacks(db: Db, scope: OperatorScope) {
  return db
    .selectFrom('chargeback')
    .innerJoin('payment', 'payment.id', 'chargeback.payment_id')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .leftJoin('users as answerer', 'answerer.id', 'chargeback.answered_by')
    .where('users.market_id', '=', scope.marketId)
    .select([
      'chargeback.id',
      'chargeback.provider_chargeback_id',
      'chargeback.payment_id',
      'chargeback.amount_cents',
      'chargeback.fee_cents',
      'chargeback.state',
      'chargeback.reason',
      'chargeback.evidence_due_at',
      'chargeback.evidence_sent_at',
      'chargeback.evidence_note',
      'chargeback.evidence_without',
      'chargeback.answered_at',
      'chargeback.accepted_at',
      'chargeback.is_return',
      'chargeback.opened_at',
      'chargeback.closed_at',
      'answerer.name as answered_by',
      'payment.total_cents',
      'payment.refunded_cents',
      'payment.paid_at',
      'payment.charged_brand',
      'payment.charged_last4',
      'users.id as customer_id',
      'users.name as customer_name',
      'users.email as customer_email',
      'users.created_at as customer_since',
      'users.time_zone as customer_zone',
    ])
}
