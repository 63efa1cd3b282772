/** Our rows of what the provider keeps books of, too: charges, refunds, payouts and holds. */
import { type RawBuilder, sql } from 'kysely'
import { isId, type OnDemandOrderId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { Hold, Movement } from '../ports/payments/port.ts'

/** What both sides must say alike about one movement. */
export type Fact = { readonly id: string; readonly amountCents: number; readonly feeCents: number }

export const FACTS_AT_ONCE = 1_000
const MOST_HOLDS = 10_000

/** A page of ours after an id that the provider must know. */
export async function listFacts(db: Db, kind: Movement['kind'], after: string): Promise<Fact[]> {
  const { rows } = await FACTS[kind](after).execute(db)
  return rows.map(({ id, amount, fee }) => ({ id, amountCents: amount, feeCents: fee }))
}

/** Those of the references whose answer we are still waiting for: under way, no difference. */
export async function listUnderWay(
  db: Db,
  kind: Movement['kind'],
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await UNDER_WAY[kind](references).execute(db)
  return new Set(rows.map((row) => row.reference))
}

/** Every hold that stands on a card by our rows. */
export function listHeld(db: Db) {
  return db
    .selectFrom('card_hold')
    .where('state', '=', 'held')
    .orderBy('created_at')
    .limit(MOST_HOLDS)
    .select(['id', 'provider_intent_id', 'amount_cents'])
    .execute()
}

/** Asked for and not answered yet, being released, or changed since the list was read. */
export async function isHoldUnderWay(db: Db, hold: Hold): Promise<boolean> {
  const row = await db
    .selectFrom('card_hold')
    .where((where) =>
      where.or([
        where('provider_intent_id', '=', hold.intentId),
        ...(isId<OnDemandOrderId>(hold.reference)
          ? [where.and([where('state', '=', 'asked'), where('order_id', '=', hold.reference)])]
          : []),
      ]),
    )
    .where('state', 'in', ['asked', 'releasing', 'held', 'captured', 'released'])
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

const FACTS: Readonly<
  Record<Movement['kind'], (after: string) => RawBuilder<{ id: string; amount: number; fee: number }>>
> = {
  charge: (after) => sql`
      select provider_intent_id as id, amount_cents as amount, fee_cents as fee from charge_attempt
      where state = 'succeeded' and provider_intent_id > ${after} order by provider_intent_id limit ${FACTS_AT_ONCE}
    `,
  refund: (after) => sql`
      select provider_refund_id as id, amount_cents as amount, 0::bigint as fee from refund
      where state = 'succeeded' and provider_refund_id > ${after} order by provider_refund_id limit ${FACTS_AT_ONCE}
    `,
  transfer: (after) => sql`
      select provider_payout_id as id, amount_cents as amount, 0::bigint as fee from payout
      where state <> 'failed' and provider_payout_id > ${after} order by provider_payout_id limit ${FACTS_AT_ONCE}
    `,
}

const UNDER_WAY: Readonly<
  Record<Movement['kind'], (references: readonly string[]) => RawBuilder<{ reference: string }>>
> = {
  charge: (references) => sql`
      select payment_id::text as reference from charge_attempt
      where state = 'asked' and payment_id::text = any(${references}::text[])
    `,
  refund: (references) => sql`
      select payment.provider_intent_id as reference from refund join payment on payment.id = refund.payment_id
      where refund.state = 'pending' and payment.provider_intent_id = any(${references}::text[])
    `,
  transfer: (references) => sql`
      select id::text as reference from payout
      where state = 'sending' and provider_payout_id is null and id::text = any(${references}::text[])
    `,
}
