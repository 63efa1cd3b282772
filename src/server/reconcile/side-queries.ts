/** Both sides of a difference: our rows, the journals of the books, and the provider's lines. */
import { sql } from 'kysely'
import { isId, type PaymentId, type PayoutId, type UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

type About = { readonly subjectKind: string; readonly subject: string }
type Related = {
  readonly paymentId: PaymentId | null
  readonly payoutId: PayoutId | null
  readonly userId: UserId | null
}

const MOST_SHOWN = 50

/** Which payment, payout or person a row belongs to. */
const OWNERS: Readonly<Record<string, string>> = {
  payment:
    'select id as payment_id, null::uuid as payout_id, customer_id as user_id from payment where id = $1',
  invoice: 'select payment_id, null::uuid as payout_id, customer_id as user_id from invoice where id = $1',
  refund: `select payment_id, null::uuid as payout_id, payment.customer_id as user_id
    from refund join payment on payment.id = refund.payment_id where refund.id = $1`,
  visit: `select line.payment_id, null::uuid as payout_id, visit.customer_id as user_id
    from visit left join payment_line line on line.visit_id = visit.id where visit.id = $1`,
  tip: `select line.payment_id, null::uuid as payout_id, tip.customer_id as user_id
    from tip left join payment_line line on line.tip_id = tip.id where tip.id = $1`,
  dispute: `select line.payment_id, null::uuid as payout_id, dispute.customer_id as user_id
    from dispute left join payment_line line on line.visit_id = dispute.visit_id where dispute.id = $1`,
  chargeback:
    'select payment_id, null::uuid as payout_id, null::uuid as user_id from chargeback where id = $1',
  payout: 'select null::uuid as payment_id, id as payout_id, crew_id as user_id from payout where id = $1',
  commission: 'select payment_id, payout_id, sponsor_id as user_id from commission where id = $1',
  customer:
    'select null::uuid as payment_id, null::uuid as payout_id, id as user_id from users where id = $1',
  crew: 'select null::uuid as payment_id, null::uuid as payout_id, id as user_id from users where id = $1',
}

export async function findRelated(db: Db, { subjectKind, subject }: About): Promise<Related> {
  const owner = OWNERS[subjectKind]
  const none: Related = { paymentId: null, payoutId: null, userId: null }
  if (owner === undefined || !isId(subject)) return none
  const [before, after] = owner.split('$1')
  const { rows } = await sql<{
    payment_id: PaymentId | null
    payout_id: PayoutId | null
    user_id: UserId | null
  }>`${sql.raw(before!)}${subject}::uuid${sql.raw(after!)}`.execute(db)
  const [row] = rows
  return row === undefined
    ? none
    : { paymentId: row.payment_id, payoutId: row.payout_id, userId: row.user_id }
}

type Row = {
  readonly kind: string
  readonly id: string
  readonly state: string | null
  readonly amountCents: Cents | null
  readonly providerId: string | null
  readonly at: Instant | null
}

/** The payment with its charges and refunds, the payout with its transfers, a hold. */
export async function listRowsOf(
  db: Db,
  { subjectKind, subject }: About,
  { paymentId, payoutId }: Related,
): Promise<Row[]> {
  const holdId = subjectKind === 'hold' && isId(subject) ? subject : null
  const { rows } = await sql<{
    kind: string
    id: string
    state: string | null
    amount: number | null
    provider_id: string | null
    at: Instant | null
  }>`
    select * from (
      select 'payment' as kind, id::text as id, state, total_cents as amount, null::text as provider_id, created_at as at
      from payment where id = ${paymentId}::uuid
      union all
      select 'invoice', id::text, null, total_cents, null, created_at from invoice where payment_id = ${paymentId}::uuid
      union all
      select 'charge', payment_id || ' · ' || number, state, amount_cents, provider_intent_id, coalesce(settled_at, created_at)
      from charge_attempt where payment_id = ${paymentId}::uuid
      union all
      select 'refund', id::text, state, amount_cents, provider_refund_id, coalesce(settled_at, created_at)
      from refund where payment_id = ${paymentId}::uuid
      union all
      select 'chargeback', id::text, state, amount_cents, provider_chargeback_id, opened_at
      from chargeback where payment_id = ${paymentId}::uuid
      union all
      select 'payout', id::text, state, amount_cents, provider_payout_id, created_at
      from payout where id = ${payoutId}::uuid
      union all
      select 'transfer', payout_id || ' · ' || number, state, amount_cents, provider_transfer_id, asked_at
      from payout_transfer where payout_id = ${payoutId}::uuid
      union all
      select 'visit', id::text, state, price_cents, null, completed_at
      from visit where ${subjectKind} = 'visit' and id = ${isId(subject) ? subject : null}::uuid
      union all
      select 'hold', id::text, state, amount_cents, provider_intent_id, created_at
      from card_hold where id = ${holdId}::uuid
    ) as own order by at nulls first limit ${MOST_SHOWN}
  `.execute(db)
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    state: row.state,
    amountCents: row.amount === null ? null : cents(row.amount),
    providerId: row.provider_id,
    at: row.at,
  }))
}

/** Journals of the very thing, and of its payment or payout; of a person, the newest. */
export async function listJournalsOf(
  db: Db,
  { subjectKind, subject }: About,
  { paymentId, payoutId, userId }: Related,
) {
  const ids = [...new Set([paymentId, payoutId, subject])].filter((id) => id !== null && isId(id))
  const isOfPerson = subjectKind === 'customer' || subjectKind === 'crew'
  const rows = await db
    .selectFrom('ledger_journal as journal')
    .innerJoin('ledger_posting as posting', 'posting.journal_id', 'journal.id')
    .innerJoin('ledger_account as account', 'account.id', 'posting.account_id')
    .where('journal.id', 'in', (of) =>
      isOfPerson
        ? of
            .selectFrom('ledger_posting as own')
            .innerJoin('ledger_account as owned', 'owned.id', 'own.account_id')
            .where('owned.owner_id', '=', userId)
            .orderBy('own.journal_id', 'desc')
            .limit(MOST_SHOWN)
            .select('own.journal_id as id')
        : of
            .selectFrom('ledger_journal as found')
            .where((eb) =>
              eb.or([
                eb('found.subject_id', '=', sql<string>`any(${ids}::uuid[])`),
                ...(subjectKind === 'journal' ? [eb('found.id', '=', Number(subject))] : []),
              ]),
            )
            .orderBy('found.id', 'desc')
            .limit(MOST_SHOWN)
            .select('found.id as id'),
    )
    .orderBy('journal.id')
    .orderBy('posting.id')
    .select(['journal.key', 'journal.kind', 'journal.at', 'account.kind as account', 'posting.amount_cents'])
    .execute()
  return [...Map.groupBy(rows, ({ key }) => key).entries()].map(([key, own]) => ({
    key,
    kind: own[0]!.kind,
    at: own[0]!.at,
    postings: own.map((row) => ({ account: row.account, amountCents: cents(row.amount_cents) })),
  }))
}

export async function listMovementsOf(db: Db, objectIds: readonly string[]) {
  const rows = await db
    .selectFrom('provider_movement')
    .where('object_id', 'in', [...objectIds])
    .orderBy('at')
    .limit(MOST_SHOWN)
    .select(['id', 'kind', 'object_id', 'amount_cents', 'fee_cents', 'at'])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    objectId: row.object_id,
    amountCents: cents(row.amount_cents),
    feeCents: cents(row.fee_cents),
    at: row.at,
  }))
}
