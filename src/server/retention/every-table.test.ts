/** Every table is bounded by something, or kept for ever for a reason: none grows only because nobody thought of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { SETTING_GROUPS } from '#domain/settings/groups.ts'
import { testDatabase } from '#testing/database.ts'

const ROOT = join(import.meta.dirname, '../../..')

type Bound =
  /** Forgotten after a setting. */
  | { readonly after: string }
  /** Forgotten by a rule that nobody sets, in a file which deletes of the table. */
  | { readonly soon: string; readonly in: string }
  /** Goes with its parent, which is bounded. */
  | { readonly goesWith: string }
  /** As many as there are of something, however many years go by. */
  | { readonly asMany: string }
  | { readonly forEver: string }

const OF_VISITS = { forEver: 'Visits and what happened at them are what a dispute or the law asks for.' }
const OF_JOBS = { forEver: 'When a weekly job ran, by whom and how explains each of its visits.' }
const OF_ORDERS = { forEver: 'An order is a sale: its bill is explained by it.' }
const BOOKS = { forEver: 'The books, and the papers that stand for them.' }
const PROVIDER = { forEver: 'What moved at the provider is held against the books.' }
const DECIDED = { forEver: 'Who decided about money or people, and why.' }
const SETTINGS = { asMany: 'what operators set, with what held before' }
const PEOPLE = { asMany: 'people, and what each has or chose' }
const PLACES = { asMany: 'places, and what stands at them' }
const HOUSE = { asMany: 'parts of the house: one row, or one for each of what the code names' }

const BOUNDS: Readonly<Record<string, Bound>> = {
  access_problem: OF_VISITS,
  account_closing: PEOPLE,
  account_merge: PEOPLE,
  account_try: { soon: 'after two days', in: 'passwords/try-queries.ts' },
  approval: DECIDED,
  assignment: OF_JOBS,
  audit_entry: { forEver: 'The log of what operators did.' },
  audit_person: { forEver: 'Whom an entry of the log is about.' },
  billing_details: PEOPLE,
  billing_terms: PEOPLE,
  building: PLACES,
  building_check: OF_VISITS,
  bulk_change: { after: 'bulkChangeDaysKept' },
  bulk_change_job: { goesWith: 'bulk_change' },
  calendar: PEOPLE,
  card_hold: BOOKS,
  charge_attempt: BOOKS,
  chargeback: BOOKS,
  checkpoint: PLACES,
  checkpoint_pass: OF_VISITS,
  cohort_month: { forEver: 'A few rows a month for each market: how it grew.' },
  commission: BOOKS,
  commission_spending: BOOKS,
  commission_use: BOOKS,
  complex: PLACES,
  complex_exception: { goesWith: 'complex' },
  complex_group: PLACES,
  conversation: OF_VISITS,
  coupon: SETTINGS,
  coupon_use: BOOKS,
  coupon_version: SETTINGS,
  credit_change: BOOKS,
  credit_note: BOOKS,
  crew_hours: PEOPLE,
  crew_profile: PEOPLE,
  crew_stars: PEOPLE,
  crew_whereabouts: { soon: 'with the day, as crews were promised', in: 'whereabouts/queries.ts' },
  customer_crew_mark: PEOPLE,
  customer_span: PEOPLE,
  daily_digest: PEOPLE,
  daily_number: { forEver: 'A few rows a day for each market: how it grew.' },
  data_export: { soon: 'when its link has run out', in: 'own-data/queries.ts' },
  demo_bank_object: { asMany: 'what was paid at a demonstration; a real house has none' },
  dispatch_plan: { soon: 'after 30 days, with the next plan', in: 'dispatch/plan-queries.ts' },
  dispatch_plan_lane: { goesWith: 'dispatch_plan' },
  dispatch_plan_visit: { goesWith: 'dispatch_plan' },
  dispute: DECIDED,
  dispute_event: DECIDED,
  earning: BOOKS,
  extra_work: OF_VISITS,
  former_session_token: { goesWith: 'session' },
  fraud_warning: DECIDED,
  go_link: { after: 'linkDaysKept' },
  holiday_rule: SETTINGS,
  holiday_rule_set: SETTINGS,
  hospitable_account: PEOPLE,
  hospitable_code: { after: 'feedEventDaysKept' },
  hospitable_event: { after: 'feedEventDaysKept' },
  hospitable_property: { goesWith: 'hospitable_account' },
  house_text: SETTINGS,
  idempotent_reply: { after: 'replyDaysKept' },
  identity_mark: PEOPLE,
  installation: HOUSE,
  invoice: BOOKS,
  invoice_receipt: BOOKS,
  invoice_reminder: BOOKS,
  job_filter: PEOPLE,
  late_completion: OF_VISITS,
  ledger_account: BOOKS,
  ledger_journal: BOOKS,
  ledger_posting: BOOKS,
  ledger_seal: BOOKS,
  ledger_seal_account: BOOKS,
  ledger_seal_mark: BOOKS,
  ledger_seal_market: BOOKS,
  letterhead: SETTINGS,
  live_event: { after: 'liveEventHoursKept' },
  live_horizon: HOUSE,
  low_supply: PLACES,
  market: SETTINGS,
  notice: { after: 'noticeDaysKept' },
  notice_preference: PEOPLE,
  offer: { after: 'offerDaysKept' },
  offering: { soon: 'as soon as somebody takes the visit', in: 'offers/queries.ts' },
  on_demand_draft: { soon: 'when it has run out', in: 'ondemand/draft-queries.ts' },
  on_demand_order: OF_ORDERS,
  one_time_token: { after: 'endedSessionDaysKept' },
  operator_market: PEOPLE,
  order_photo: OF_ORDERS,
  outbox_message: { after: 'messageDaysKept' },
  paper_number: BOOKS,
  paper_preference: PEOPLE,
  partner_crew: PEOPLE,
  partner_line: BOOKS,
  partner_payment: BOOKS,
  partner_statement: BOOKS,
  passkey: PEOPLE,
  passkey_challenge: { soon: 'when it has run out', in: 'passkeys/queries.ts' },
  payment: BOOKS,
  payment_line: BOOKS,
  payment_method: PEOPLE,
  payout: BOOKS,
  payout_account: PEOPLE,
  payout_transfer: BOOKS,
  person_note: DECIDED,
  photo: OF_VISITS,
  pickup_day: { after: 'stayDaysKept' },
  pickup_rule: PLACES,
  place_checklist: PLACES,
  place_crew: PLACES,
  price: SETTINGS,
  property: PLACES,
  property_group: PLACES,
  property_import: { asMany: 'lists that customers sent; places say by which they came' },
  property_import_refusal: { goesWith: 'property_import' },
  provider_answer: HOUSE,
  provider_event: { after: 'providerEventDaysKept' },
  provider_movement: PROVIDER,
  push_subscription: { goesWith: 'session' },
  pushed_day: DECIDED,
  pushed_day_visit: OF_VISITS,
  queue_filter: PEOPLE,
  queue_item: { soon: 'once nobody can still hold it', in: 'queues/owner-queries.ts' },
  quiet_hours: PEOPLE,
  rating: OF_VISITS,
  rating_request: { after: 'offerDaysKept' },
  reconcile_count: { forEver: 'A few rows a night: the proof that the books agreed.' },
  reconcile_difference: DECIDED,
  reconcile_run: { forEver: 'A row a night: the proof that the books were looked at.' },
  reconcile_subject: { soon: 'at the end of the run', in: 'reconcile/run-queries.ts' },
  recovery_code: { goesWith: 'second_factor' },
  referral_review: DECIDED,
  refund: BOOKS,
  refund_part: BOOKS,
  report_address: { soon: 'with the link that nobody took', in: 'retention/queries.ts' },
  route: OF_JOBS,
  sales_tax_entry: BOOKS,
  sales_tax_filing: BOOKS,
  sales_tax_seal: BOOKS,
  schedule_move: OF_JOBS,
  search_entry: { asMany: 'people, places and what else can be found by its name' },
  search_mark: { soon: 'with the next that an operator opens', in: 'search/search-queries.ts' },
  second_factor: PEOPLE,
  seeing: { soon: 'with the next of the same operator', in: 'acting/seeing-queries.ts' },
  service: SETTINGS,
  service_change: SETTINGS,
  service_checklist: SETTINGS,
  service_past: SETTINGS,
  session: { after: 'endedSessionDaysKept' },
  setting: SETTINGS,
  share: { after: 'shareDaysKept' },
  share_action: { after: 'shareDaysKept' },
  share_group: { goesWith: 'share' },
  sign_in: { after: 'signInDaysKept' },
  sign_in_code: { soon: 'when it has run out', in: 'codes/queries.ts' },
  sms_opt_out: { forEver: 'Whoever asked to get no texts gets none, whatever else is forgotten.' },
  staff_invitation: { asMany: 'people who were asked to join the staff' },
  staff_invitation_role: { goesWith: 'staff_invitation' },
  stay: { after: 'stayDaysKept' },
  stay_feed: { goesWith: 'stay_source' },
  stay_report: { goesWith: 'stay' },
  stay_source: PLACES,
  task: { soon: 'when it is done', in: 'workers/task-queries.ts' },
  task_schedule: HOUSE,
  tax_consent: { forEver: 'What a crew agreed to, and when.' },
  tax_exemption: BOOKS,
  tax_form_sent: BOOKS,
  tax_reminder: BOOKS,
  terms_acceptance: { forEver: 'What a person agreed to, and when.' },
  time_off: { forEver: 'Why a crew was not asked; a few rows a year for each.' },
  tip: BOOKS,
  turnover: OF_VISITS,
  turnover_rule: PLACES,
  unsubscribe_token: PEOPLE,
  users: PEOPLE,
  violation: OF_VISITS,
  visit: OF_VISITS,
  visit_checklist: OF_VISITS,
  visit_event: OF_VISITS,
  visit_mark: OF_VISITS,
  visit_message: OF_VISITS,
  visit_message_read: OF_VISITS,
  visit_reminder: OF_VISITS,
  waiting_tip: { soon: 'when it is billed', in: 'ratings/tip-queries.ts' },
  waitlist_entry: { soon: 'when a market opens there', in: 'markets/waitlist-queries.ts' },
  weekly_job: OF_JOBS,
  weekly_job_earlier_terms: OF_JOBS,
  weekly_job_pause: OF_JOBS,
  weekly_job_skip: OF_JOBS,
  write_off: BOOKS,
}

type Cascade = { readonly child: string; readonly parent: string }

let tables: readonly string[]
let cascades: readonly Cascade[]
beforeAll(async () => {
  const { db } = await testDatabase()
  const named = await sql<{ name: string }>`
    select relname::text as name from pg_catalog.pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%'
  `.execute(db)
  tables = named.rows.map(({ name }) => name)
  const tied = await sql<Cascade>`
    select child.relname::text as child, parent.relname::text as parent
    from pg_catalog.pg_constraint
    join pg_catalog.pg_class child on child.oid = conrelid
    join pg_catalog.pg_class parent on parent.oid = confrelid
    where contype = 'f' and confdeltype = 'c'
  `.execute(db)
  cascades = tied.rows
})

test('every table says what bounds it, and none that is gone does', () => {
  expect(faultsOf(tables, BOUNDS)).toEqual([])
})

test('what is said of a table is so', () => {
  expect(Object.entries(BOUNDS).flatMap(([table, bound]) => faultOf(table, bound, BOUNDS) ?? [])).toEqual([])
})

test('each setting of what is kept for how long bounds a table', () => {
  const used = new Set(Object.values(BOUNDS).flatMap((bound) => ('after' in bound ? [bound.after] : [])))
  expect([...used].toSorted()).toEqual(Object.keys(SETTING_GROUPS.keeping).toSorted())
})

describe('a fault is seen', () => {
  test('a table that nobody thought of, one that is gone', () => {
    expect(faultsOf(['visit', 'visit_smell'], { visit: OF_VISITS, visit_noise: OF_VISITS })).toEqual([
      'visit_smell: say in BOUNDS what bounds it (after a setting, with a parent, as many as …) or why it is kept for ever.',
      'visit_noise: there is no such table any more; take it out of BOUNDS.',
    ])
  })

  test.each<[string, Bound, string]>([
    ['notice', { after: 'noticeYearsKept' }, 'noticeYearsKept is no setting'],
    ['visit_event', { goesWith: 'visit' }, 'visit is itself kept for ever'],
    ['notice', { goesWith: 'session' }, 'no foreign key to session deletes it'],
    ['notice', { goesWith: 'rumour' }, 'rumour is not in BOUNDS'],
    ['visit', { soon: 'tomorrow', in: 'offers/queries.ts' }, 'offers/queries.ts deletes nothing of it'],
  ])('%s: %o', (table, bound, sentence) => {
    expect(faultOf(table, bound, BOUNDS)).toContain(sentence)
  })
})

function faultsOf(there: readonly string[], bounds: Readonly<Record<string, Bound>>): string[] {
  const missing = there
    .filter((table) => bounds[table] === undefined)
    .map(
      (table) =>
        `${table}: say in BOUNDS what bounds it (after a setting, with a parent, as many as …) or why it is kept for ever.`,
    )
  const gone = Object.keys(bounds)
    .filter((table) => !there.includes(table))
    .map((table) => `${table}: there is no such table any more; take it out of BOUNDS.`)
  return [...missing.toSorted(), ...gone]
}

function faultOf(table: string, bound: Bound, bounds: Readonly<Record<string, Bound>>): string | null {
  if ('after' in bound && !(bound.after in SETTING_GROUPS.keeping))
    return `${table}: ${bound.after} is no setting of what is kept for how long.`
  if ('soon' in bound && !deletesOf(table, bound.in))
    return `${table}: ${bound.in} deletes nothing of it; name the file that does.`
  return 'goesWith' in bound ? faultOfChild(table, bound.goesWith, bounds) : null
}

function faultOfChild(table: string, parent: string, bounds: Readonly<Record<string, Bound>>): string | null {
  const above = bounds[parent]
  if (above === undefined) return `${table}: its parent ${parent} is not in BOUNDS.`
  if ('forEver' in above)
    return `${table}: ${parent} is itself kept for ever, so nothing takes this along; say why it is kept too.`
  return cascades.some((cascade) => cascade.child === table && cascade.parent === parent)
    ? null
    : `${table}: no foreign key to ${parent} deletes it with that (on delete cascade).`
}

function deletesOf(table: string, file: string): boolean {
  const text = readFileSync(join(ROOT, 'src/server', file), 'utf8')
  return new RegExp(String.raw`deleteFrom\('${table}'\)|\bdelete from ${table}\b`).test(text)
}
