/** Whose rows a run compares, a page at a time: everything by its id, or what is new since the run before. */
import { type RawBuilder, sql } from 'kysely'
import type { ReconcileRunId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Among, SubjectKind } from '../ledger/question-queries.ts'

export type RowKind = Exclude<SubjectKind, 'sums'>

type Subjects = {
  readonly id: string
  readonly from: string
  readonly type: 'uuid' | 'bigint' | 'text'
  readonly market: string
  /** Ids of what is new; `new_journal` has the journals since. */
  readonly fresh: string
}

const ofUser = (column: string) => `(select market_id from users where users.id = ${column})`

const SUBJECTS: Readonly<Record<RowKind, Subjects>> = {
  journal: {
    id: 'ledger_journal.id',
    from: 'ledger_journal',
    type: 'bigint',
    market: 'ledger_journal.market_id',
    fresh: 'select id from new_journal',
  },
  visit: {
    id: 'visit.id',
    from: 'visit',
    type: 'uuid',
    market: ofUser('visit.customer_id'),
    fresh: `
      select visit.id from visit join new_journal on new_journal.subject_id = visit.id
      union select id from visit where state = 'completed' and completed_at >= since
      union select id from visit where state = 'completed' and completed_at between since - interval '17 days' and since - interval '14 days'
      union select refund_part.visit_id from refund_part join new_journal on new_journal.subject_id = refund_part.payment_id
      where refund_part.visit_id is not null`,
  },
  tip: {
    id: 'tip.id',
    from: 'tip',
    type: 'uuid',
    market: ofUser('tip.customer_id'),
    fresh: 'select id from tip where given_at >= since',
  },
  dispute: {
    id: 'dispute.id',
    from: 'dispute',
    type: 'uuid',
    market: ofUser('dispute.customer_id'),
    fresh: `
      select id from dispute where decided_at >= since
      union select dispute.id from dispute join refund on refund.id = dispute.refund_id
      join new_journal on new_journal.subject_id = refund.payment_id`,
  },
  payment: {
    id: 'payment.id',
    from: 'payment',
    type: 'uuid',
    market: ofUser('payment.customer_id'),
    fresh: `
      select payment.id from payment join new_journal on new_journal.subject_id = payment.id
      union select id from payment where paid_at >= since
      union select id from payment where state in ('due', 'charging', 'declined')`,
  },
  invoice: {
    id: 'invoice.id',
    from: 'invoice',
    type: 'uuid',
    market: 'invoice.market_id',
    fresh: `
      select invoice.id from invoice join new_journal on new_journal.subject_id = invoice.payment_id
      union select invoice_receipt.invoice_id from invoice_receipt join new_journal on new_journal.subject_id = invoice_receipt.part_payment_id
      union select invoice_id from credit_note where created_at >= since`,
  },
  refund: {
    id: 'refund.id',
    from: 'refund',
    type: 'uuid',
    market: `(select users.market_id from payment join users on users.id = payment.customer_id where payment.id = refund.payment_id)`,
    fresh: `
      select refund.id from refund join new_journal on new_journal.subject_id = refund.payment_id
      union select id from refund where settled_at >= since
      union select id from refund where state = 'pending'`,
  },
  credit_change: {
    id: 'credit_change.id',
    from: 'credit_change',
    type: 'uuid',
    market: ofUser('credit_change.customer_id'),
    fresh: 'select id from credit_change where created_at >= since',
  },
  chargeback: {
    id: 'chargeback.id',
    from: 'chargeback',
    type: 'uuid',
    market: `(select users.market_id from payment join users on users.id = payment.customer_id where payment.id = chargeback.payment_id)`,
    fresh: `
      select chargeback.id from chargeback join new_journal on new_journal.subject_id in (chargeback.payment_id, chargeback.id)
      union select id from chargeback where state in ('needs_evidence', 'under_review')`,
  },
  payout: {
    id: 'payout.id',
    from: 'payout',
    type: 'uuid',
    market: ofUser('payout.crew_id'),
    fresh: `
      select payout.id from payout join new_journal on new_journal.subject_id = payout.id
      union select id from payout where state in ('sending', 'in_transit', 'returned')
      union select id from payout where state = 'paid' and paid_at >= since`,
  },
  commission: {
    id: 'commission.id',
    from: 'commission',
    type: 'uuid',
    market: ofUser('commission.sponsor_id'),
    fresh: `
      select commission.id from commission join new_journal on new_journal.subject_id = commission.id
      union select id from commission where earned_at >= since`,
  },
  partner_line: {
    id: 'partner_line.id',
    from: 'partner_line',
    type: 'uuid',
    market: 'partner_line.market_id',
    fresh:
      'select partner_line.id from partner_line join new_journal on new_journal.subject_id = partner_line.id',
  },
  customer: {
    id: 'users.id',
    from: "users where users.type = 'Customer'",
    type: 'uuid',
    market: 'users.market_id',
    fresh: ownersOf('customer_receivable', 'invoice_receivable'),
  },
  crew: {
    id: 'users.id',
    from: "users where users.type <> 'Operator'",
    type: 'uuid',
    market: 'users.market_id',
    fresh: ownersOf('crew_payable', 'commission_pending', 'commission_available'),
  },
  movement: {
    id: 'provider_movement.object_id',
    from: 'provider_movement where provider_movement.object_id is not null',
    type: 'text',
    market: 'null::text',
    fresh: 'select object_id from provider_movement where object_id is not null and at >= movements_since',
  },
}

/** The order in which a run goes through them. */
export const ROW_KINDS: readonly RowKind[] = [
  'journal',
  'visit',
  'tip',
  'dispute',
  'payment',
  'invoice',
  'refund',
  'credit_change',
  'chargeback',
  'payout',
  'commission',
  'partner_line',
  'customer',
  'crew',
  'movement',
]

/** A line may be dated a little before it can be read. */
const MOVEMENTS_LOOK_BACK_MS = 3 * DAY_MS

/** Notes down what a nightly run is to compare: what is new, and whatever differed and still stands. */
export async function insertFreshSubjects(
  db: Db,
  run: { readonly id: ReconcileRunId; readonly since: Instant; readonly afterJournal: number },
): Promise<void> {
  const movementsSince = toTimestamp(instant(Math.max(0, run.since - MOVEMENTS_LOOK_BACK_MS)))
  for (const kind of ROW_KINDS)
    await sql`
      insert into reconcile_subject (run_id, kind, subject)
      select ${run.id}::uuid, ${kind}, fresh.id::text
      from (select ${toTimestamp(run.since)}::timestamptz as since, ${movementsSince}::timestamptz as movements_since) as moment
      cross join lateral (
        with new_journal as (select id, subject_id from ledger_journal where id > ${run.afterJournal}::bigint)
        ${sql.raw(SUBJECTS[kind].fresh)}
      ) as fresh(id)
      union
      select ${run.id}::uuid, ${kind}, subject from reconcile_difference where subject_kind = ${kind} and state <> 'gone'
      on conflict do nothing
    `.execute(db)
}

type Page = { readonly kind: RowKind; readonly after: string | null; readonly limit: number }

/** The next ids of everything, in order. */
export async function listEverySubject(db: Db, { kind, after, limit }: Page): Promise<string[]> {
  const { id, from, type } = SUBJECTS[kind]
  const glue = sql.raw(from.includes(' where ') ? 'and' : 'where')
  const { rows } = await sql<{ id: string }>`
    select distinct on (${sql.raw(id)}) ${sql.raw(id)}::text as id from ${sql.raw(from)}
    ${glue} ${after === null ? sql`true` : sql`${sql.raw(id)} > ${after}::${sql.raw(type)}`}
    order by ${sql.raw(id)} limit ${limit}
  `.execute(db)
  return rows.map((row) => row.id)
}

export async function listFreshSubjects(
  db: Db,
  runId: ReconcileRunId,
  { kind, after, limit }: Page,
): Promise<string[]> {
  const rows = await db
    .selectFrom('reconcile_subject')
    .where('run_id', '=', runId)
    .where('kind', '=', kind)
    .$if(after !== null, (query) => query.where('subject', '>', after!))
    .orderBy('subject')
    .limit(limit)
    .select('subject')
    .execute()
  return rows.map((row) => row.subject)
}

export function amongIds(kind: RowKind, ids: readonly string[]): Among {
  const list = sql`${ids}::${sql.raw(SUBJECTS[kind].type)}[]`
  return (id: RawBuilder<unknown>) => sql<boolean>`${id} = any(${list})`
}

/** Whose books each is in; one that is of no market is not among them. */
export async function marketsOf(
  db: Db,
  kind: RowKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { id, from, market } = SUBJECTS[kind]
  const glue = sql.raw(from.includes(' where ') ? 'and' : 'where')
  const { rows } = await sql<{ id: string; market_id: string | null }>`
    select distinct ${sql.raw(id)}::text as id, ${sql.raw(market)} as market_id from ${sql.raw(from)}
    ${glue} ${amongIds(kind, ids)(sql.raw(id))}
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row.market_id]))
}

function ownersOf(...accountKinds: readonly string[]): string {
  return `
    select account.owner_id from new_journal
    join ledger_posting posting on posting.journal_id = new_journal.id
    join ledger_account account on account.id = posting.account_id
    where account.kind in (${accountKinds.map((kind) => `'${kind}'`).join(', ')}) and account.owner_id is not null`
}
