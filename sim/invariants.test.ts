/** Each invariant of shares, invoices, taxes, commissions and rentals is seen broken once: what a bug would leave behind is planted, and found by its name. */
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
import { staysInvariants } from './invariants-of-stays.ts'
import { TERM_INVARIANTS } from './invariants-of-terms.ts'
import type { Moment } from './moment.ts'
import { simulate } from './simulate.ts'

/** The day after the first payouts. */
const LAST_DAY = 10
const INVARIANTS = [...SHARE_INVARIANTS, ...TERM_INVARIANTS]

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
  'what is kept of the open days of a weekly job is not what nobody holds': [
    'who holds a job changes past its triggers',
    `update weekly_job set open_days = open_days + 1 where id = (select id from weekly_job limit 1)`,
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
      select (select id from users order by id limit 1), customer_id, 'customer', id, 5000, paid_at,
        paid_at + interval '7 days'
      from payment where state = 'paid' and total_cents < 9000
        and not exists (select from commission where payment_id = payment.id) limit 1`,
  ],
  'a customer has less than no credit': [
    'credit is not locked while it is used',
    posting('credit_used', 'customer_credit', `(select customer_id from payment limit 1)`, 1_000_000),
  ],
  'the tax account is not the tax on visits less what went back or was filed': [
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
  'a bill on terms was charged to what is on file': [
    'a bill that became an invoice is charged on Monday as well',
    `with bill as (
        insert into payment (id, customer_id, kind, state, total_cents)
          select gen_random_uuid(), customer_id, 'invoice', 'invoiced', 500 from payment limit 1 returning id)
      insert into charge_attempt (payment_id, number, state, amount_cents) select id, 1, 'succeeded', 500 from bill`,
  ],
  'an invoice counts more as paid than came in for it': [
    'a check is taken off twice',
    invoice({ total_cents: '900', paid_cents: '900' }),
  ],
  'a part that was charged was not taken off its invoice': [
    'a charge that was slow is forgotten by its invoice',
    `insert into invoice_receipt (id, state, part_payment_id)
      select gen_random_uuid(), 'asked', id from payment where state = 'paid' and paid_at < '2026-03-11' limit 1`,
  ],
  'numbers of invoices leave a gap': [
    'an invoice that was not made takes a number',
    invoice({ number: '77' }),
  ],
  'an invoice is long overdue and the service goes on': [
    'nobody looks at invoices that are overdue',
    `with late as (${invoice({ due_on: `'2026-01-31'`, total_cents: '900', paid_cents: '0' })} returning id, customer_id)
      update weekly_job set state = 'active', updated_at = '2026-03-02' from late
      where weekly_job.customer_id = late.customer_id`,
  ],
  'the service rests though nothing is overdue': [
    'the service stays paused when everything is paid',
    `insert into weekly_job_pause (weekly_job_id, from_date, reason, created_at)
      select id, '2026-03-05', 'dunning', '2026-03-04' from weekly_job
      where state = 'active' and not exists (
        select from payment where payment.customer_id = weekly_job.customer_id
          and (state = 'declined' or paid_at > '2026-03-10')
      ) and not exists (select from invoice where invoice.customer_id = weekly_job.customer_id) limit 1`,
  ],
  'a sale was taxed by other rates than held when its day began': [
    'rates hold from the moment at which they are set, for days that have begun',
    `update sales_tax_entry set parts = '{"state": 1, "county": 2, "city": 3, "district": 4}' where treatment = 'taxable'`,
  ],
  'a sale bears more or less tax than its rates come to': [
    'tax is counted on what credit paid as well',
    `update sales_tax_entry set tax_cents = tax_cents + 40 where treatment = 'taxable' and parts is not null`,
  ],
  'a sale was exempt without a certificate for its day, or bears tax': [
    'a certificate holds as soon as it is handed in',
    `with asked as (
        insert into tax_exemption (id, customer_id, state)
          select gen_random_uuid(), customer_id, 'asked' from visit where state = 'completed' limit 1
          returning id)
      update sales_tax_entry set treatment = 'exempt', tax_cents = 0, exemption_id = (select id from asked)`,
  ],
  'a sale was taxed though a certificate held': [
    'a certificate is not looked at when the visit is priced',
    `insert into tax_exemption (id, customer_id, state, starts_on, expires_on, decided_at)
      select gen_random_uuid(), visit.customer_id, 'approved', '2026-03-01', '2026-12-31', '2026-03-01'
      from visit join sales_tax_entry entry on entry.visit_id = visit.id
      where entry.treatment = 'taxable' and visit.weekly_job_id is not null limit 1`,
  ],
  'a sponsor spent what was not its own yet, or twice': [
    'commissions can be spent before they are released',
    `with early as (
        insert into commission (sponsor_id, brought_id, kind, payment_id, amount_cents, used_cents, earned_at, available_at)
          select users.id, users.id, 'customer', payment.id, 300, 300, payment.paid_at, payment.paid_at
          from payment cross join (select id from users order by id limit 1) users
          where payment.state = 'paid' limit 1 returning id, sponsor_id), spent as (
        insert into commission_spending (sponsor_id, kind, amount_cents, spent_at)
          select sponsor_id, 'with_payout', 300, '2026-03-10' from early returning id)
      insert into commission_use (spending_id, commission_id, amount_cents)
        select spent.id, early.id, 300 from spent, early`,
  ],
  'a withdrawal is not what goes to its bank': [
    'what goes to the bank is all that is available, not what was asked for',
    `insert into commission_spending (sponsor_id, kind, amount_cents, payout_id, spent_at)
      select crew_id, 'withdrawal', amount_cents - 1, id, created_at from payout
      where not exists (select from commission_spending where payout_id = payout.id) limit 1`,
  ],
  'commissions taken as credit are not their owner’s credit': [
    'commissions are taken and nothing is given for them',
    `insert into commission_spending (sponsor_id, kind, amount_cents, spent_at)
      select customer_id, 'credit', 500, '2026-03-05' from payment limit 1`,
  ],
  'a turnover was made for the past': [
    'stays of last week make turnovers, too',
    `update visit set created_at = ends_at where id = (select id from visit where is_turnover limit 1)`,
  ],
  'two turnovers of one place stand on one day': [
    'each source makes a turnover of its own',
    `insert into visit (id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity, created_at, is_turnover)
      select gen_random_uuid(), customer_id, property_id, service_key, date, starts_at, ends_at, quantity, created_at, true
      from visit where is_turnover and state = 'scheduled' limit 1`,
  ],
  'a turnover costs something else than its size': [
    'a large place costs what a small one does',
    `update visit set is_turnover = true, service_key = 'turnover', quantity = 7
      where id = (select id from visit where state = 'completed' limit 1)`,
  ],
  'a host was notified of a silent calendar again and again': [
    'each silence of a calendar that comes and goes is news',
    `insert into notice (id, user_id, event, key, title, text, url, created_at)
      select gen_random_uuid(), (select id from users limit 1), 'job_changed', 'feed-silent:source:' || at, '', '', '/', now()
      from generate_series(1, 3) as at`,
  ],
  'a check-out has not its one turnover, in the hours and the size that it should have': [
    'an empty calendar cancels what it had',
    `update visit set state = 'cancelled' where is_turnover and state in ('scheduled', 'confirmed')`,
  ],
  'a turnover stands where nobody leaves': [
    'what a stay leaves behind when it moves',
    `update visit set date = date + 300 where is_turnover and state in ('scheduled', 'confirmed')`,
  ],
  'a crew was notified of a turnover’s moving more often than anything moved': [
    'each reading of a calendar notifies',
    `insert into notice (id, user_id, event, key, title, text, url, created_at)
      select gen_random_uuid(), customer_id, 'job_changed', 'turnover-moved:' || id || ':' || at, '', '', '/', now()
      from (select * from visit where is_turnover limit 1) as visit, generate_series(1, 500) as at`,
  ],
  'what a helper did is not in its owner’s list, or was done after the access ended': [
    'a helper works after the access has ended',
    `update share set ended_at = '2026-01-01' where id in (select share_id from share_action)`,
  ],
}

/** What no table holds: an undo that forgot a visit. */
const FORGOTTEN = { customer: 'customer-1', job: 'a job', wrong: 'was three visits, and is two' }

test('each invariant finds the bug that it is there for', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-simulation-'))
  const { connection: ownerConnection, appConnection: connection } = await newDatabase()
  const found: string[] = []
  const names = INVARIANTS.map(({ name }) => name)
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
        if (day !== LAST_DAY) return
        names.push(...staysInvariants(moment.outside).map(({ name }) => name))
        found.push(...(await plantAll(ownerConnection, moment)))
      },
    })
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
  expect(found).toEqual(names)
}, 300_000)

/** Answers the names of those that were found; each is planted in a transaction of its own that is undone. */
async function plantAll(connection: PoolConfig, moment: Moment): Promise<string[]> {
  const owner = openDatabase(connection, { maxConnections: 2 })
  const found: string[] = []
  try {
    const runs = await runsBefore(owner.db, moment)
    const { outside } = moment
    const planted = staysInvariants({ ...outside, faults: [FORGOTTEN] })
    for (const [at, invariant] of [...INVARIANTS, ...staysInvariants(outside)].entries()) {
      expect(await rowsBreaking(owner.db, invariant, runs, moment), invariant.name).toEqual([])
      const [, plant] = PLANTS[invariant.name] ?? ['', 'select 1']
      const rows = await undone(owner.db, async (trx) => {
        await loosen(trx)
        await sql.raw(plant).execute(trx)
        return rowsBreaking(trx, planted[at - INVARIANTS.length] ?? invariant, runs, moment)
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
          'card_hold'::regclass, 'on_demand_order'::regclass, 'demo_bank_object'::regclass, 'partner_payment'::regclass,
          'invoice'::regclass, 'invoice_receipt'::regclass, 'charge_attempt'::regclass, 'weekly_job_pause'::regclass,
          'sales_tax_entry'::regclass, 'tax_exemption'::regclass, 'commission_spending'::regclass, 'payment'::regclass,
          'visit'::regclass, 'notice'::regclass, 'share'::regclass)
      loop execute format('alter table %s drop constraint %I', what.place, what.name); end loop;
      for what in select attrelid::regclass as place, attname as name from pg_attribute
        where attnotnull and attnum > 0 and attname <> 'id'
          and attrelid in ('card_hold'::regclass, 'on_demand_order'::regclass, 'partner_payment'::regclass,
            'invoice'::regclass, 'invoice_receipt'::regclass, 'charge_attempt'::regclass, 'tax_exemption'::regclass,
            'sales_tax_entry'::regclass, 'payment'::regclass)
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

/** One more of somebody who pays by card. */
function invoice(columns: Readonly<Record<string, string>>): string {
  const values = {
    id: 'gen_random_uuid()',
    customer_id: 'weekly_job.customer_id',
    market_id: `'nowhere'`,
    year: '2026',
    number: '1',
    paid_cents: '0',
    credited_cents: '0',
    total_cents: '100',
    ...columns,
  }
  return `insert into invoice (${Object.keys(values).join(', ')})
    select ${Object.values(values).join(', ')} from weekly_job
    where weekly_job.state = 'active' order by weekly_job.id limit 1`
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
