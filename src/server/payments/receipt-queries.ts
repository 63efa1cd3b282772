/** One payment as its receipt: a line per visit, refunds, and what the books say. Null for whoever may not see it. */

import { sql } from 'kysely'
import { RECEIPT_JOURNALS, RECEIPT_LINES } from '#domain/billing/receipt.ts'
import type { Letterhead } from '#domain/billing/letterhead.ts'
import { type PaymentId, type PayoutId, toId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { toJournalKind } from '#domain/ledger/journal-kinds.ts'
import { cents, ZERO_CENTS } from '#domain/money.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import { exemptionsOf } from '../ledger/tax-queries.ts'
import { letterheadOf } from '../markets/letterhead-queries.ts'
import { findStatement } from '../payouts/queries.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'

/** More lines than a year of the largest portfolio's week has. */
const MOST_LINES = 5_000

type WithHead<Paper> = NonNullable<Paper> & { readonly letterhead: Letterhead }
export type Receipt = WithHead<Awaited<ReturnType<typeof findReceipt>>>
export type EarningsStatement = WithHead<Awaited<ReturnType<typeof findStatement>>>

/** The address of seed §2 shows either: a customer's receipt, or a crew's statement by the payout's id. */
export async function readPayment(
  app: App,
  scope: UserScope,
  id: PaymentId,
): Promise<Receipt | EarningsStatement> {
  const found =
    (scope.type === 'Crew' ? null : await findReceipt(app.db, scope, id)) ??
    (scope.type === 'Customer' ? null : await findStatement(app.db, scope, toId<PayoutId>(id)))
  if (found === null) throw new Refused('not_found')
  const day = found.kind === 'receipt' ? (found.paidAt ?? found.createdAt) : found.createdAt
  return { ...found, letterhead: await letterheadOf(app, scope.marketId, day) }
}

async function findReceipt(db: Db, scope: UserScope, paymentId: PaymentId) {
  const row = await findPayment(db, scope, paymentId)
  if (row === undefined) return null
  const [lines, exemptions, couponCodes, refunds, journals] = await Promise.all([
    findLines(db, paymentId, scope.locale),
    exemptionsOf(db, paymentId),
    findCouponCodes(db, paymentId),
    findRefunds(db, paymentId),
    findJournals(db, paymentId, scope),
  ])
  return {
    kind: 'receipt' as const,
    id: paymentId,
    customerName: row.name,
    billedTo: {
      companyName: row.company_name ?? '',
      billingAddress: row.billing_address ?? '',
      taxNumber: row.tax_number ?? '',
      poNumber: row.po_number ?? '',
    },
    periodStart: row.period_start,
    periodEnd: row.period_end,
    state: row.state,
    subtotalCents: cents(row.subtotal_cents),
    taxCents: cents(row.tax_cents),
    couponCents: cents(row.coupon_cents),
    couponCodes,
    creditCents: cents(row.credit_cents),
    totalCents: cents(row.total_cents),
    refundedCents: cents(row.refunded_cents),
    // Credit that paid for a part goes back as credit, beyond what was charged.
    netCents: cents(Math.max(0, row.total_cents - row.refunded_cents)),
    netTaxCents: cents(Math.max(0, row.tax_cents - Number(row.refunded_tax ?? 0))),
    visitCount: lines.filter((line) => line.kind === 'visit').length,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    nextAttemptAt: row.next_attempt_at,
    lastDecline: row.last_decline,
    // The card that was charged, not the one on file by now.
    card:
      row.charged_brand === null || row.charged_last4 === null
        ? null
        : { brand: row.charged_brand, last4: row.charged_last4 },
    lines,
    exemptions,
    refunds,
    ledger: {
      journals,
      owedCents: cents(
        row.state === 'paid' || row.state === 'written_off' ? 0 : (row.owed_on_invoice ?? row.total_cents),
      ),
    },
  }
}

function findPayment(db: Db, scope: UserScope, paymentId: PaymentId) {
  return db
    .selectFrom('payment')
    .innerJoin('users', 'users.id', 'payment.customer_id')
    .leftJoin('billing_details as details', 'details.customer_id', 'payment.customer_id')
    .leftJoin('invoice', (join) =>
      join.onRef('invoice.payment_id', '=', 'payment.id').on('invoice.voided_at', 'is', null),
    )
    .where('payment.id', '=', paymentId)
    .$if(scope.type === 'Operator', (query) => query.where('users.market_id', '=', scope.marketId))
    .$if(scope.type !== 'Operator', (query) => query.where('payment.customer_id', '=', scope.userId))
    .select((eb) => [
      sql<number | null>`invoice.total_cents - invoice.paid_cents - invoice.credited_cents`.as(
        'owed_on_invoice',
      ),
      eb.fn.coalesce('invoice.company_name', 'details.company_name').as('company_name'),
      eb.fn.coalesce('invoice.billing_address', 'details.billing_address').as('billing_address'),
      eb.fn.coalesce('invoice.tax_number', 'details.tax_number').as('tax_number'),
      eb.fn.coalesce('invoice.po_number', 'details.po_number').as('po_number'),
      eb
        .selectFrom('refund_part')
        .innerJoin('refund', 'refund.id', 'refund_part.refund_id')
        .whereRef('refund.payment_id', '=', 'payment.id')
        .where('refund.state', '<>', 'failed')
        .where('refund_part.undone_at', 'is', null)
        .select((of) => of.fn.sum<string>('refund_part.tax_cents').as('tax'))
        .as('refunded_tax'),
      'payment.period_start',
      'payment.period_end',
      'payment.state',
      'payment.subtotal_cents',
      'payment.tax_cents',
      'payment.coupon_cents',
      'payment.credit_cents',
      'payment.total_cents',
      'payment.refunded_cents',
      'payment.created_at',
      'payment.paid_at',
      'payment.next_attempt_at',
      'payment.last_decline',
      'users.name',
      'payment.charged_brand',
      'payment.charged_last4',
    ])
    .executeTakeFirst()
}

/** Of what a payment is for. */
export async function findCouponCodes(db: Db, paymentId: PaymentId): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_line')
    .innerJoin('coupon_use', 'coupon_use.visit_id', 'payment_line.visit_id')
    .where('payment_line.payment_id', '=', paymentId)
    .groupBy('coupon_use.coupon_code')
    .orderBy('coupon_use.coupon_code')
    .select('coupon_use.coupon_code')
    .execute()
  return rows.map((row) => row.coupon_code)
}

async function findLines(db: Db, paymentId: PaymentId, locale: Language) {
  const rows = await db
    .selectFrom('payment_line')
    .leftJoin('tip', 'tip.id', 'payment_line.tip_id')
    .leftJoin('visit', (join) =>
      join.on((eb) => eb('visit.id', '=', eb.fn.coalesce('payment_line.visit_id', 'tip.visit_id'))),
    )
    .leftJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('service', 'service.key', 'visit.service_key')
    .where('payment_line.payment_id', '=', paymentId)
    .orderBy(sql`array_position(${[...RECEIPT_LINES]}::text[], payment_line.kind)`)
    .orderBy('visit.date')
    .orderBy('property.name')
    .orderBy('payment_line.id')
    .limit(MOST_LINES)
    .select([
      'payment_line.kind',
      'payment_line.visit_id',
      'payment_line.description',
      'payment_line.amount_cents',
      'visit.date',
      'visit.state as visit_state',
      'service.name_en',
      'service.name_es',
      'property.name as place_name',
    ])
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    visitId: row.visit_id,
    date: row.date,
    serviceName: nameIn(locale, row),
    placeName: row.place_name,
    description: row.description,
    isCallOut: row.kind === 'visit' && row.visit_state === 'missed',
    amountCents: cents(row.amount_cents),
  }))
}

async function findRefunds(db: Db, paymentId: PaymentId) {
  const rows = await db
    .selectFrom('refund')
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .limit(200)
    .select(['id', 'amount_cents', 'credit_cents', 'reason', 'state', 'created_at'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amountCents: cents(row.amount_cents),
    creditCents: cents(row.credit_cents),
    reason: row.reason,
    state: row.state,
    createdAt: row.created_at,
  }))
}

/** Journals about the payment and its refunds; the amount is the debit side, which is what moved. */
async function findJournals(db: Db, paymentId: PaymentId, scope: UserScope) {
  const rows = await db
    .selectFrom('ledger_journal')
    .innerJoin('ledger_posting', 'ledger_posting.journal_id', 'ledger_journal.id')
    // As one list, so that the index of subjects is used: with `or` all postings there are would be read.
    .where(
      sql<boolean>`ledger_journal.subject_id = any(
        array[${paymentId}::uuid] || array(select id from refund where refund.payment_id = ${paymentId})
      )`,
    )
    .where('ledger_posting.amount_cents', '>', ZERO_CENTS)
    .$if(scope.type !== 'Operator', (query) =>
      query.where('ledger_journal.kind', 'in', [...RECEIPT_JOURNALS]),
    )
    .groupBy('ledger_journal.id')
    .orderBy('ledger_journal.id')
    .select((eb) => [
      'ledger_journal.key',
      'ledger_journal.kind',
      'ledger_journal.at',
      eb.fn.sum<string>('ledger_posting.amount_cents').as('amount'),
    ])
    .execute()
  return rows.map((row) => ({
    key: row.key,
    kind: toJournalKind(row.kind),
    at: row.at,
    amountCents: cents(Number(row.amount)),
  }))
}
