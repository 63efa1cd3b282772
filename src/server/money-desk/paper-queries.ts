/** One payment and one payout of the operator's market, with the rows that they are made of. */
import { sql } from 'kysely'
import type { ChargebackId, PaymentId, PayoutId, RefundId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

/** More than a payment or payout ever has. */
const MOST_ROWS = 500

/** Undefined for one of another market. */
export function findDeskPayment(db: Db, { marketId }: OperatorScope, id: PaymentId) {
  return db
    .selectFrom('payment')
    .innerJoin('users as customer', 'customer.id', 'payment.customer_id')
    .leftJoin('invoice', (join) =>
      join.onRef('invoice.payment_id', '=', 'payment.id').on('invoice.voided_at', 'is', null),
    )
    .where('payment.id', '=', id)
    .where('customer.market_id', '=', marketId)
    .select(['payment.kind', 'payment.state', 'payment.total_cents', 'payment.credit_cents'])
    .select([
      'payment.refunded_cents',
      'payment.provider_intent_id',
      'payment.period_start',
      'payment.period_end',
    ])
    .select(['customer.id as customer_id', 'customer.name', 'customer.phone', 'customer.email'])
    .select(['customer.locale', 'customer.time_zone', 'customer.market_id'])
    .select(['invoice.id as invoice_id', 'invoice.year', 'invoice.number'])
    .executeTakeFirst()
}

export function listAttempts(db: Db, id: PaymentId) {
  return db
    .selectFrom('charge_attempt')
    .where('payment_id', '=', id)
    .orderBy('number', 'desc')
    .limit(MOST_ROWS)
    .select(['number', 'state', 'is_retry', 'amount_cents', 'fee_cents', 'decline_code'])
    .select(['provider_intent_id', 'created_at'])
    .execute()
}

export function listHolds(db: Db, id: PaymentId) {
  return db
    .selectFrom('on_demand_order')
    .innerJoin('card_hold', 'card_hold.order_id', 'on_demand_order.id')
    .where('on_demand_order.payment_id', '=', id)
    .orderBy('card_hold.number', 'desc')
    .limit(MOST_ROWS)
    .select(['card_hold.number', 'card_hold.state', 'card_hold.amount_cents', 'card_hold.decline_code'])
    .select(['card_hold.provider_intent_id', 'card_hold.created_at', 'card_hold.expires_at'])
    .execute()
}

export async function listRefundRows(db: Db, id: PaymentId) {
  const { rows } = await sql<{
    id: RefundId
    state: 'pending' | 'succeeded' | 'failed'
    amount: number
    credit: number
    reason: string
    failure: string | null
    provider_refund_id: string | null
    is_from_provider: boolean
    created_at: Instant
  }>`
    select id, state, amount_cents as amount, credit_cents as credit, reason, failure, provider_refund_id,
      is_from_provider, created_at
    from refund where payment_id = ${id} order by created_at desc, id desc limit ${MOST_ROWS}
  `.execute(db)
  return rows
}

export async function listChargebackRows(db: Db, id: PaymentId) {
  const { rows } = await sql<{
    id: ChargebackId
    state: 'needs_evidence' | 'under_review' | 'won' | 'lost'
    is_return: boolean
    amount: number
    fee: number | null
    reason: string
    provider_chargeback_id: string
    opened_at: Instant
  }>`
    select id, state, is_return, amount_cents as amount, fee_cents as fee, reason, provider_chargeback_id, opened_at
    from chargeback where payment_id = ${id} order by opened_at desc, id desc limit ${MOST_ROWS}
  `.execute(db)
  return rows
}

/** Undefined for one of another market. */
export function findDeskPayout(db: Db, { marketId }: OperatorScope, id: PayoutId) {
  return db
    .selectFrom('payout')
    .innerJoin('users as payee', 'payee.id', 'payout.crew_id')
    .leftJoin('payout_account as account', 'account.user_id', 'payout.crew_id')
    .where('payout.id', '=', id)
    .where('payee.market_id', '=', marketId)
    .select(['payout.kind', 'payout.state', 'payout.provider_account_id', 'payout.provider_payout_id'])
    .select(['payout.failure', 'payout.period_start', 'payout.period_end', 'account.state as account_state'])
    .select(['account.account_id', 'payee.id as payee_id', 'payee.name', 'payee.phone', 'payee.type'])
    .select('payee.time_zone')
    .executeTakeFirst()
}

export async function listTransferRows(db: Db, id: PayoutId) {
  const { rows } = await sql<{
    number: number
    state: string
    amount: number
    reversed: number
    provider_transfer_id: string | null
    payment_id: PaymentId | null
  }>`
    select transfer.number, transfer.state, transfer.amount_cents as amount, transfer.reversed_cents as reversed,
      transfer.provider_transfer_id, payment.id as payment_id
    from payout_transfer transfer
    left join payment on payment.provider_intent_id = transfer.source_intent_id
    where transfer.payout_id = ${id} order by transfer.number limit ${MOST_ROWS}
  `.execute(db)
  return rows
}

/** The amount is the debit side, which is what moved. */
export async function listPayoutJournals(db: Db, id: PayoutId) {
  const { rows } = await sql<{ key: string; kind: string; at: Instant; amount: number }>`
    select journal.key, journal.kind, journal.at, (
      select coalesce(sum(posting.amount_cents), 0)::bigint from ledger_posting posting
      where posting.journal_id = journal.id and posting.amount_cents > 0
    ) as amount
    from ledger_journal journal where journal.subject_id = ${id} order by journal.id limit ${MOST_ROWS}
  `.execute(db)
  return rows
}
