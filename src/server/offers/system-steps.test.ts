/** What happens to offers by themselves walks the edges of their lifecycle, and nothing else. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OfferId } from '#domain/ids.ts'
import { edgeOf } from '#domain/lifecycle.ts'
import { cents } from '#domain/money.ts'
import { OFFER_LIFECYCLE, OFFER_STATES, OFFER_STEPS, type OfferState } from '#domain/offers/graph.ts'
import { HOUR_MS, instant } from '#domain/time.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { signedIn } from '#testing/build.ts'
import { buildCrewIn, buildOpenVisit, createTowns } from '#testing/build-offers.ts'
import { toTimestamp } from '../db/client.ts'
import { expireOffers } from './queries.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const nextTown = createTowns()
const SYSTEM_STEPS = OFFER_STEPS.filter((step) =>
  OFFER_LIFECYCLE.some((edge) => edge.transition === step && edge.mayDo.includes('system')),
)

/** A visit with one offer in this state, and another crew's that is open. */
async function offerIn(state: OfferState) {
  const { app, clock } = testApp
  const town = nextTown()
  const [crew, rival] = [await buildCrewIn(testApp, town), await buildCrewIn(testApp, town)]
  const { visitId, weeklyJobId, customerId } = await buildOpenVisit(app, town)
  if (state === 'accepted')
    await app.db
      .updateTable('visit')
      .set({ crew_id: crew.userId, state: 'confirmed' })
      .where('id', '=', visitId)
      .execute()
  const visit = await app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .selectAll()
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const rows = [
    { crewId: crew.userId, is: state },
    ...(state === 'accepted' ? [] : [{ crewId: rival.userId, is: 'open' as const }]),
  ]
  const offers = await app.db
    .insertInto('offer')
    .values(
      rows.map(({ crewId, is }) => ({
        visit_id: visitId,
        crew_id: crewId,
        wave: 0,
        pay_cents: cents(700),
        raise_cents: cents(0),
        starts_at: toTimestamp(visit.starts_at),
        ends_at: toTimestamp(visit.ends_at),
        quantity: visit.quantity,
        state: is,
        sent_at: toTimestamp(now),
        expires_at: toTimestamp(instant(now + HOUR_MS)),
        decided_at: is === 'open' ? null : toTimestamp(now),
      })),
    )
    .returning(['id', 'state'])
    .execute()
  return { visitId, weeklyJobId, customerId, rival, offerId: offers[0]!.id, rivalOfferId: offers[1]?.id }
}

type Offered = Awaited<ReturnType<typeof offerIn>>

const ACTS: Readonly<Record<string, (offered: Offered) => Promise<unknown>>> = {
  expire: ({ visitId }) =>
    expireOffers(testApp.app.db, { visitIds: [visitId], now: instant(testApp.clock.now() + HOUR_MS) }),
  lose: async ({ rival, rivalOfferId }) =>
    rivalOfferId === undefined ||
    expect(
      (await rival.client.call('POST /api/accept-offer', { body: { offerId: rivalOfferId } })).status,
    ).toBe(200),
  withdraw: async ({ customerId, weeklyJobId }) => {
    const customer = await signedIn(testApp, { userId: customerId })
    const ended = await customer.call('POST /api/cancel-weekly-job', { body: { weeklyJobId } })
    expect(ended.body.cancelledVisitCount).toBe(1)
  },
}

const stateOf = async (offerId: OfferId) =>
  (
    await testApp.app.db
      .selectFrom('offer')
      .where('id', '=', offerId)
      .select('state')
      .executeTakeFirstOrThrow()
  ).state

describe('every edge and non-edge of the system', () => {
  test('has an act of the product', () => {
    expect(Object.keys(ACTS).sort()).toEqual([...SYSTEM_STEPS].sort())
  })

  test.each(OFFER_STATES.flatMap((from) => SYSTEM_STEPS.map((transition) => ({ from, transition }))))(
    'an offer that is $from: $transition',
    async ({ from, transition }) => {
      const offered = await offerIn(from)
      await ACTS[transition]!(offered)
      const edge = edgeOf(OFFER_LIFECYCLE, { transition, from, by: 'system' })
      expect(await stateOf(offered.offerId)).toBe(edge?.to ?? from)
    },
  )
})
