import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { testDatabase } from '#testing/database.ts'
import { believeClock } from './queries.ts'
import { watchClock } from './watch-clock.ts'

const YEAR_MS = 365 * DAY_MS

let testApp: TestApp
/** How far the machine's clock, and the count of the process, are from the database's. */
let aheadMs = 0
let countedMs = 0
beforeEach(async () => {
  await (await testDatabase()).db.deleteFrom('installation').execute()
  testApp = await createTestApp()
  aheadMs = 0
  countedMs = 0
})
afterEach(() => testApp.close())

const now = () => instant(Date.now() + aheadMs)

function appOf(environment: 'development' | 'staging'): App {
  const { app } = testApp
  return { ...app, config: { ...app.config, environment }, ports: { ...app.ports, clock: { now } } }
}

function watch(environment: 'development' | 'staging' = 'staging') {
  return watchClock(appOf(environment), () => performance.now() + countedMs)
}

test('a clock is in doubt until somebody has looked, and sound while it goes on as others do', async () => {
  const watching = watch()
  expect(watching.isSound()).toBe(false)
  expect(await watching.look()).toBe(true)
  expect(watching.isSound()).toBe(true)
  expect(await watching.look()).toBe(true)
})

test.each([
  ['ahead', YEAR_MS],
  ['back', -YEAR_MS],
])('security 3: a jump %s stops the work at once, and coming back lets it go on', async (_, jump) => {
  const watching = watch()
  await watching.look()
  aheadMs = jump
  expect(watching.isSound()).toBe(false)
  expect(await watching.look()).toBe(false)
  aheadMs = 0
  expect(await watching.look()).toBe(true)
  expect(watching.isSound()).toBe(true)
})

test('security 3: a jump in which the database’s clock takes part is told by the count of the process', async () => {
  await believeClock(testApp.app.db, instant(now() - MINUTE_MS * 10))
  const watching = watch('development')
  await watching.look()
  await believeClock(testApp.app.db, instant(now() - YEAR_MS))
  countedMs = -YEAR_MS
  expect(watching.isSound()).toBe(false)
  expect(await watching.look()).toBe(false)
  await believeClock(testApp.app.db, now())
  expect(await watching.look()).toBe(true)
  expect(watching.isSound()).toBe(true)
})

test('a night in which the machine slept is no jump', async () => {
  const watching = watch()
  await watching.look()
  countedMs = -10 * 60 * MINUTE_MS
  expect(watching.isSound()).toBe(true)
})

test('a clock that the database contradicts is in doubt', async () => {
  aheadMs = 6 * MINUTE_MS
  expect(await watch().look()).toBe(false)
  aheadMs = 4 * MINUTE_MS
  expect(await watch().look()).toBe(true)
})

test.each([
  ['long ago', -30 * DAY_MS],
  ['in the future', DAY_MS],
])(
  'a start where a server was last seen %s waits for a person, except where people try it',
  async (_, last) => {
    await believeClock(testApp.app.db, instant(now() + last))
    expect(await watch('staging').look()).toBe(false)
    await believeClock(testApp.app.db, now())
    expect(await watch('staging').look()).toBe(true)
    await believeClock(testApp.app.db, instant(now() + last))
    expect(await watch('development').look()).toBe(true)
  },
)
