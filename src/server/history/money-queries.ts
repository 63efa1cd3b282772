/** What happened with a payment and with a payout. */
import { type RawBuilder, sql } from 'kysely'
import type { PaymentId, PayoutId } from '#domain/ids.ts'
import type { OperatorScope } from '../scope.ts'
import { nameOf, type Source } from './source-queries.ts'
import { changesOf, journalsOf, notesAbout, noticesWhere } from './words-queries.ts'

export function paymentsWhere(where: RawBuilder<unknown>): Source {
  return {
    kind: 'payment',
    from: sql`payment`,
    id: 'payment.id',
    at: 'payment.created_at',
    where,
    columns: {
      title: 'payment.kind',
      state: 'payment.state',
      amount: 'payment.total_cents',
      by: "'system'",
      payment: 'payment.id',
    },
  }
}

export function attemptsWhere(where: RawBuilder<unknown>): Source {
  return {
    kind: 'attempt',
    from: sql`charge_attempt attempt`,
    id: nameOf('attempt', 'attempt.payment_id::text || attempt.number'),
    at: 'coalesce(attempt.settled_at, attempt.created_at)',
    where,
    columns: {
      title: 'attempt.state',
      state: 'attempt.state',
      note: 'attempt.decline_code',
      amount: 'attempt.amount_cents',
      by: "'system'",
      payment: 'attempt.payment_id',
    },
  }
}

export function paymentSources(scope: OperatorScope, id: PaymentId): Source[] {
  const refunds = sql`select refund.id from refund where refund.payment_id = ${id}`
  const chargebacks = sql`select chargeback.id from chargeback where chargeback.payment_id = ${id}`
  return [
    paymentsWhere(sql`payment.id = ${id}`),
    attemptsWhere(sql`attempt.payment_id = ${id}`),
    {
      kind: 'hold',
      from: sql`on_demand_order orders join card_hold hold on hold.order_id = orders.id`,
      id: 'hold.id',
      at: 'coalesce(hold.settled_at, hold.created_at)',
      where: sql`orders.payment_id = ${id}`,
      columns: {
        title: 'hold.state',
        state: 'hold.state',
        note: 'hold.decline_code',
        amount: 'hold.amount_cents',
        by: "'system'",
      },
    },
    {
      kind: 'refund',
      from: sql`refund`,
      id: 'refund.id',
      at: 'refund.created_at',
      where: sql`refund.payment_id = ${id}`,
      columns: {
        title: 'refund.state',
        state: 'refund.state',
        note: 'coalesce(refund.failure, refund.reason)',
        amount: 'refund.amount_cents',
        by: "case when refund.is_from_provider then 'system' else 'operator' end",
      },
    },
    {
      kind: 'chargeback',
      from: sql`chargeback`,
      id: 'chargeback.id',
      at: 'chargeback.opened_at',
      where: sql`chargeback.payment_id = ${id}`,
      columns: {
        title: 'chargeback.state',
        state: 'chargeback.state',
        note: 'chargeback.reason',
        amount: 'chargeback.amount_cents',
        by: "'system'",
      },
    },
    journalsOf(sql`select ${id}::uuid union all ${refunds} union all ${chargebacks}`),
    ...papersOf(
      scope,
      id,
      sql`union all select id::text from (${refunds} union all ${chargebacks}) as about`,
    ),
  ]
}

export function payoutSources(scope: OperatorScope, id: PayoutId): Source[] {
  const step = (kind: 'payout' | 'payout_sent' | 'payout_paid', at: string): Source => ({
    kind,
    from: sql`payout`,
    id: kind === 'payout' ? 'payout.id' : nameOf(kind, 'payout.id::text'),
    at: `payout.${at}`,
    where: sql`payout.id = ${id} and ${sql.ref(`payout.${at}`)} is not null`,
    columns: {
      title: 'payout.kind',
      state: 'payout.state',
      amount: 'payout.amount_cents',
      by: "'system'",
      ...(kind === 'payout' ? { note: 'payout.failure' } : {}),
    },
  })
  return [
    step('payout', 'created_at'),
    step('payout_sent', 'sent_at'),
    step('payout_paid', 'paid_at'),
    journalsOf(sql`select ${id}::uuid`),
    ...papersOf(scope, id, sql``),
  ]
}

/** What was written about a paper, and done to it or to any of these beside it. */
function papersOf(scope: OperatorScope, id: PaymentId | PayoutId, beside: RawBuilder<unknown>): Source[] {
  return [
    // The literal lets the index of papers be taken.
    noticesWhere(sql`notice.url = ${`/account/payments/${id}`} and notice.url like '/account/payments/%'`),
    notesAbout(id),
    changesOf(scope, sql`select ${id}::text ${beside}`),
  ]
}
