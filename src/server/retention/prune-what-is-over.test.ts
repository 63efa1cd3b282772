import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VisitId } from '#domain/ids.ts'
import { SETTING_GROUPS } from '#domain/settings/groups.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'
import { ASKED_DAYS } from '../night-reports/open-report-link.ts'
import { enqueue } from '../tasks/queue.ts'
import { FORGOTTEN_AT_ONCE } from './queries.ts'

let testApp: TestApp
let userId: string
let crewId: string
let visitId: VisitId
let propertyId: string
let shareId: string
let complexId: string
let desk: Client
beforeAll(async () => {
  testApp = await createTestApp()
  userId = (await buildCustomer(testApp.app)).userId
  crewId = (await buildCrew(testApp.app)).userId
  desk = await signedIn(testApp, await buildOperator(testApp.app))
  visitId = await buildVisit(testApp.app, await buildWeeklyJob(testApp.app))
  const { property_id } = await testApp.app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select('property_id')
    .executeTakeFirstOrThrow()
  propertyId = property_id
  shareId = await idOf(share(toTimestamp(TEST_START), sql`null`, sql``))
  complexId =
    await idOf(sql`insert into complex (customer_id, name, address, lat, lng, time_zone, units, created_at)
    values (${userId}, 'A', 'A', 39, -104, 'America/Denver', 1, ${toTimestamp(TEST_START)})`)
})
afterAll(() => testApp.close())

type Kept = keyof typeof SETTING_GROUPS.keeping

type Rows = {
  readonly insert: (at: Date) => RawBuilder<unknown>
  /** Whose age is told in days of the calendar. */
  readonly isByDay?: boolean
}

/** Rows as old as is said, one for each `number`. */
const ROWS: Readonly<Record<string, Rows & { readonly kept: Kept }>> = {
  idempotent_reply: {
    kept: 'replyDaysKept',
    insert: (
      at,
    ) => sql`insert into idempotent_reply (user_id, key, endpoint, request_hash, created_at, claimed_until)
      select ${userId}, gen_random_uuid()::text, '', '', ${at}, ${at} from number`,
  },
  session: {
    kept: 'endedSessionDaysKept',
    insert: (
      at,
    ) => sql`insert into session (token_hash, user_id, user_agent, created_at, last_seen_at, authenticated_at, expires_at)
      select sha256(gen_random_uuid()::text::bytea), ${userId}, '', ${at}, ${at}, ${at}, ${at} from number`,
  },
  one_time_token: {
    kept: 'endedSessionDaysKept',
    insert: (at) => sql`insert into one_time_token (token_hash, user_id, purpose, created_at, expires_at)
      select sha256(gen_random_uuid()::text::bytea), ${userId}, 'sign_in', ${at}, ${at} from number`,
  },
  go_link: {
    kept: 'linkDaysKept',
    insert: (at) => sql`insert into go_link (code, purpose, subject_id, user_id, created_at, expires_at)
      select upper(substr(md5(random()::text), 1, 8)), 'visit', gen_random_uuid(), ${userId},
        ${at}::timestamptz - interval '1 day', ${at} from number`,
  },
  provider_event: {
    kept: 'providerEventDaysKept',
    insert: (at) => sql`insert into provider_event (id, type, object_id, received_at)
      select gen_random_uuid()::text, '', '', ${at} from number`,
  },
  notice: {
    kept: 'noticeDaysKept',
    insert: (at) => sql`insert into notice (user_id, event, key, title, text, url, created_at)
      select ${userId}, 'receipt', gen_random_uuid()::text, 'A', '', '/', ${at} from number`,
  },
  sign_in: {
    kept: 'signInDaysKept',
    insert: (at) =>
      sql`insert into sign_in (user_id, user_agent, at) select ${userId}, '', ${at} from number`,
  },
  outbox_message: {
    kept: 'messageDaysKept',
    insert: (at) => sql`insert into outbox_message (channel, recipient, body, created_at, market_id)
      select 'mail', '', '', ${at}, 'denver' from number`,
  },
  bulk_change: {
    kept: 'bulkChangeDaysKept',
    insert: (
      at,
    ) => sql`insert into bulk_change (customer_id, change, is_whole, state, job_count, created_at, undo_until)
      select ${userId}, '{"kind": "cancel"}'::jsonb, false, 'done', 1, ${at}, ${at} from number`,
  },
  hospitable_event: {
    kept: 'feedEventDaysKept',
    insert: (at) => sql`insert into hospitable_event (id, action, received_at)
      select gen_random_uuid()::text, 'reservation.changed', ${at} from number`,
  },
  hospitable_code: {
    kept: 'feedEventDaysKept',
    insert: (at) => sql`insert into hospitable_code (code_hash, customer_id, taken_at)
      select sha256(gen_random_uuid()::text::bytea), ${userId}, ${at} from number`,
  },
  offer: {
    kept: 'offerDaysKept',
    insert: (at) => sql`insert into offer
        (visit_id, crew_id, wave, pay_cents, raise_cents, starts_at, ends_at, quantity, state, sent_at, expires_at, decided_at)
      select ${visitId}, ${crewId}, 1, 1, 0, ${at}, ${at}::timestamptz + interval '1 hour', 1, 'declined', ${at},
        ${at}::timestamptz + interval '1 hour', ${at} from number`,
  },
  rating_request: {
    kept: 'offerDaysKept',
    insert: (at) => sql`, asked as (
        insert into visit (customer_id, property_id, service_key, date, starts_at, ends_at, quantity, created_at)
        select customer_id, property_id, service_key, date, starts_at, ends_at, quantity, created_at
        from visit cross join number where id = ${visitId}
        returning id, customer_id
      )
      insert into rating_request (visit_id, customer_id, asked_at) select id, customer_id, ${at} from asked`,
  },
  share: {
    kept: 'shareDaysKept',
    insert: (at) => share(at, sql`${at}`, sql`from number`),
  },
  share_action: {
    kept: 'shareDaysKept',
    insert: (at) => sql`insert into share_action (owner_id, share_id, call, try_id, at)
      select ${userId}, ${shareId}, 'A', gen_random_uuid(), ${at} from number`,
  },
  stay: {
    kept: 'stayDaysKept',
    isByDay: true,
    insert: (at) => sql`insert into stay
        (property_id, kind, is_guess, state, check_in, check_out, created_at, changed_at)
      select ${propertyId}, 'stay', false, 'booked', ${at}::date - 2, ${at}::date, ${at}, ${at} from number`,
  },
}

function share(at: Date, endedAt: RawBuilder<unknown>, from: RawBuilder<unknown>) {
  return sql`insert into share (owner_id, name, email, locale, role, is_whole, created_at, sent_at, expires_at, ended_at)
    select ${userId}, 'A', 'a@crew.example', 'en', 'see', true, ${at}, ${at},
      ${at}::timestamptz + interval '1 day', ${endedAt} ${from}`
}

/** Nobody sets how long these are kept. */
const REPORT_ADDRESSES: Rows = {
  insert: (at) => sql`insert into report_address (complex_id, email, locale, token_hash, asked_at)
    select ${complexId}, gen_random_uuid() || '@crew.example', 'en', sha256(gen_random_uuid()::text::bytea), ${at}
    from number`,
}

async function idOf(insert: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ id: string }>`${insert} returning id`.execute(testApp.app.db)
  return rows[0]!.id
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    testApp.app.db,
  )
  return rows[0]!.count
}

async function prune(): Promise<void> {
  const now = testApp.app.ports.clock.now()
  for (const kind of ['forget_notices', 'forget_what_is_over', 'forget_stays'] as const)
    await enqueue(testApp.app.db, kind, { marketId: 'denver', at: now }, { now })
  await testApp.work()
}

/** `days` ago, so many at once. */
function add(row: Rows, days: number, rows: number) {
  const at = toTimestamp(instant(testApp.app.ports.clock.now() - days * DAY_MS))
  return sql`with number as (select from generate_series(1, ${rows})) ${row.insert(at)}`.execute(
    testApp.app.db,
  )
}

describe.each(Object.entries(ROWS))('%s', (table, row) => {
  const byDefault = SETTING_GROUPS.keeping[row.kept].byDefault

  test('what is older than it is kept goes away, in batches, and no more', async () => {
    await goesAway(table, row, byDefault)
  })

  test('what a city keeps for longer stays as long as it says', async () => {
    await prune()
    await keepFor(row.kept, byDefault + 5)
    const before = await count(table)
    await add(row, byDefault + 5 - marginOf(row), 3)
    await add(row, byDefault + 5 + marginOf(row), 4)
    await prune()
    expect(await count(table)).toBe(before + 3)
    await keepFor(row.kept, null)
    await prune()
    expect(await count(table)).toBe(before)
  })
})

test('whoever was asked for the nights of a complex and never said yes goes with the link', async () => {
  await goesAway('report_address', REPORT_ADDRESSES, ASKED_DAYS)
})

async function goesAway(table: string, row: Rows, daysKept: number): Promise<void> {
  await prune()
  const before = await count(table)
  await add(row, daysKept + marginOf(row), FORGOTTEN_AT_ONCE + 3)
  await add(row, daysKept - marginOf(row), 2)
  expect(await count(table)).toBe(before + FORGOTTEN_AT_ONCE + 5)
  await prune()
  expect(await count(table)).toBe(before + 2)
}

function marginOf({ isByDay = false }: Rows): number {
  return isByDay ? 1 : 0.1
}

test('what is of another city is not forgotten with this one', async () => {
  const { db } = testApp.app
  await sql`insert into market (id, name, time_zone) values ('elsewhere', 'Elsewhere', 'America/Denver')`.execute(
    db,
  )
  const before = await Promise.all(['notice', 'sign_in', 'offer'].map(count))
  await sql`update users set market_id = 'elsewhere' where id in (${userId}, ${crewId})`.execute(db)
  for (const table of ['notice', 'sign_in', 'offer']) await add(ROWS[table]!, 4_000, 3)
  await prune()
  expect(await Promise.all(['notice', 'sign_in', 'offer'].map(count))).toEqual(before.map((rows) => rows + 3))
  await enqueue(db, 'forget_notices', { marketId: 'elsewhere', at: TEST_START }, { now: TEST_START })
  await testApp.work()
  expect(await Promise.all(['notice', 'sign_in', 'offer'].map(count))).toEqual(before)
})

/** As an operator sets it in one city; null gives it back to what holds in all. */
async function keepFor(key: Kept, value: number | null): Promise<void> {
  const { status, text } = await desk.call('POST /api/set-setting', {
    body: { marketId: 'denver', key, value, inForceFrom: null },
  })
  expect(status, text).toBe(200)
}
