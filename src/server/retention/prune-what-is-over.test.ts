import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SETTING_GROUPS } from '#domain/settings/groups.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import { type Client, createTestApp, TEST_START, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { FORGOTTEN_AT_ONCE } from './queries.ts'

let testApp: TestApp
let userId: string
let crewId: string
let visitId: string
let desk: Client
beforeAll(async () => {
  testApp = await createTestApp()
  userId = (await buildCustomer(testApp.app)).userId
  crewId = (await buildCrew(testApp.app)).userId
  desk = await signedIn(testApp, await buildOperator(testApp.app))
  visitId = await buildVisit(testApp.app, await buildWeeklyJob(testApp.app))
})
afterAll(() => testApp.close())

type Kept = keyof typeof SETTING_GROUPS.keeping

/** Rows as old as is said, made so many at once; `n` tells one from another. */
const ROWS: Readonly<
  Record<string, { readonly kept: Kept; readonly insert: (at: Date) => ReturnType<typeof sql> }>
> = {
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
}

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    testApp.app.db,
  )
  return rows[0]!.count
}

async function prune(): Promise<void> {
  const now = testApp.app.ports.clock.now()
  for (const kind of ['forget_notices', 'forget_what_is_over'] as const)
    await enqueue(testApp.app.db, kind, { marketId: 'denver', at: now }, { now })
  await testApp.work()
}

/** `days` ago, so many at once. */
function add(row: (typeof ROWS)[string], days: number, rows: number) {
  const at = toTimestamp(instant(testApp.app.ports.clock.now() - days * DAY_MS))
  return sql`with number as (select from generate_series(1, ${rows})) ${row.insert(at)}`.execute(
    testApp.app.db,
  )
}

describe.each(Object.entries(ROWS))('%s', (table, row) => {
  const byDefault = SETTING_GROUPS.keeping[row.kept].byDefault

  test('what is older than it is kept goes away, in batches, and no more', async () => {
    await prune()
    const before = await count(table)
    await add(row, byDefault + 0.1, FORGOTTEN_AT_ONCE + 3)
    await add(row, byDefault - 0.1, 2)
    expect(await count(table)).toBe(before + FORGOTTEN_AT_ONCE + 5)
    await prune()
    expect(await count(table)).toBe(before + 2)
  })

  test('what a city keeps for longer stays as long as it says', async () => {
    await prune()
    await keepFor(row.kept, byDefault + 5)
    const before = await count(table)
    await add(row, byDefault + 4.9, 3)
    await add(row, byDefault + 5.1, 4)
    await prune()
    expect(await count(table)).toBe(before + 3)
    await keepFor(row.kept, null)
    await prune()
    expect(await count(table)).toBe(before)
  })
})

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
