/**
 * What stands around the visits of `fillGrowth`: who holds the jobs, what is planned for the next two weeks, and what
 * people said, saw, photographed and were told.
 */
import { sql } from 'kysely'
import { type Chain, dayOf, type Filled, id, marketOf } from './fill-growth.ts'

export function around(filled: Filled): Chain[] {
  return [saidAbout(filled), paidFor(filled), keptFor(filled), plannedIn(filled)]
}

/** Far enough that planning has little left to do. */
const PLANNED_DAYS = 40
const AHEAD_DAYS = 14

const customerOf = (number: string, { customers }: Filled) => `1 + ${number} % ${customers}`
const crewOf = (number: string, { crews }: Filled) => `1 + ${number} % ${crews}`
const momentOf = (filled: Filled) =>
  sql.raw(`((${dayOf('n', filled)} + time '10:00') at time zone 'America/Denver')`)

function plannedIn(filled: Filled) {
  const { visits, customers, crews, today } = filled
  const day = sql`(${today}::date + n % ${AHEAD_DAYS}::integer)`
  const at = sql`((${day} + time '10:00') at time zone 'America/Denver')`
  return [
    sql`insert into crew_hours (crew_id, weekday, starts, ends)
      select ${id('c1', 'n')}, weekday, '06:00', '20:00'
      from generate_series(1, ${crews}::integer) n, generate_series(1, 7) weekday`,
    sql`update weekly_job set planned_until = ${today}::date + ${PLANNED_DAYS}::integer`,
    sql`insert into assignment (id, weekly_job_id, weekday, crew_id, taken_at, from_date)
      select ${id('c7', 'n')}, ${id('c3', 'n')}, 1, ${id('c1', crewOf('(n - 1)', filled))}, ${today}::timestamptz - interval '1 year',
        ${today}::date - 365
      from generate_series(1, ${customers}::integer) n where n % 50 <> 0`,
    sql`update weekly_job set open_days = count_open_days(id, weekdays)`,
    sql`insert into visit (id, weekly_job_id, customer_id, property_id, service_key, date, starts_at, ends_at, quantity, state,
        crew_id, assignment_id, created_at)
      select ${id('c4', `${visits} + n`)}, ${id('c3', 'n')}, ${id('c0', 'n')}, ${id('c2', 'n')}, (select min(key) from service), ${day}, ${at},
        ${at} + interval '1 hour', 1, case when n % 50 <> 0 and n % 3 = 0 then 'confirmed' else 'scheduled' end,
        case when n % 50 <> 0 then ${id('c1', crewOf('(n - 1)', filled))} end, case when n % 50 <> 0 then ${id('c7', 'n')} end, ${today}::timestamptz
      from generate_series(1, ${customers}::integer) n`,
  ]
}

function saidAbout(filled: Filled) {
  const { visits } = filled
  const at = momentOf(filled)
  const each = sql`generate_series(1, ${visits}::integer) n`
  const [visit, customer, crew] = [
    id('c4', 'n'),
    id('c0', customerOf('n', filled)),
    id('c1', crewOf('n', filled)),
  ]
  return [
    sql`insert into visit_event (visit_id, at, actor_id, actor_role, transition, from_state, to_state, crew_id, counts_as)
      select ${visit}, ${at}, ${crew}, 'crew', 'complete', 'in_progress', 'completed', ${crew}, 'kept' from ${each} where n % 5 = 0`,
    sql`insert into photo (id, owner_id, visit_id, storage_key, sha256, width, height, size_bytes, created_at)
      select ${id('c8', 'n')}, ${crew}, ${visit}, 'growth/' || n, decode(md5(n::text), 'hex'), 800, 600, 90000, ${at} from ${each} where n % 5 = 0`,
    sql`insert into visit_message (visit_id, crew_id, sender_id, sender_role, text, created_at)
      select ${visit}, ${crew}, ${customer}, 'customer', 'The gate is open', ${at} from ${each} where n % 5 = 0`,
    sql`insert into conversation (visit_id, user_id, last_number)
      select visit_id, reader, number from visit_message, unnest(array[crew_id, sender_id]) reader`,
    sql`insert into visit_message_read (visit_id, user_id, read_number)
      select visit_id, sender_id, number from visit_message`,
    sql`insert into rating (visit_id, side, crew_id, customer_id, stars, given_at, changed_at, done_at)
      select ${visit}, 'customer', ${crew}, ${customer}, 1 + n % 5, ${at}, ${at}, ${at} from ${each} where n % 5 = 0`,
    sql`insert into crew_stars (crew_id, stars, count) select crew_id, sum(stars), count(*) from rating group by crew_id`,
    sql`insert into dispute (visit_id, customer_id, crew_id, problem, note, state, opened_at, decided_at)
      select ${visit}, ${customer}, ${crew}, 'not_done', 'Nobody came', 'rejected', ${at}, ${at} from ${each} where n % 15 = 0`,
    sql`insert into visit_reminder (visit_id, user_id, starts_at, notice_id)
      select ${visit}, ${customer}, ${at}, notice.id from ${each}
      join notice on notice.user_id = ${customer} and notice.key = 'growth:' || n where n % 5 = 0`,
    sql`update notice set event = 'visit_reminder' where exists (select from visit_reminder where notice_id = notice.id)`,
  ]
}

function paidFor(filled: Filled) {
  const { visits } = filled
  const at = momentOf(filled)
  const each = sql`generate_series(1, ${visits}::integer) n`
  const [visit, customer, crew] = [
    id('c4', 'n'),
    id('c0', customerOf('n', filled)),
    id('c1', crewOf('n', filled)),
  ]
  return [
    sql`insert into charge_attempt (payment_id, number, is_retry, provider_customer_id, provider_method_id, amount_cents, state,
        provider_intent_id, created_at, settled_at)
      select ${id('c5', 'n')}, 0, false, 'cus', 'pm', 2500, 'succeeded', 'pi_' || n, ${at}, ${at} from ${each} where n % 5 = 0`,
    sql`insert into payout_transfer (payout_id, number, amount_cents, state, provider_transfer_id)
      select id, 0, amount_cents, 'made', 'tr_' || id from payout`,
    sql`insert into tip (visit_id, customer_id, crew_id, amount_cents, given_at, is_billed)
      select ${visit}, ${customer}, ${crew}, 500, ${at}, true from ${each} where n % 15 = 0`,
    sql`insert into payment_line (payment_id, kind, description, amount_cents, tip_id)
      select ${id('c5', 'n')}, 'tip', 'Tip', 500, tip.id from ${each} join tip on tip.visit_id = ${visit} where n % 15 = 0`,
    sql`insert into commission (sponsor_id, brought_id, kind, payment_id, amount_cents, earned_at, available_at, released_at)
      select ${id('c0', customerOf('(n / 10)', filled))}, ${customer}, 'customer', ${id('c5', 'n')}, 50, ${at}, ${at}, ${at} from ${each} where n % 10 = 0`,
    sql`insert into sales_tax_entry (market_id, journal_key, visit_id, at, kind, service_key, treatment, sales_cents, tax_cents)
      select ${marketOf(customerOf('n', filled))}, 'charge_succeeded:' || n, ${visit}, ${at}, 'sale', (select min(key) from service), 'taxable', 2500, 0
      from ${each} where n % 5 = 0`,
    sql`insert into provider_movement (id, kind, amount_cents, fee_cents, object_id, at)
      select 'txn_' || n, 'charge', 2500, 100, 'pi_' || n, ${at} from ${each} where n % 5 = 0`,
    sql`insert into provider_event (id, type, object_id, received_at)
      select 'evt_' || n, 'payment_intent.succeeded', 'pi_' || n, ${at} from ${each} where n % 5 = 0`,
  ]
}

function keptFor(filled: Filled) {
  const { visits } = filled
  const at = momentOf(filled)
  const each = sql`generate_series(1, ${visits}::integer) n`
  const customer = id('c0', customerOf('n', filled))
  const market = marketOf(customerOf('n', filled))
  return [
    sql`insert into audit_entry (id, at, action, subject, market_id) overriding system value
      select n, ${at}, 'billed', ${id('c5', 'n')}::text, ${market} from ${each} where n % 5 = 0`,
    sql`insert into audit_person (person_id, entry_id, at) select ${customer}, n, ${at} from ${each} where n % 5 = 0`,
    sql`insert into outbox_message (channel, recipient, subject, body, dedupe_key, user_id, created_at, market_id)
      select 'mail', 'somebody@growth.test', 'Receipt', '', 'mail:payment:' || n, ${customer}, ${at}, ${market} from ${each} where n % 5 = 0`,
    sql`insert into live_event (at, user_id, kind) select ${at}, ${customer}, 'visits' from ${each} where n % 5 = 0`,
    sql`insert into sign_in (user_id, user_agent, at, market_id) select ${customer}, 'growth', ${at}, ${market} from ${each} where n % 10 = 0`,
    sql`insert into session (token_hash, user_id, user_agent, created_at, last_seen_at, authenticated_at, expires_at)
      select decode(md5(n::text), 'hex'), ${customer}, 'growth', ${at}, ${at}, ${at}, ${at} + interval '90 days' from ${each} where n % 10 = 0`,
    sql`insert into idempotent_reply (user_id, key, endpoint, request_hash, status, reply, created_at, claimed_until)
      select ${customer}, 'growth-' || n, 'POST /api/skip-visit', '', 200, '{}', ${at}, ${at} from ${each} where n % 5 = 0`,
    sql`insert into daily_number (market_id, date, service_key, visits, filled, completed, on_time, missed, revenue_cents,
        crew_pay_cents, crew_minutes, refund_cents, sponsor_cents, new_customers, lost_customers)
      select market.id, date::date, service.key, 90, 90, 90, 90, 0, 0, 0, 0, 0, 0, 0, 0
      from market, service, generate_series(${filled.today}::date - 1000, ${filled.today}::date - 1, interval '1 day') date`,
    sql`insert into search_entry (kind, subject_id, owner_id, market_id, title, detail, is_removed, folded_title, words)
      select lower(type), id, id, market_id, name, email, false, lower(name), to_tsvector('simple', name || ' ' || email || ' ' || market_id) from users
      union all select 'place', property.id, customer_id, market_id, property.name, '', false, lower(property.name),
        to_tsvector('simple', property.name || ' ' || market_id) from property join users on users.id = customer_id`,
    sql`insert into customer_span (customer_id, market_id, first_on, last_on)
      select id, market_id, created_at::date, ${filled.today}::date from users where type = 'Customer'`,
  ]
}
