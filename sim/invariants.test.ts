/** Each invariant of the shares is seen broken once: what a bug would leave behind is planted, and found by its name. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { PoolConfig } from 'pg'
import { expect, test } from 'vitest'
import { type Db, openDatabase } from '#server/db/client.ts'
import { newDatabase } from '#testing/database.ts'
import { rowsBreaking, runsBefore } from './invariants.ts'
import { SHARE_INVARIANTS } from './invariants-of-shares.ts'
import type { Moment } from './moment.ts'
import { simulate } from './simulate.ts'

/** The day after the first payouts. */
const LAST_DAY = 10

/** The bug, and what it would leave behind. */
const PLANTS: Readonly<Record<string, readonly [bug: string, sql: string]>> = {
  'more was taken back for a visit than its crew earned on it': [
    'a dispute and a refund of one visit both take its pay',
    `insert into earning (crew_id, visit_id, kind, amount_cents, earned_at, available_at)
      select crew_id, visit_id, 'clawback', -2 * amount_cents - 100000, earned_at, available_at
      from earning where kind = 'visit' limit 1`,
  ],
  'a refund in part took more than its part of pay or tax': [
    'a refund in part takes all of the tax, or all of the pay',
    `insert into refund_part (kind, visit_id, payment_id, crew_id, amount_cents, tax_cents, clawing_cents, crew_cents, created_at)
      select 'work', visit.id, line.payment_id, visit.crew_id, 100, 0, 100, visit.crew_pay_cents, now()
      from visit join payment_line line on line.visit_id = visit.id
      where visit.crew_pay_cents > 500 and line.amount_cents > 500
        and not exists (select from refund_part where refund_part.visit_id = visit.id) limit 1`,
  ],
  'an earning went out before it was available': [
    'the payout run ignores when earnings are available',
    `update earning set available_at = available_at + interval '30 days' where payout_id is not null`,
  ],
  'an earning became available before its customer had paid or the days of risk were over': [
    'earnings are available when the work is done',
    `update earning set available_at = earned_at where kind = 'visit'`,
  ],
  'an earning is kept back though its customer has paid': [
    'a paid payment releases no earnings',
    `update earning set available_at = available_at + interval '9 days' where kind = 'visit'`,
  ],
  'a commission was released before its days were over': [
    'a commission is released with its payment',
    `insert into commission (sponsor_id, brought_id, kind, payment_id, amount_cents, earned_at, available_at, released_at)
      select (select id from users order by id limit 1), customer_id, 'customer', id, 1, paid_at,
        paid_at + interval '7 days', paid_at
      from payment where state = 'paid' and not exists (select from commission where payment_id = payment.id) limit 1`,
  ],
  'a commission is more than its part of what was paid': [
    'a commission is counted on the price, not on what the card paid',
    `insert into commission (sponsor_id, brought_id, kind, payment_id, amount_cents, earned_at, available_at)
      select (select id from users order by id limit 1), customer_id, 'customer', id, 500, paid_at,
        paid_at + interval '7 days'
      from payment where state = 'paid' and total_cents < 9000
        and not exists (select from commission where payment_id = payment.id) limit 1`,
  ],
  'a customer has less than no credit': [
    'credit is not locked while it is used',
    posting('credit_used', 'customer_credit', `(select customer_id from payment limit 1)`, 1_000_000),
  ],
  'the tax account is not the sum of the tax on visits less what went back': [
    'a refund leaves the tax where it is',
    posting('refunded', 'tax_payable', 'null', 121),
  ],
  'a crew bears a chargeback': [
    'a chargeback is taken from whoever did the work',
    posting('chargeback_taken', 'crew_payable', `(select user_id from crew_profile limit 1)`, 900),
  ],
  'a card holds money for what was paid otherwise': [
    'a hold is not released when the card was charged otherwise',
    `with wanted as (
        insert into on_demand_order (id, visit_id)
          select gen_random_uuid(), line.visit_id from payment_line line join payment on payment.id = line.payment_id
          where payment.state = 'paid' and payment.paid_at < now() and line.visit_id is not null
          order by payment.paid_at limit 1 returning id)
      insert into card_hold (order_id, number, state) select id, 1, 'held' from wanted`,
  ],
  'money moved at the provider that no journal knows': [
    'a webhook that was lost is never caught up',
    `insert into demo_bank_object (id, kind, state, amount_cents, data, created_at)
      values ('txn_lost', 'movement', 'made', 700, '{"kind": "charge", "objectId": "pi_lost"}', '2026-03-03')`,
  ],
  'Recyclops paid more than its statements come to, or a line of it pays two crews': [
    'the same transfer is recorded twice',
    `insert into partner_payment (statement_id, amount_cents, paid_on, reference)
      select statement_id, 10 * sum(amount_cents), '2026-03-10', 'twice' from partner_line group by 1 limit 1`,
  ],
}

test('each invariant of the shares finds the bug that it is there for', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-simulation-'))
  const { connection: ownerConnection, appConnection: connection } = await newDatabase()
  const found: string[] = []
  try {
    await simulate({
      seed: 3,
      weeks: 2,
      customerCount: 14,
      crewCount: 4,
      untilDay: LAST_DAY,
      ownerConnection,
      connection,
      dataDirectory,
      onDay: async (day, _days, _app, moment) => {
        if (day === LAST_DAY) found.push(...(await plantAll(ownerConnection, moment)))
      },
    })
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
  expect(found).toEqual(SHARE_INVARIANTS.map(({ name }) => name))
}, 90_000)

/** Answers the names of those that were found; each is planted in a transaction of its own that is undone. */
async function plantAll(connection: PoolConfig, moment: Moment): Promise<string[]> {
  const owner = openDatabase(connection, { maxConnections: 2 })
  const found: string[] = []
  try {
    const runs = await runsBefore(owner.db, moment)
    for (const invariant of SHARE_INVARIANTS) {
      expect(await rowsBreaking(owner.db, invariant, runs, moment), invariant.name).toEqual([])
      const [, plant] = PLANTS[invariant.name] ?? ['', 'select 1']
      const rows = await undone(owner.db, async (trx) => {
        await loosen(trx)
        await sql.raw(plant).execute(trx)
        return rowsBreaking(trx, invariant, runs, moment)
      })
      if (rows.length > 0) found.push(invariant.name)
    }
    return found
  } finally {
    await owner.close()
  }
}

/** What the schema itself would refuse is let through: triggers, keys, checks and columns that must be filled. */
async function loosen(trx: Db): Promise<void> {
  await sql`
    do $$ declare what record; begin
      for what in select conrelid::regclass as place, conname as name from pg_constraint
        where contype in ('c', 'f') and conrelid in ('refund_part'::regclass, 'earning'::regclass, 'commission'::regclass,
          'card_hold'::regclass, 'on_demand_order'::regclass, 'demo_bank_object'::regclass, 'partner_payment'::regclass)
      loop execute format('alter table %s drop constraint %I', what.place, what.name); end loop;
      for what in select attrelid::regclass as place, attname as name from pg_attribute
        where attnotnull and attnum > 0 and attname <> 'id'
          and attrelid in ('card_hold'::regclass, 'on_demand_order'::regclass, 'partner_payment'::regclass)
          and not exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey))
      loop execute format('alter table %s alter column %I drop not null', what.place, what.name); end loop;
    end $$
  `.execute(trx)
  await sql`set local session_replication_role = replica`.execute(trx)
}

async function undone<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  const trx = await db.startTransaction().execute()
  try {
    return await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}

/** A debit that belongs nowhere. */
function posting(journalKind: string, accountKind: string, owner: string, amountCents: number): string {
  return `
    with account as (
      insert into ledger_account (kind, owner_id) values ('${accountKind}', ${owner})
        on conflict do nothing returning id, kind, owner_id
    ), journal as (
      insert into ledger_journal (key, kind, at) values ('planted', '${journalKind}', '2026-03-05') returning id
    )
    insert into ledger_posting (journal_id, account_id, amount_cents)
      select journal.id, coalesce(account.id, known.id), ${amountCents} from journal
      left join account on true
      left join ledger_account known on known.kind = '${accountKind}' and known.owner_id is not distinct from ${owner}`
}
