/** The provider's lines of our balance, as we keep them. */
import { sql } from 'kysely'
import type { Check, Difference } from '#domain/ledger/reconcile-report.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { Movement } from '../ports/payments/port.ts'

/** When the newest that we keep happened; null where we keep none. */
export async function lastMovementAt(db: Db): Promise<Instant | null> {
  const row = await db
    .selectFrom('provider_movement')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Answers those that were not kept before. */
export async function insertMovements(db: Db, movements: readonly Movement[]): Promise<Movement[]> {
  if (movements.length === 0) return []
  const rows = await db
    .insertInto('provider_movement')
    .values(
      movements.map((movement) => ({
        id: movement.movementId,
        kind: movement.kind,
        amount_cents: cents(movement.amountCents),
        fee_cents: cents(movement.feeCents),
        object_id: movement.objectId,
        reference: movement.reference,
        at: toTimestamp(movement.at),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const isNew = new Set(rows.map(({ id }) => id))
  return movements.filter(({ movementId }) => isNew.has(movementId))
}

export async function sumMovements(db: Db): Promise<number> {
  const row = await db
    .selectFrom('provider_movement')
    .select(sql<number>`coalesce(sum(amount_cents - fee_cents), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

/** Compares both ways, in the database; `before` is when the provider was read, so that what came after is no matter. */
export async function checkMovements(
  db: Db,
  period: { readonly since: Instant; readonly before: Instant },
): Promise<Check[]> {
  const window = toJson({ since: toTimestamp(period.since), before: toTimestamp(period.before) })
  const checks: Check[] = []
  for (const { name, ours, kinds, underWay } of SIDES) {
    const compared = sql`
      with period as (select (${window}::jsonb ->> 'since')::timestamptz as since, (${window}::jsonb ->> 'before')::timestamptz as before),
      ours as (${ours}),
      theirs as (
        select object_id as id, sum(amount_cents) as amount, sum(fee_cents) as fee, min(at) as at
        from provider_movement where kind = any(${kinds}::text[]) and object_id is not null group by object_id
      )
    `
    const { rows: totals } = await sql<{ count: number; amount: number }>`
      ${compared} select count(*)::bigint as count, coalesce(sum(abs(amount)), 0)::bigint as amount
      from ours, period where ours.at >= period.since
    `.execute(db)
    const { rows: differences } = await sql<Difference>`
      ${compared}
      select coalesce(ours.id, theirs.id) as subject, case
        when theirs.id is null then 'the provider does not know it'
        when ours.id is null then 'the provider moved ' || abs(theirs.amount) || ' cents that we know nothing of'
        else 'the provider says ' || theirs.amount || ' cents with a fee of ' || theirs.fee || ', our row '
          || ours.amount || ' with ' || coalesce(ours.fee::text, 'a fee that is not known yet') end as sentence,
        ours.amount as ours, theirs.amount as theirs
      from ours full join theirs on theirs.id = ours.id cross join period
      where coalesce(ours.at, theirs.at) >= period.since
        and (
          (theirs.id is null and ours.amount <> 0 and ours.at < period.before)
          or (ours.id is null and theirs.amount <> 0 and not exists (${underWay}))
          or theirs.amount <> ours.amount or theirs.fee <> ours.fee
        )
      order by 1 limit 100
    `.execute(db)
    const { count, amount } = totals[0]!
    checks.push({ name, count, amountCents: cents(amount), differences })
  }
  return checks
}

/** `ours` answers id, the row `of` what it is, amount with its sign, fee (null: not compared) and when it was settled. */
export const SIDES = [
  {
    name: 'charges at the provider',
    of: 'payment',
    kinds: ['charge'],
    ours: sql`
      select provider_intent_id as id, payment_id as row_id, amount_cents as amount, fee_cents as fee, settled_at as at
      from charge_attempt where state = 'succeeded'
    `,
    underWay: sql`
      select from charge_attempt attempt where attempt.provider_intent_id = theirs.id and attempt.state = 'asked'
    `,
  },
  {
    name: 'refunds at the provider',
    of: 'refund',
    kinds: ['refund', 'refund_failed'],
    ours: sql`
      select provider_refund_id as id, refund.id as row_id, -(refund.amount_cents - refund.credit_cents) as amount,
        null::bigint as fee, settled_at as at
      from refund join payment on payment.id = refund.payment_id
      -- A credit note asks no bank, but for what goes back through the charges that paid the invoice.
      where refund.state = 'succeeded' and refund.amount_cents > refund.credit_cents
        and (payment.kind <> 'invoice' or refund.through_payment_id is not null)
      union all
      select provider_refund_id, refund.id, 0, null, settled_at from refund where state = 'failed' and provider_refund_id is not null
    `,
    underWay: sql`
      select from refund where refund.state = 'pending' and (refund.provider_refund_id = theirs.id or refund.id::text in (
        select reference from provider_movement where object_id = theirs.id))
    `,
  },
  {
    name: 'payouts at the provider',
    of: 'payout',
    kinds: ['transfer', 'reversal'],
    ours: sql`
      select transfer.provider_transfer_id as id, payout.id as row_id, -transfer.amount_cents as amount, null::bigint as fee, payout.created_at as at
      from payout_transfer transfer join payout on payout.id = transfer.payout_id
      where transfer.provider_transfer_id is not null
      union all
      select transfer.provider_reversal_id, payout.id, transfer.reversed_cents, null, payout.created_at
      from payout_transfer transfer join payout on payout.id = transfer.payout_id
      where transfer.provider_reversal_id is not null
    `,
    underWay: sql`
      select from payout_transfer transfer join provider_movement moved on moved.object_id = theirs.id
      where transfer.asked_at is not null
        and moved.reference in (
          transfer.payout_id || ':' || transfer.number, transfer.payout_id || ':' || transfer.number || ':back')
    `,
  },
  {
    name: 'chargebacks at the provider',
    of: 'chargeback',
    kinds: ['chargeback', 'chargeback_won'],
    ours: sql`
      select provider_chargeback_id as id, chargeback.id as row_id, case state when 'won' then 0 else -amount_cents end as amount,
        fee_cents as fee, opened_at as at
      from chargeback
    `,
    underWay: sql`select where false`,
  },
] as const
