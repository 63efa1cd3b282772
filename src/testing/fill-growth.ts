/**
 * Years of work by set-based SQL, past the triggers: customers with a place and a weekly job each, crews, and for every
 * visit its earning, its bill with a line, two journals, a notice and an offer; every hundredth bill gave money back.
 * Four markets; one customer holds 500 places.
 */
import { sql } from 'kysely'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '#server/db/client.ts'

const DAYS = 3 * 365
const MARKETS = 4

type Growth = {
  readonly visits: number
  readonly visitsOfCustomer?: number
  /** How long the history is; three years where nothing is said. */
  readonly days?: number
  /** The day on which the history ends. */
  readonly today: LocalDate
  /** What else stands in the database, before it is counted and vacuumed. */
  readonly also?: (filled: Filled) => readonly Chain[]
  /** How many fill at once, of as many connections. */
  readonly atOnce?: number
}

/** Statements of which the later need the earlier. */
export type Chain = readonly { execute(db: Db): Promise<unknown> }[]

/** How many there are; each kind is numbered from one. */
export type Filled = {
  readonly visits: number
  readonly customers: number
  readonly crews: number
  readonly days: number
  readonly today: LocalDate
}

/** By the owner of the tables: only it may pass the triggers by. */
export async function fillGrowth(db: Db, growth: Growth): Promise<Filled> {
  const { visits, visitsOfCustomer = 150, days = DAYS, today, also = () => [], atOnce = 1 } = growth
  const customers = Math.max(20, MARKETS * Math.round(visits / visitsOfCustomer / MARKETS))
  const crews = crewsFor(customers)
  const filled = { visits, customers, crews, days, today }
  const makeIndexes = await dropIndexes(db)
  await pastTriggers(db, [peopleOf(filled)], 1)
  await pastTriggers(db, workOf(filled), atOnce)
  await pastTriggers(db, also(filled), atOnce)
  await makeIndexes()
  await sql`vacuum analyze`.execute(db)
  return filled
}

/** Each chain in its order, so many beside each other. */
async function pastTriggers(db: Db, chains: readonly Chain[], atOnce: number): Promise<void> {
  const waiting = [...chains]
  const work = async (one: Db) => {
    // What is set here holds for this connection alone.
    await sql`set session_replication_role = replica`.execute(one)
    for (let chain = waiting.shift(); chain !== undefined; chain = waiting.shift())
      for (const statement of chain) await statement.execute(one)
    await sql`set session_replication_role = origin`.execute(one)
  }
  await Promise.all(Array.from({ length: atOnce }, () => db.connection().execute(work)))
}

/** Those that hold no rule, as building them once is far cheaper than keeping them row by row; answers their making. */
async function dropIndexes(db: Db): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not relispartition and not indisunique and not indisexclusion
  `.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  return async () => {
    for (const { made } of rows) await sql.raw(made).execute(db)
  }
}

/**
 * So many that customers and crews who meet are of one market; and as every fifth visit closes its crew's week, without
 * the factor five: no crew closes two on one day.
 */
function crewsFor(customers: number): number {
  const crews = Math.max(8, MARKETS * Math.round(customers / 10 / MARKETS))
  return crews % 5 === 0 ? crews + MARKETS : crews
}

/** An id by kind and number, as SQL: c0 a customer, c1 a crew, c2 a place, c3 a weekly job, c4 a visit, c5 a payment, c6 a payout. */
export const id = (kind: string, number: string) =>
  sql.raw(`(lpad(to_hex(${number}), 8, '0') || '-0000-4000-8000-0000000000${kind}')::uuid`)
export const marketOf = (number: string) =>
  sql.raw(`(array['denver', 'growth-1', 'growth-2', 'growth-3'])[1 + (${number}) % 4]`)

function peopleOf({ customers, crews, days, today }: Filled) {
  const person = (type: string, kind: string, count: number) => sql`
    insert into users (id, type, market_id, email, name, password_hash, referral_code, password_changed_at, created_at, lat, lng)
    select ${id(kind, 'n')}, ${type}, ${marketOf('n')}, ${kind} || n || '@growth.test', ${type} || ' ' || n, 'none', ${kind} || n,
      ${today}::timestamptz, ${today}::timestamptz, 39.5 + random() * 0.5, -105.2 + random() * 0.5
    from generate_series(1, ${count}::integer) n`
  return [
    sql`insert into market (id, name, time_zone)
      select 'growth-' || n, 'Growth ' || n, 'America/Denver' from generate_series(1, 3) n`,
    person('Customer', 'c0', customers),
    person('Crew', 'c1', crews),
    sql`insert into crew_profile (user_id, range_feet, services)
      select ${id('c1', 'n')}, 105600, array(select key from service) from generate_series(1, ${crews}::integer) n`,
    // The first customer holds 500 places besides its own.
    sql`insert into property (id, customer_id, name, lat, lng, time_zone, created_at, updated_at)
      select ${id('c2', 'n')}, case when n > ${customers}::integer then ${id('c0', '1')} else ${id('c0', 'n')} end, 'Home ' || n,
        39.5 + random() * 0.5, -105.2 + random() * 0.5, 'America/Denver', ${today}::timestamptz, ${today}::timestamptz
      from generate_series(1, ${customers + 500}::integer) n`,
    sql`insert into weekly_job (id, customer_id, property_id, service_key, weekdays, quantity, starts_on, created_at, updated_at)
      select ${id('c3', 'n')}, ${id('c0', 'n')}, ${id('c2', 'n')}, (select min(key) from service), array[1]::smallint[], 1,
        ${today}::date - ${days}::integer, ${today}::timestamptz, ${today}::timestamptz
      from generate_series(1, ${customers}::integer) n`,
  ]
}

/** The day of a visit by its number, as SQL. */
export const dayOf = (number: string, { visits, days, today }: Pick<Filled, 'visits' | 'days' | 'today'>) =>
  `('${today}'::date - (${days} - (${number}::bigint * ${days} / ${visits})::integer))`

function workOf({ visits, customers, crews, days, today }: Filled): Chain[] {
  const each = sql`generate_series(1, ${visits}::integer) n`
  const customer = `1 + n % ${customers}`
  const crew = `1 + n % ${crews}`
  const day = sql.raw(dayOf('n', { visits, days, today }))
  const at = sql`(${day} + time '10:00') at time zone 'America/Denver'`
  const journals = (step: string, from: string, to: string, offset: number) => [
    sql`insert into ledger_journal (id, key, kind, at, subject_id, market_id, posted_at) overriding system value
      select n * 2 + ${offset}::integer, ${step} || ':' || n, ${step}, ${at}, ${id('c5', 'n')}, ${marketOf(customer)}, ${at} from ${each}`,
    sql`insert into ledger_posting (journal_id, account_id, amount_cents)
      select n * 2 + ${offset}::integer, ${sql.raw(from)}, 2500 from ${each}
      union all select n * 2 + ${offset}::integer, ${sql.raw(to)}, -2500 from ${each}`,
  ]
  const statements = [
    sql`insert into ledger_account (id, kind, owner_id) overriding system value
      select 1000000 + n, 'customer_receivable', ${id('c0', 'n')} from generate_series(1, ${customers}::integer) n
      union all select 5000000 + n, 'crew_payable', ${id('c1', 'n')} from generate_series(1, ${crews}::integer) n`,
    sql`insert into ledger_account (id, kind) overriding system value values (999999, 'platform_bank') on conflict do nothing`,
    sql`insert into visit (id, weekly_job_id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity, state,
        crew_id, completed_at, price_lines, price_cents, crew_pay_cents, created_at)
      select ${id('c4', 'n')}, ${id('c3', customer)}, ${id('c0', customer)}, ${id('c2', customer)}, (select min(key) from service),
        ${day}, ${at}, ${at} + interval '1 hour', 1, 'completed', ${id('c1', crew)}, ${at}, '[]'::jsonb, 2500, 1800, ${at}
      from ${each}`,
    sql`insert into earning (crew_id, visit_id, kind, amount_cents, earned_at, available_at)
      select ${id('c1', crew)}, ${id('c4', 'n')}, 'visit', 1800, ${at}, ${at} from ${each}
      where n > ${visits}::integer - ${crews * 5}::integer`,
    sql`insert into payout (id, provider_account_id, crew_id, period_start, period_end, amount_cents, state, created_at, sent_at,
        paid_at, provider_payout_id)
      select ${id('c6', 'n')}, 'acct', ${id('c1', crew)}, ${day} - 6, ${day}, 1800, 'paid', ${at}, ${at}, ${at}, 'po_' || n from ${each} where n % 5 = 0`,
    sql`insert into earning (crew_id, visit_id, kind, amount_cents, earned_at, available_at, payout_id)
      select ${id('c1', crew)}, ${id('c4', 'n')}, 'visit', 1800, ${at}, ${at}, ${id('c6', 'n - n % 5 + 5')} from ${each}
      where n <= ${visits}::integer - ${crews * 5}::integer`,
    sql`insert into payment (id, customer_id, period_start, period_end, state, subtotal_cents, total_cents, created_at, paid_at,
        provider_intent_id)
      select ${id('c5', 'n')}, ${id('c0', customer)}, ${day} - 6, ${day}, 'paid', 2500, 2500, ${at}, ${at}, 'pi_' || n from ${each}`,
    sql`insert into payment_line (payment_id, kind, description, amount_cents, visit_id)
      select ${id('c5', 'n')}, 'visit', 'Weekly', 2500, ${id('c4', 'n')} from ${each}`,
    sql`insert into refund (payment_id, amount_cents, reason, state, created_at)
      select ${id('c5', 'n')}, 500, 'Late', 'succeeded', ${at} from ${each} where n % 100 = 0`,
    ...journals('visit_completed', `1000000 + ${customer}`, `5000000 + ${crew}`, 0),
    ...journals('charge_succeeded', '999999', `1000000 + ${customer}`, 1),
    sql`insert into notice (user_id, event, key, title, text, url, created_at, market_id)
      select ${id('c0', customer)}, 'payment', 'growth:' || n, 'Receipt', '', '/billing', ${at}, ${marketOf(customer)} from ${each}`,
    sql`insert into offer (visit_id, crew_id, wave, pay_cents, raise_cents, starts_at, ends_at, quantity, state, sent_at, expires_at, decided_at, market_id)
      select ${id('c4', 'n')}, ${id('c1', crew)}, 1, 1800, 0, ${at}, ${at} + interval '1 hour', 1, 'declined', ${at},
        ${at} + interval '1 hour', ${at}, ${marketOf(crew)} from ${each}`,
  ]
  return statements.map((statement) => [statement])
}
