/** Two server processes on one database, as behind a proxy: what one of them answered holds at the other. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator } from '#testing/build.ts'
import { testDatabase } from '#testing/database.ts'
import { type OpenDatabase, openDatabase } from '../db/client.ts'
import { settleAccess } from '../connections/access-changes.ts'
import { createServer } from '../serving/create-server.ts'
import { rememberSessions } from './recent-sessions.ts'
import { hashToken, openSession, sessionCookieName } from './session.ts'
import { findSession } from './session-queries.ts'

type Process = Pick<TestApp, 'server'>

let testApp: TestApp
let one: Process
let other: Process
let otherDatabase: OpenDatabase
beforeAll(async () => {
  testApp = await createTestApp()
  otherDatabase = openDatabase((await testDatabase()).appConnection, { maxConnections: 4 })
  one = await startProcess(testApp.app.db)
  other = await startProcess(otherDatabase.db)
})
afterAll(async () => {
  await Promise.all([one.server.close(), other.server.close()])
  await otherDatabase.close()
  await testApp.close()
})

async function startProcess(db: OpenDatabase['db']): Promise<Process> {
  const app = { ...testApp.app, db }
  return {
    server: await createServer(app, { pagesDirectory: null, limitsCalls: false, remembersSessions: true }),
  }
}

async function signIn(userId: UserId): Promise<string> {
  const { app } = testApp
  const token = await openSession(app.db, { userId, userAgent: 'test', now: app.ports.clock.now() })
  return `${sessionCookieName(app.config)}=${token}`
}

function ask({ server }: Process, cookie: string, url = '/api/user') {
  return server.inject({ method: 'GET', url, headers: { cookie } })
}

function act({ server }: Process, cookie: string, url: string, payload: object = {}) {
  return server.inject({ method: 'POST', url, headers: { cookie }, payload })
}

/** Asks without end, at both: what each call was answered and when it began, and how to stop. */
function keepAsking(cookie: string) {
  const state = { isOver: false }
  const answers: { askedAt: number; status: number }[] = []
  const lines = [one, other, other].map(async (process) => {
    while (!state.isOver) {
      const askedAt = performance.now()
      const { statusCode } = await ask(process, cookie)
      answers.push({ askedAt, status: statusCode })
    }
  })
  const stop = async () => {
    state.isOver = true
    await Promise.all(lines)
  }
  return { answers, stop }
}

describe('whoever asks after a session was ended finds nobody, at whichever process', () => {
  test.each([
    ['by signing out', async (cookie: string) => act(one, cookie, '/api/sign-out')],
    [
      'from another device',
      async (_cookie: string, userId: UserId) => act(one, await signIn(userId), '/api/revoke-session', {}),
    ],
  ])('%s, ten times, raced', async (_how, end) => {
    for (let round = 0; round < 10; round++) {
      const { userId } = await buildCustomer(testApp.app)
      const cookie = await signIn(userId)
      const { answers, stop } = keepAsking(cookie)
      await expect.poll(() => answers.length, { interval: 5, timeout: 10_000 }).toBeGreaterThan(5)
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      await new Promise((resolve) => setTimeout(resolve, round * 7))
      const ended = await end(cookie, userId)
      expect(ended.statusCode, ended.payload).toBe(200)
      const endedAt = performance.now()
      const askedAfter = () => answers.filter(({ askedAt }) => askedAt >= endedAt)
      await expect.poll(() => askedAfter().length, { interval: 5, timeout: 10_000 }).toBeGreaterThan(5)
      await stop()
      const after = askedAfter()
      expect(after.filter(({ status }) => status !== 401)).toEqual([])
    }
  })
})

test('of many calls at once one reads the session, and nobody who has none is kept', async () => {
  const { userId } = await buildCustomer(testApp.app)
  const token = (await signIn(userId)).split('=')[1]!
  const recent = rememberSessions(testApp.app)
  const rows = await Promise.all(Array.from({ length: 20 }, () => recent.find(hashToken(token))))
  expect(new Set(rows).size).toBe(1)
  expect(rows[0]?.user_id).toBe(userId)
  const unknown = hashToken('nobody')
  expect(await recent.find(unknown)).toBeUndefined()
  await testApp.app.db
    .updateTable('session')
    .set({ token_hash: unknown })
    .where('user_id', '=', userId)
    .execute()
  expect((await recent.find(unknown))?.user_id).toBe(userId)
})

test('a read that fails is not kept', async () => {
  const gone = openDatabase((await testDatabase()).appConnection, { maxConnections: 1 })
  await sql`select 1`.execute(gone.db)
  await gone.close()
  const recent = rememberSessions({ ...testApp.app, db: gone.db })
  const failing = () => recent.find(hashToken('somebody')).catch((error: unknown) => error)
  const [first, next] = [await failing(), await failing()]
  expect(first).toBeInstanceOf(Error)
  expect(next).toBeInstanceOf(Error)
  expect(next).not.toBe(first)
})

describe('what a session says is noticed when it changes, and what it does not say is not', () => {
  const CHANGES: Readonly<Record<string, readonly [string, boolean]>> = {
    'a session ends': ['delete from session where user_id = $user', true],
    'its password was typed again': [
      'update session set authenticated_at = now() where user_id = $user',
      true,
    ],
    'its second factor was given': [
      'update session set second_factor_at = now() where user_id = $user',
      true,
    ],
    'it runs out earlier': ['update session set expires_at = now() where user_id = $user', true],
    'it was used': ['update session set last_seen_at = now() where user_id = $user', false],
    'a person is frozen': ['update users set frozen_until = now() where id = $user', true],
    'a name changes': ["update users set name = 'Another' where id = $user", true],
    'a language changes': ["update users set locale = 'es' where id = $user", true],
    'a desk changes': ["update users set market_id = 'boulder' where id = $user", true],
    'a role changes': ["update users set staff_role = 'reader' where id = $user", true],
    'a role in a city comes': ["insert into operator_market values ($user, 'denver', 'reader')", true],
    'a role in a city goes': ['delete from operator_market where user_id = $user', true],
    'a phone changes': ["update users set phone = '+13035550188' where id = $user", false],
    'a person moves': ['update users set lat = 39.7, lng = -104.9 where id = $user', false],
  }
  test.each(Object.entries(CHANGES))('%s', async (_what, [statement, isNoticed]) => {
    const { userId } = await buildOperator(testApp.app)
    await signIn(userId)
    await sql`insert into market (id, name, time_zone) values ('boulder', 'Boulder', 'America/Denver')
      on conflict do nothing`.execute(testApp.app.db)
    let settled = 0
    await settleAccess(
      () => sql.raw(statement.replaceAll('$user', `'${userId}'`)).execute(testApp.app.db),
      async () => settled++,
    )
    expect(settled).toBe(isNoticed ? 1 : 0)
  })
})

test('each table that the session is read from sends its changes', async () => {
  const { pool } = await testDatabase()
  const { rows: noticed } = await pool.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger
    where tgfoid = 'tell_change_of_access'::regproc order by 1`,
  )
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  await findSession(testApp.app.db, hashToken('nobody'))
  const sent = JSON.stringify(spy.mock.calls[0])
  spy.mockRestore()
  const names = noticed.map(({ name }) => name)
  expect(names).toContain('session')
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const read = tables
    .map(({ name }) => name)
    .filter((name) => new RegExp(`\\b(from|join) \\\\?"?${name}\\b`).test(sent))
  expect(read.sort()).toEqual(names)
})
