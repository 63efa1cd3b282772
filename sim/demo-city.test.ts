import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_TIME_ZONE, dateAt, type Instant, parseInstant } from '#domain/time.ts'
import { type Client, createTestApp, type TestApp } from '#testing/app.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#testing/cast.ts'
import { buildDemoCity } from './demo-city.ts'
import { checkBooks, checkInvariants } from './invariants.ts'

/** A Saturday in Denver, before anybody is up: there is something to see at any hour. */
const NOW = parseInstant('2026-11-21T08:20:00Z')
const TODAY = dateAt(NOW, DEFAULT_TIME_ZONE)

describe('the demo city', () => {
  let demo: TestApp
  let payableSince: ReadonlyMap<string, Instant>

  beforeAll(async () => {
    demo = await createTestApp({ start: NOW })
    const world = await buildDemoCity(demo.app, {
      seed: 7,
      now: NOW,
      zone: DEFAULT_TIME_ZONE,
      onProgress: () => {},
    })
    payableSince = world.payableSince
  }, 120_000)
  afterAll(() => demo.close())

  const signIn = async (name: string): Promise<Client> => {
    const { email } = DEMO_SIGN_INS.find((each) => each.name === name)!
    const client = demo.client()
    const { status } = await client.call('POST /api/sign-in', { body: { email, password: DEMO_PASSWORD } })
    expect(status).toBe(200)
    return client
  }

  test('stands at now with nothing left to do and every rule kept', async () => {
    expect(demo.clock.now()).toBe(NOW)
    const moment = {
      seed: 7,
      replay: '',
      day: 28,
      date: TODAY,
      now: NOW,
      zone: DEFAULT_TIME_ZONE,
      payableSince,
    }
    await checkInvariants(demo.app, moment)
    await checkBooks(demo.app, moment)
  })

  test('shows its customer what was done today with photos, what comes, and what was paid', async () => {
    const maria = await signIn('Maria Vargas')
    const { body: summary } = await maria.call('GET /api/customer-summary')
    const done = summary.todayVisits.filter((visit) => visit.state === 'completed')
    expect(done.length).toBeGreaterThan(0)
    expect(summary.comingVisits.length).toBeGreaterThan(0)
    const { body: visit } = await maria.call('GET /api/visit', { query: { id: done[0]!.id } })
    expect(visit.photos.length).toBeGreaterThan(0)
    const { body: billing } = await maria.call('GET /api/billing')
    expect(billing.card?.last4).toBe('4242')
    const { body } = await maria.call('GET /api/payments')
    expect(body.payments.filter(({ state }) => state === 'paid').length).toBeGreaterThanOrEqual(3)
    const { body: commissions } = await maria.call('GET /api/commissions')
    expect(commissions.earnedCents).toBeGreaterThan(0)
  })

  test('shows its crew a day that is partly done, payouts, and routes to take', async () => {
    const devon = await signIn('Devon Brooks')
    const { body: day } = await devon.call('GET /api/day')
    const states = day.stops.map(({ state }) => state)
    expect(states.length).toBeGreaterThanOrEqual(4)
    expect(states).toContain('completed')
    expect(states.some((state) => state !== 'completed')).toBe(true)
    const { body: pay } = await devon.call('GET /api/crew-payments')
    expect(pay.payouts.some(({ state }) => state === 'paid')).toBe(true)
    const { body: open } = await devon.call('POST /api/get-job-routes')
    expect(open.recommendedRoutes.filter(({ newStopCount }) => newStopCount >= 3).length).toBeGreaterThan(0)
  })

  test('has frozen one crew and gives the operator something to look at', async () => {
    const frank = await signIn('Frank Osei')
    const { body: user } = await frank.call('GET /api/user')
    expect(Date.parse(String(user['frozen_until']))).toBeGreaterThan(NOW)
    const operator = await signIn('Ines Keller')
    for (const state of ['paid', 'declined'] as const) {
      const { body } = await operator.call('GET /api/market-payments', { query: { state } })
      expect(body.payments.length, state).toBeGreaterThan(0)
    }
  })
})
