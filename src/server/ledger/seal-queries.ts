/** Balances up to a journal, kept so that reading one costs the same however long the books are. */
import { sql } from 'kysely'
import type { AccountKind } from '#domain/ledger/accounts.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { Question } from './question-queries.ts'

/** In about a second each. */
const JOURNALS_AT_ONCE = 20_000
/** Numbers are given before a transaction ends: none is open for so long, so that nothing comes in below the mark. */
const SETTLED_AFTER = sql`interval '1 hour'`

const MARK = sql`coalesce((select through_journal from ledger_seal_mark), 0)`

/** A mark that has been passed already, as a number: it changes no answer, and lets the planner see that little is left. */
async function passedMark(db: Db): Promise<number> {
  const { rows } = await sql<{ mark: number }>`select ${MARK}::bigint as mark`.execute(db)
  return rows[0]!.mark
}

/** What came after the mark, by market: few rows, by the index of their numbers. */
const FRESH = sql`ledger_journal journal
  join ledger_posting posting on posting.journal_id = journal.id
  join ledger_account account on account.id = posting.account_id
  where journal.id > ${MARK}`

/** Takes in the next journals; answers how many those were. */
export async function sealJournals(db: Db, settledAfter = SETTLED_AFTER): Promise<number> {
  await sql`insert into ledger_seal_mark (through_journal) values (0) on conflict do nothing`.execute(db)
  const { rows: marks } = await sql<{ through: number }>`
    select through_journal as through from ledger_seal_mark for update
  `.execute(db)
  const { through } = marks[0]!
  const { rows: next } = await sql<{ up_to: number | null; count: number }>`
    select max(id) as up_to, count(*) as count from (
      select id, posted_at from ledger_journal where id > ${through} order by id limit ${JOURNALS_AT_ONCE}
    ) as next where posted_at < now() - ${settledAfter}
  `.execute(db)
  const { up_to: upTo, count } = next[0]!
  if (upTo === null) return 0
  await sql`
    with fresh as materialized (
      select coalesce(journal.market_id, '') as market_id, account.kind, account.id as account_id, posting.amount_cents
      from ${FRESH} and journal.id <= ${upTo}
    ), accounts as (
      insert into ledger_seal_account (market_id, account_id)
      select distinct market_id, account_id from fresh on conflict do nothing
    ), journals as (
      insert into ledger_seal_market (market_id, journal_count)
      select coalesce(market_id, ''), count(*) from ledger_journal where id > ${through} and id <= ${upTo} group by 1
      on conflict (market_id) do update set journal_count = ledger_seal_market.journal_count + excluded.journal_count
    ), sums as (
      insert into ledger_seal (market_id, kind, amount_cents)
      select market_id, kind, sum(amount_cents) from fresh group by 1, 2
      on conflict (market_id, kind) do update set amount_cents = ledger_seal.amount_cents + excluded.amount_cents
    ), taxes as (
      insert into sales_tax_seal (market_id, month, tax_cents)
      select entry.market_id, date_trunc('month', entry.at at time zone market.time_zone)::date, sum(entry.tax_cents)
      from ledger_journal journal
      join sales_tax_entry entry on entry.journal_key = journal.key
      join market on market.id = entry.market_id
      where journal.id > ${through} and journal.id <= ${upTo}
      group by 1, 2
      on conflict (market_id, month) do update set tax_cents = sales_tax_seal.tax_cents + excluded.tax_cents
    )
    update ledger_seal_mark set through_journal = ${upTo}
  `.execute(db)
  return count
}

/** The tax of a market's sales in all months before one that begins at an instant, less what was given back. */
export async function sumTaxBefore(
  db: Db,
  marketId: string,
  { date, at }: { readonly date: LocalDate; readonly at: Instant },
): Promise<Cents> {
  const passed = await passedMark(db)
  const { rows } = await sql<{ tax: number }>`
    select (
      coalesce((select sum(tax_cents) from sales_tax_seal
        where market_id = ${marketId} and month < ${date}::date), 0)
      + coalesce((
        select sum(entry.tax_cents) from ledger_journal journal
        join sales_tax_entry entry on entry.journal_key = journal.key
        where journal.id > ${passed} and journal.id > ${MARK}
          and entry.market_id = ${marketId} and entry.at < ${toTimestamp(at)}
      ), 0)
    )::bigint as tax
  `.execute(db)
  return cents(rows[0]!.tax)
}

export type KindBalance = {
  readonly kind: AccountKind
  readonly balance: number
  readonly account_count: number
}

/** What is sealed and what came after it, in one snapshot. */
export async function sumByKind(db: Db, markets: readonly string[]): Promise<readonly KindBalance[]> {
  const own = sql`any(${[...markets]}::text[])`
  const passed = await passedMark(db)
  const { rows } = await sql<KindBalance>`
    with fresh as materialized (
      select account.kind, account.id as account_id, posting.amount_cents
      from ${FRESH} and journal.id > ${passed} and coalesce(journal.market_id, '') = ${own}
    ), counted as (
      select kind, count(distinct account_id) as account_count from (
        select account.kind, sealed.account_id from ledger_seal_account sealed
        join ledger_account account on account.id = sealed.account_id where sealed.market_id = ${own}
        union all select kind, account_id from fresh
      ) as each group by 1
    ), summed as (
      select kind, sum(amount_cents)::bigint as balance from (
        select kind, amount_cents from ledger_seal where market_id = ${own}
        union all select kind, amount_cents from fresh
      ) as each group by 1
    )
    select kind, balance, account_count from summed join counted using (kind)
  `.execute(db)
  return rows
}

export async function countJournals(
  db: Db,
  markets: readonly string[],
): Promise<{ readonly count: number; readonly lastAt: Instant | null }> {
  const own = sql`any(${[...markets]}::text[])`
  const passed = await passedMark(db)
  const { rows } = await sql<{ count: number; last_at: Instant | null }>`
    select (
      coalesce((select sum(journal_count) from ledger_seal_market where market_id = ${own}), 0)
      + (select count(*) from ledger_journal
        where id > ${passed} and id > ${MARK} and coalesce(market_id, '') = ${own})
    )::bigint as count, (
      select max(at) from (
        select last.at from unnest(${[...markets]}::text[]) as own (id)
        cross join lateral (
          select at from ledger_journal where market_id = own.id order by at desc limit 1
        ) as last
        union all
        -- By itself: neither or nor is not distinct from uses the index.
        (select at from ledger_journal where market_id is null and '' = ${own} order by at desc limit 1)
      ) as last
    ) as last_at
  `.execute(db)
  return { count: rows[0]!.count, lastAt: rows[0]!.last_at }
}

/** Journals of no market are read with those of the only one. */
export async function marketsRead(db: Db, marketId: string): Promise<readonly string[]> {
  const other = await db
    .selectFrom('market')
    .where('id', '<>', marketId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return other === undefined ? [marketId, ''] : [marketId]
}

/** What is kept against all that was posted: as much work as there are postings. */
export const SEAL_QUESTIONS: readonly Question[] = [
  {
    name: 'balances that are kept',
    of: 'sums',
    total: () => sql`
      select count(*)::bigint as count, coalesce(sum(abs(amount_cents)), 0)::bigint as amount from ledger_seal
    `,
    // The first that differs is enough: one is as wrong as all.
    differences: () => sql`
      select 'all' as subject, 'the balance kept for ' || kind || ' is ' || ours || ' cents, its postings say ' || theirs
        as sentence, ours, theirs
      from (
        select kind, coalesce(kept.amount_cents, 0) as ours, coalesce(posted.amount_cents, 0) as theirs
        from ledger_seal kept full join (
          select coalesce(journal.market_id, '') as market_id, account.kind, sum(posting.amount_cents)::bigint as amount_cents
          from ledger_journal journal
          join ledger_posting posting on posting.journal_id = journal.id
          join ledger_account account on account.id = posting.account_id
          where journal.id <= coalesce((select through_journal from ledger_seal_mark), 0)
          group by 1, 2
        ) as posted using (market_id, kind)
        where coalesce(kept.amount_cents, 0) <> coalesce(posted.amount_cents, 0)
        order by market_id, kind limit 1
      ) as differing
    `,
  },
  {
    name: 'sales tax that is kept',
    of: 'sums',
    total: () => sql`
      select count(*)::bigint as count, coalesce(sum(abs(tax_cents)), 0)::bigint as amount from sales_tax_seal
    `,
    differences: () => sql`
      select 'all' as subject, 'the sales tax kept for ' || month || ' is ' || ours || ' cents, its sales say ' || theirs
        as sentence, ours, theirs
      from (
        select month, coalesce(kept.tax_cents, 0) as ours, coalesce(sold.tax_cents, 0) as theirs
        from sales_tax_seal kept full join (
          select entry.market_id, date_trunc('month', entry.at at time zone market.time_zone)::date as month,
            sum(entry.tax_cents)::bigint as tax_cents
          from ledger_journal journal
          join sales_tax_entry entry on entry.journal_key = journal.key
          join market on market.id = entry.market_id
          where journal.id <= coalesce((select through_journal from ledger_seal_mark), 0)
          group by 1, 2
        ) as sold using (market_id, month)
        where coalesce(kept.tax_cents, 0) <> coalesce(sold.tax_cents, 0)
        order by market_id, month limit 1
      ) as differing
    `,
  },
]
