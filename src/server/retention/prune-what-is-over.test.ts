import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, instant } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { toTimestamp } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { FORGOTTEN_AT_ONCE } from './queries.ts'

let testApp: TestApp
let userId: string
let crewId: string
let visitId: string
beforeAll(async () => {
  testApp = await createTestApp()
  userId = (await buildCustomer(testApp.app)).userId
  crewId = (await buildCrew(testApp.app)).userId
  visitId = await buildVisit(testApp.app, await buildWeeklyJob(testApp.app))
})
afterAll(() => testApp.close())

/** Rows as old as is said, made so many at once; `n` tells one from another. */
const ROWS: Readonly<
  Record<string, { readonly keptDays: number; readonly insert: (at: Date) => ReturnType<typeof sql> }>
> = {
  idempotent_reply: {
    keptDays: 2,
    insert: (
      at,
    ) => sql`insert into idempotent_reply (user_id, key, endpoint, request_hash, created_at, claimed_until)
      select ${userId}, gen_random_uuid()::text, '', '', ${at}, ${at} from number`,
  },
  session: {
    keptDays: 1,
    insert: (
      at,
    ) => sql`insert into session (token_hash, user_id, user_agent, created_at, last_seen_at, authenticated_at, expires_at)
      select sha256(gen_random_uuid()::text::bytea), ${userId}, '', ${at}, ${at}, ${at}, ${at} from number`,
  },
  one_time_token: {
    keptDays: 1,
    insert: (at) => sql`insert into one_time_token (token_hash, user_id, purpose, created_at, expires_at)
      select sha256(gen_random_uuid()::text::bytea), ${userId}, 'sign_in', ${at}, ${at} from number`,
  },
  go_link: {
    keptDays: 90,
    insert: (at) => sql`insert into go_link (code, purpose, subject_id, user_id, created_at, expires_at)
      select upper(substr(md5(random()::text), 1, 8)), 'visit', gen_random_uuid(), ${userId},
        ${at}::timestamptz - interval '1 day', ${at} from number`,
  },
  provider_event: {
    keptDays: 400,
    insert: (at) => sql`insert into provider_event (id, type, object_id, received_at)
      select gen_random_uuid()::text, '', '', ${at} from number`,
  },
  notice: {
    keptDays: 120,
    insert: (at) => sql`insert into notice (user_id, event, key, title, text, url, created_at)
      select ${userId}, 'receipt', gen_random_uuid()::text, 'A', '', '/', ${at} from number`,
  },
  sign_in: {
    keptDays: 400,
    insert: (at) =>
      sql`insert into sign_in (user_id, user_agent, at) select ${userId}, '', ${at} from number`,
  },
  outbox_message: {
    keptDays: 120,
    insert: (at) => sql`insert into outbox_message (channel, recipient, body, created_at, market_id)
      select 'mail', '', '', ${at}, 'denver' from number`,
  },
  bulk_change: {
    keptDays: 90,
    insert: (
      at,
    ) => sql`insert into bulk_change (customer_id, change, is_whole, state, job_count, created_at, undo_until)
      select ${userId}, '{"kind": "cancel"}'::jsonb, false, 'done', 1, ${at}, ${at} from number`,
  },
  offer: {
    keptDays: 400,
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

test.each(Object.entries(ROWS))(
  '%s: what is older than it is kept goes away, in batches, and no more',
  async (table, row) => {
    await prune()
    const before = await count(table)
    const add = (days: number, rows: number) => {
      const at = toTimestamp(instant(testApp.app.ports.clock.now() - days * DAY_MS))
      return sql`with number as (select from generate_series(1, ${rows})) ${row.insert(at)}`.execute(
        testApp.app.db,
      )
    }
    await add(row.keptDays + 0.1, FORGOTTEN_AT_ONCE + 3)
    await add(row.keptDays - 0.1, 2)
    expect(await count(table)).toBe(before + FORGOTTEN_AT_ONCE + 5)
    await prune()
    expect(await count(table)).toBe(before + 2)
  },
)
