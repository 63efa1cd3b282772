/** The parts of a payout as they go to the crew's balance at the provider, and the charges that they come out of. */
import { sql } from 'kysely'
import type { PayoutId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { EarnedFrom, PlannedTransfer } from '#domain/payouts/transfers.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type TransferRow = Awaited<ReturnType<typeof nextTransfers>>[number]

export async function hasTransfers(db: Db, payoutId: PayoutId): Promise<boolean> {
  const row = await db
    .selectFrom('payout_transfer')
    .where('payout_id', '=', payoutId)
    .select('number')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertTransfers(
  db: Db,
  payoutId: PayoutId,
  planned: readonly PlannedTransfer[],
): Promise<void> {
  await db
    .insertInto('payout_transfer')
    .values(
      planned.map(({ sourceIntentId, amountCents }, index) => ({
        payout_id: payoutId,
        number: index + 1,
        source_intent_id: sourceIntentId,
        amount_cents: amountCents,
      })),
    )
    .execute()
}

/**
 * What a payout's earnings came from, oldest work first. The payments are locked, so that two payouts do not both take
 * what is left of a charge.
 */
export async function lockSources(db: Db, payoutId: PayoutId): Promise<EarnedFrom[]> {
  const { rows: earned } = await sql<{ intent_id: string | null; earned: number }>`
    select source.intent_id, sum(source.amount_cents)::bigint as earned from (
      select earning.amount_cents, earning.earned_at,
        case earning.kind when 'tip' then (
          select payment.provider_intent_id from tip
          join payment_line line on line.tip_id = tip.id join payment on payment.id = line.payment_id
          where tip.visit_id = earning.visit_id and payment.state = 'paid' limit 1
        ) else (
          select payment.provider_intent_id from payment_line line join payment on payment.id = line.payment_id
          where line.visit_id = earning.visit_id and payment.state = 'paid' limit 1
        ) end as intent_id
      from earning where earning.payout_id = ${payoutId} and earning.amount_cents > 0
    ) source group by source.intent_id order by min(source.earned_at), source.intent_id
  `.execute(db)
  const intentIds = earned.flatMap(({ intent_id }) => (intent_id === null ? [] : [intent_id]))
  const left = await lockCharges(db, intentIds)
  return earned.map(({ intent_id, earned: earnedCents }) => ({
    intentId: intent_id,
    earnedCents: cents(earnedCents),
    leftCents: cents(intent_id === null ? 0 : Math.max(0, left.get(intent_id) ?? 0)),
  }))
}

async function lockCharges(db: Db, intentIds: readonly string[]): Promise<Map<string, number>> {
  if (intentIds.length === 0) return new Map()
  const payments = await db
    .selectFrom('payment')
    .where('provider_intent_id', 'in', [...intentIds])
    .orderBy('id')
    .forUpdate()
    .select(['id', 'provider_intent_id', 'total_cents'])
    .execute()
  const { rows } = await sql<{ intent_id: string; gone: number }>`
    select gone.intent_id, sum(gone.amount_cents)::bigint as gone from (
      select payment.provider_intent_id as intent_id, refund.amount_cents
      from refund join payment on payment.id = refund.payment_id
      where refund.state <> 'failed' and payment.id = any(${payments.map(({ id }) => id)}::uuid[])
      union all
      select source_intent_id, amount_cents - reversed_cents from payout_transfer
      where state <> 'failed' and source_intent_id = any(${intentIds}::text[])
    ) gone group by gone.intent_id
  `.execute(db)
  const gone = new Map(rows.map((row) => [row.intent_id, row.gone]))
  return new Map(
    payments.map(({ provider_intent_id: id, total_cents }) => [id!, total_cents - (gone.get(id!) ?? 0)]),
  )
}

/** The first that the provider is to be asked about: to make them, or to take them back. */
export function nextTransfers(db: Db, payoutId: PayoutId, limit: number) {
  return db
    .selectFrom('payout_transfer')
    .where('payout_id', '=', payoutId)
    .where('state', 'in', ['waiting', 'reversing'])
    .orderBy('number')
    .limit(limit)
    .selectAll()
    .execute()
}

export async function hasOpenTransfers(db: Db, payoutId: PayoutId): Promise<boolean> {
  return (await nextTransfers(db, payoutId, 1)).length > 0
}

export function findTransferRow(db: Db, payoutId: PayoutId, number: number) {
  return db
    .selectFrom('payout_transfer')
    .where('payout_id', '=', payoutId)
    .where('number', '=', number)
    .selectAll()
    .executeTakeFirstOrThrow()
}

export async function saveTransfer(
  db: Db,
  { payout_id, number }: Pick<TransferRow, 'payout_id' | 'number'>,
  change: Partial<
    Pick<
      TransferRow,
      | 'state'
      | 'provider_transfer_id'
      | 'provider_reversal_id'
      | 'reversed_cents'
      | 'source_intent_id'
      | 'ask_number'
    >
  > & { readonly askedAt?: Instant | null },
): Promise<void> {
  const { askedAt, ...columns } = change
  await db
    .updateTable('payout_transfer')
    .set({
      ...columns,
      ...(askedAt === undefined ? {} : { asked_at: askedAt === null ? null : toTimestamp(askedAt) }),
    })
    .where('payout_id', '=', payout_id)
    .where('number', '=', number)
    .execute()
}

/**
 * The crew's account takes no transfer: what was made is to come back, the rest is never made. One that was asked for
 * and has no answer may have been made all the same: it is asked about first.
 */
export async function giveUpTransfers(db: Db, payoutId: PayoutId): Promise<void> {
  const those = db.updateTable('payout_transfer').where('payout_id', '=', payoutId)
  await those.where('state', '=', 'waiting').where('asked_at', 'is', null).set({ state: 'failed' }).execute()
  await those.where('state', '=', 'made').set({ state: 'reversing', asked_at: null, ask_number: 0 }).execute()
}
