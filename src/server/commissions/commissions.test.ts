import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, type Instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'

/** Nobody's neighbour: who lives at one address is looked at by an operator first. */
const NORTH_SIDE = { lat: 39.78, lng: -104.99 }
const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

describe('commissions', () => {
  it('are 5 % of what a brought customer pays, without tax and tip, and the sponsor’s after seven days', async () => {
    const test = await openMoneyTest(THURSDAY)
    const sponsor = await buildCustomer(test.app)
    const brought = await buildCustomer(test.app, { name: 'Kim Nguyen', sponsorId: sponsor.userId })
    await saveTestCard(await signedIn(test, brought))
    await buildCompletedVisit(test.app, {
      customerId: brought.userId,
      priceCents: 10_000,
      couponCents: 1_000,
      taxCents: 720,
      tipCents: 500,
      date: localDate('2026-03-05'),
    })
    const client = await signedIn(test, sponsor)
    const seen = async () => (await client.call('GET /api/commissions')).body
    expect(await seen()).toMatchObject({
      pendingCents: 0,
      broughtCount: 1,
      brought: [{ firstName: 'Kim', type: 'Customer' }],
    })
    await test.jumpTo(MONDAY_RUN)
    expect(await seen()).toMatchObject({
      pendingCents: 450,
      availableCents: 0,
      commissions: [
        {
          firstName: 'Kim',
          kind: 'customer',
          amountCents: 450,
          state: 'pending',
          availableAt: '2026-03-16T12:00:00.000Z',
        },
      ],
    })
    await test.jumpTo((MONDAY_RUN + 8 * DAY_MS) as Instant)
    expect(await seen()).toMatchObject({ pendingCents: 0, availableCents: 450, earnedCents: 450 })
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('planted: are nobody’s before the seven days are over, whatever runs meanwhile', async () => {
    const test = await openMoneyTest(THURSDAY)
    const sponsor = await buildCustomer(test.app)
    const brought = await buildCustomer(test.app, { sponsorId: sponsor.userId })
    await saveTestCard(await signedIn(test, brought))
    await buildCompletedVisit(test.app, { customerId: brought.userId, date: localDate('2026-03-05') })
    const client = await signedIn(test, sponsor)
    const seen = async () => {
      const { pendingCents, availableCents } = (await client.call('GET /api/commissions')).body
      return [pendingCents, availableCents]
    }
    await test.jumpTo(MONDAY_RUN)
    for (const hours of [24, 72, 7 * 24 - 1]) {
      await test.jumpTo((MONDAY_RUN + hours * HOUR_MS) as Instant)
      expect(await seen()).toEqual([100, 0])
    }
    // The night's run after it came due.
    await test.jumpTo((MONDAY_RUN + 8 * DAY_MS) as Instant)
    expect(await seen()).toEqual([0, 100])
    await test.close()
  })

  it('are 2 % of what a brought crew is paid, and stay where its bank sends the payout back', async () => {
    const test = await openMoneyTest(THURSDAY)
    const sponsor = await buildCrew(test.app)
    const brought = await buildCrew(test.app, { sponsorId: sponsor.userId, at: NORTH_SIDE })
    await connectPayoutAccount(await signedIn(test, brought))
    await buildCompletedVisit(test.app, {
      crewId: brought.userId,
      priceCents: 10_000,
      date: localDate('2026-03-05'),
    })
    await test.jumpTo(WEDNESDAY_RUN)
    const client = await signedIn(test, sponsor)
    expect((await client.call('GET /api/commissions')).body).toMatchObject({
      pendingCents: 140,
      commissions: [{ kind: 'crew', amountCents: 140 }],
    })
    const payout = await test.app.db
      .selectFrom('payout')
      .where('crew_id', '=', brought.userId)
      .select('provider_payout_id')
      .executeTakeFirstOrThrow()
    await test.bank.returnPayout(payout.provider_payout_id!, 'account_closed')
    await test.jumpTo((WEDNESDAY_RUN + DAY_MS) as Instant)
    expect((await client.call('GET /api/commissions')).body).toMatchObject({
      pendingCents: 140,
      reversedCents: 0,
      commissions: [{ state: 'pending' }],
    })
    expect((await reconcile(test.app)).isBalanced).toBe(true)
    await test.close()
  })

  it('end twelve months after the first paid visit', async () => {
    const test = await openMoneyTest(THURSDAY)
    const sponsor = await buildCustomer(test.app)
    const brought = await buildCustomer(test.app, { sponsorId: sponsor.userId })
    await saveTestCard(await signedIn(test, brought))
    await buildCompletedVisit(test.app, { customerId: brought.userId, date: localDate('2026-03-05') })
    await test.jumpTo(MONDAY_RUN)
    const yearLater = (MONDAY_RUN + 364 * DAY_MS) as Instant
    await test.jumpTo((yearLater - DAY_MS) as Instant)
    await buildCompletedVisit(test.app, { customerId: brought.userId, date: localDate('2027-03-07') })
    await test.jumpTo((yearLater + DAY_MS) as Instant)
    const client = await signedIn(test, sponsor)
    expect((await client.call('GET /api/commissions')).body).toMatchObject({
      earnedCents: 100,
      availableCents: 100,
    })
    await test.close()
  })

  it('show a code and a link, and nothing of anybody else’s', async () => {
    const test = await openMoneyTest(THURSDAY)
    const client = await signedIn(test, await buildCustomer(test.app))
    const { body } = await client.call('GET /api/commissions')
    expect(body).toMatchObject({ broughtCount: 0, commissions: [], nextCursor: null })
    expect(body.link).toBe(`http://localhost:3000/get-started?sponsor=${body.code}`)
    const picture = (await client.call('GET /api/invitation-code')).body
    expect(picture).toMatchObject({ link: body.link, size: expect.any(Number) })
    expect(picture.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
    expect((await test.client().call('GET /api/commissions')).status).toBe(401)
    await test.close()
  })
})
