import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { HOUR_MS, type Instant, localDate, localTime, MINUTE_MS, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildProperty, CIVIC_CENTER, signedIn } from '#testing/build.ts'
import { CARDS, openMoneyTest, saveTestCard } from '#testing/build-money.ts'
import {
  acceptOrder,
  buildAcceptedOrder,
  buildDraft,
  buildOrder,
  completeWork,
  draftOf,
  heldAtProvider,
  holdsOf,
  orderRow,
  paymentOf,
} from '#testing/build-order.ts'

const THURSDAY = parseInstant('2026-03-05T17:00:00Z')
/** Crews of the test before are far away by now. */
const open = async () => {
  const test = await openMoneyTest(THURSDAY)
  await test.app.db.updateTable('users').set({ lat: 10, lng: 10 }).where('type', '=', 'Crew').execute()
  return test
}
const hour = (count: number) => (THURSDAY + count * HOUR_MS) as Instant

describe('before there is an account', () => {
  it('says what can be ordered at a place, and what somebody nearby does', async () => {
    const test = await open()
    await buildCrew(test.app, { services: ['handyman'], rangeFeet: 20_000 })
    const guest = test.client()
    const { body } = await guest.call('POST /api/get-on-demand-services', { body: CIVIC_CENTER })
    const keys = body.services.map(({ serviceKey }) => serviceKey)
    expect(body.isServed).toBe(true)
    expect(keys.slice(0, 3)).toEqual(['turnover', 'haul_away', 'handyman'])
    expect(keys).not.toContain('valet_trash')
    expect(body.services.find(({ serviceKey }) => serviceKey === 'handyman')!.hasCrews).toBe(true)
    const far = await guest.call('POST /api/get-on-demand-services', { body: { lat: 10, lng: 10 } })
    expect(far.body).toEqual({ isServed: false, services: [] })
    await test.close()
  })

  it('quotes the exact price with the surcharge of the same day, a coupon, and what cancelling costs', async () => {
    const test = await open()
    await test.app.db
      .insertInto('coupon')
      .values({ code: 'SPRING20', name: 'Spring', credit_cents: cents(2_000) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const guest = test.client()
    const ask = { serviceKey: 'handyman', quantity: 1, place: CIVIC_CENTER, couponCode: 'spring20' }
    const now = await guest.call('POST /api/quote-on-demand', { body: { ...ask, when: { kind: 'now' } } })
    expect(now.body).toMatchObject({
      lines: [
        { kind: 'service', amountCents: 9_500 },
        { kind: 'same_day', amountCents: 1_900 },
        { kind: 'coupon', amountCents: -2_000 },
      ],
      totalCents: 9_400,
      startsAt: '2026-03-05T17:00:00.000Z',
      endsAt: '2026-03-05T19:00:00.000Z',
      rules: { acceptedFeeCents: 1_880, onTheWayFeeCents: 3_760, noAccessFeeCents: 5_700 },
    })
    const when = {
      kind: 'window' as const,
      date: localDate('2026-03-07'),
      from: localTime('09:00'),
      until: localTime('11:00'),
    }
    const saturday = await guest.call('POST /api/quote-on-demand', {
      body: { ...ask, couponCode: '', when },
    })
    expect(saturday.body.lines.map(({ kind }) => kind)).toEqual(['service', 'weekend'])
    await test.close()
  })

  it.each([
    [{ serviceKey: 'valet_trash' }, 'serviceKey', 'not_on_demand'],
    [{ serviceKey: 'nothing' }, 'serviceKey', 'not_on_demand'],
    [{ place: { lat: 10, lng: 10 } }, 'place', 'coordinates_out_of_range'],
    [
      {
        when: {
          kind: 'window' as const,
          date: localDate('2026-03-04'),
          from: localTime('09:00'),
          until: localTime('11:00'),
        },
      },
      'when',
      'window_past',
    ],
  ])('names the field of what cannot be quoted: %j', async (change, field, code) => {
    const test = await open()
    const body = {
      serviceKey: 'handyman',
      quantity: 1,
      place: CIVIC_CENTER,
      when: { kind: 'now' as const },
      ...change,
    }
    const refused = await test.client().call('POST /api/quote-on-demand', { body })
    expect([refused.status, refused.failure.code]).toEqual([400, code])
    expect(refused.failure.fields).toHaveProperty(field)
    await test.close()
  })

  it('keeps the draft under its token, until it is too old', async () => {
    const test = await open()
    const guest = test.client()
    const saved = await guest.call('POST /api/save-on-demand-draft', { body: { draft: draftOf() } })
    const { token } = saved.body
    const again = await guest.call('POST /api/save-on-demand-draft', {
      body: { token, draft: { ...draftOf(), quantity: 3 } },
    })
    expect(again.body.token).toBe(token)
    const read = await guest.call('POST /api/get-on-demand-draft', { body: { token } })
    expect(read.body).toMatchObject({ draft: { quantity: 3 }, photos: [] })
    const rows = await test.app.db.selectFrom('on_demand_draft').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const wrong = `${token.slice(0, -2)}AA`
    expect((await guest.call('POST /api/get-on-demand-draft', { body: { token: wrong } })).status).toBe(404)
    test.clock.set(hour(7 * 24))
    expect((await guest.call('POST /api/get-on-demand-draft', { body: { token } })).status).toBe(404)
    await test.close()
  })

  it('takes photos, each once, and takes them off again', async () => {
    const test = await open()
    const guest = test.client()
    const saved = await guest.call('POST /api/save-on-demand-draft', { body: { draft: draftOf() } })
    const query = { token: saved.body.token }
    const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const file = { type: 'image/jpeg', content }
    await guest.call('POST /api/upload-order-photo', { query, file })
    const sent = await guest.call('POST /api/upload-order-photo', { query, file })
    expect(sent.body.photos).toHaveLength(1)
    const shown = await test.server.inject(sent.body.photos[0]!.thumbnailUrl)
    expect(shown.statusCode).toBe(200)
    const text = await guest.call('POST /api/upload-order-photo', {
      query,
      file: { type: 'image/jpeg', content: 'no picture' },
    })
    expect(text.status).toBe(415)
    const { photoId } = sent.body.photos[0]!
    const removed = await guest.call('POST /api/remove-order-photo', { body: { ...query, photoId } })
    expect(removed.body.photos).toEqual([])
    await test.close()
  })

  it('becomes the customer’s with its place, once, and nobody else’s any more', async () => {
    const test = await open()
    const guest = test.client()
    const { token } = (await guest.call('POST /api/save-on-demand-draft', { body: { draft: draftOf() } }))
      .body
    const customer = await buildCustomer(test.app)
    const client = await signedIn(test, customer)
    const claimed = await client.call('POST /api/claim-on-demand-draft', { body: { token } })
    const again = await client.call('POST /api/claim-on-demand-draft', { body: { token } })
    expect(again.body.draft.propertyId).toBe(claimed.body.draft.propertyId)
    const places = await client.call('GET /api/properties')
    expect(places.body.map(({ name }) => name)).toEqual(['101 W Colfax Ave'])
    const other = await signedIn(test, await buildCustomer(test.app))
    for (const stranger of [guest, other])
      expect((await stranger.call('POST /api/get-on-demand-draft', { body: { token } })).status).toBe(404)
    expect((await other.call('POST /api/claim-on-demand-draft', { body: { token } })).status).toBe(404)
    const book = { token, expectedTotalCents: 11_400 as never }
    expect((await other.call('POST /api/book-on-demand', { body: book })).status).toBe(404)
    await test.close()
  })

  it('security 7: claimed many times at once makes one place', async () => {
    const test = await open()
    const guest = test.client()
    const { token } = (await guest.call('POST /api/save-on-demand-draft', { body: { draft: draftOf() } }))
      .body
    const client = await signedIn(test, await buildCustomer(test.app))
    // Connections that are open already, or the first call is over before the second has one.
    await Promise.all(Array.from({ length: 16 }, () => client.call('GET /api/properties')))
    const claimed = await Promise.all(
      Array.from({ length: 8 }, () => client.call('POST /api/claim-on-demand-draft', { body: { token } })),
    )
    expect(claimed.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const places = (await client.call('GET /api/properties')).body
    expect(places).toHaveLength(1)
    expect(new Set(claimed.map(({ body }) => body.draft.propertyId))).toEqual(new Set([places[0]!.id]))
    await test.close()
  })

  it('puts the order at a place that the customer has already', async () => {
    const test = await open()
    const customer = await buildCustomer(test.app)
    const propertyId = await buildProperty(test.app, customer.userId, { at: CIVIC_CENTER })
    const client = await signedIn(test, customer)
    const { token } = (await client.call('POST /api/save-on-demand-draft', { body: { draft: draftOf() } }))
      .body
    const claimed = await client.call('POST /api/claim-on-demand-draft', { body: { token } })
    expect(claimed.body.draft.propertyId).toBe(propertyId)
    await test.close()
  })
})

describe('booking', () => {
  it('holds the exact price on the card and offers the work at once', async () => {
    const test = await open()
    const crew = await buildCrew(test.app)
    const { client, orderId, visitId, quote } = await buildOrder(test)
    const [hold] = await holdsOf(test, orderId)
    expect(hold).toMatchObject({ state: 'held', amount_cents: quote.totalCents })
    expect(await test.bank.readHold(hold!.provider_intent_id!)).toMatchObject({
      state: 'held',
      reference: orderId,
    })
    await test.work()
    const offers = await test.app.db.selectFrom('offer').where('visit_id', '=', visitId).selectAll().execute()
    expect(offers.map((offer) => offer.crew_id)).toContain(crew.userId)
    const { body } = await client.call('GET /api/on-demand-order', { query: { id: orderId } })
    expect(body).toMatchObject({
      progress: 'looking',
      totalCents: 11_400,
      crew: null,
      notes: 'The gate code is 4711.',
      cancellation: { feeCents: 0 },
      payment: null,
    })
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })

  it('is one order however often and at once it is sent', async () => {
    const test = await open()
    const { client, token, quote } = await buildDraft(test)
    const body = { token, expectedTotalCents: quote.totalCents }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => client.call('POST /api/book-on-demand', { body })),
    )
    expect(new Set(answers.map((answer) => answer.body.orderId)).size).toBe(1)
    expect(await holdsOf(test, answers[0]!.body.orderId)).toHaveLength(1)
    const visits = await test.app.db.selectFrom('visit').select('id').execute()
    expect(visits).toHaveLength(1)
    expect(await heldAtProvider(test)).toMatchObject([{ state: 'held' }])
    await test.close()
  })

  it('says why a card is declined, loses nothing, and goes on with another card', async () => {
    const test = await open()
    const { client, token, quote } = await buildDraft(test, { card: CARDS.declinesAtCharging })
    const body = { token, expectedTotalCents: quote.totalCents }
    const declined = await client.call('POST /api/book-on-demand', { body })
    expect(declined.body).toMatchObject({ progress: 'declined', declineCode: 'card_declined' })
    expect(await test.app.db.selectFrom('visit').select('id').execute()).toEqual([])
    expect((await client.call('POST /api/get-on-demand-draft', { body: { token } })).status).toBe(200)
    await saveTestCard(client, CARDS.good)
    const booked = await client.call('POST /api/book-on-demand', { body })
    expect(booked.body).toMatchObject({ progress: 'looking', orderId: declined.body.orderId })
    expect((await holdsOf(test, booked.body.orderId)).map(({ state }) => state)).toEqual(['declined', 'held'])
    await test.close()
  })

  it('refuses another price than was shown, a missing card, and a frozen account', async () => {
    const test = await open()
    const { client, token, customer } = await buildDraft(test, { card: null })
    const body = { token, expectedTotalCents: 11_400 as never }
    expect((await client.call('POST /api/book-on-demand', { body })).failure.code).toBe('no_card')
    await saveTestCard(client)
    const wrong = await client.call('POST /api/book-on-demand', {
      body: { token, expectedTotalCents: 11_399 },
    })
    expect([wrong.status, wrong.failure.code]).toEqual([409, 'price_changed'])
    await test.app.db
      .updateTable('users')
      .set({ frozen_until: new Date(hour(1)) as never })
      .where('id', '=', customer.userId)
      .execute()
    expect((await client.call('POST /api/book-on-demand', { body })).failure.code).toBe('account_frozen')
    await test.close()
  })

  it.each(['before', 'after'] as const)('books once when the line breaks %s the hold', async (moment) => {
    const test = await open()
    const { client, token, quote } = await buildDraft(test)
    test.bank.faults.breaksLine = (call) => call.operation === 'confirmHold' && call.moment === moment
    const body = { token, expectedTotalCents: quote.totalCents }
    const answer = await client.call('POST /api/book-on-demand', { body })
    expect(answer.body.progress).toBe('booking')
    test.bank.faults.breaksLine = () => false
    await test.jumpTo((THURSDAY + 16 * MINUTE_MS) as Instant)
    const holds = await holdsOf(test, answer.body.orderId)
    expect(holds.map(({ state }) => state)).toEqual(['held'])
    expect((await orderRow(test, answer.body.orderId)).state).toBe('booked')
    expect(await heldAtProvider(test, answer.body.orderId)).toHaveLength(1)
    await test.close()
  })

  it('releases a hold whose answer came after the order was cancelled', async () => {
    const test = await open()
    const { client, token, quote } = await buildDraft(test)
    test.bank.faults.breaksLine = (call) => call.operation === 'confirmHold' && call.moment === 'after'
    const body = { token, expectedTotalCents: quote.totalCents }
    const { orderId } = (await client.call('POST /api/book-on-demand', { body })).body
    const cancelled = await client.call('POST /api/cancel-on-demand', {
      body: { orderId, expectedFeeCents: 0 },
    })
    expect(cancelled.body).toEqual({ ok: true, feeCents: 0 })
    test.bank.faults.breaksLine = () => false
    await test.jumpTo((THURSDAY + 16 * MINUTE_MS) as Instant)
    const [hold] = await holdsOf(test, orderId)
    expect(hold!.state).toBe('released')
    expect(await test.bank.readHold(hold!.provider_intent_id!)).toMatchObject({ state: 'released' })
    await test.close()
  })
})

describe('following an order', () => {
  it('shows who comes, and captures what was held when the work is done', async () => {
    const test = await open()
    const { client, crewClient, orderId, visitId, quote } = await buildAcceptedOrder(test)
    const accepted = await client.call('GET /api/on-demand-order', { query: { id: orderId } })
    expect(accepted.body).toMatchObject({ progress: 'accepted', crew: { firstName: 'Maria', rating: null } })
    expect(accepted.body.crew!.expectedAt).not.toBeNull()
    await crewClient.call('POST /api/start-visit', { body: { visitId: visitId } })
    const working = await client.call('GET /api/on-demand-order', { query: { id: orderId } })
    expect(working.body).toMatchObject({ progress: 'working', cancellation: null })
    const done = await completeWork(crewClient, visitId)
    expect(done.status).toBe(200)
    await test.work()
    const after = await client.call('GET /api/on-demand-order', { query: { id: orderId } })
    expect(after.body).toMatchObject({
      progress: 'done',
      payment: { state: 'paid', totalCents: quote.totalCents },
    })
    expect(after.body.workPhotos).toHaveLength(2)
    expect(after.body.timeline.map(({ progress }) => progress)).toEqual([
      'looking',
      'accepted',
      'working',
      'done',
    ])
    const receipt = await client.call('GET /api/payment', { query: { id: after.body.payment!.id } })
    expect(receipt.body).toMatchObject({ kind: 'receipt', state: 'paid', totalCents: quote.totalCents })
    expect((await holdsOf(test, orderId)).map(({ state }) => state)).toEqual(['captured'])
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })

  it('field 26: charges the card anew when the work is done on the eighth day', async () => {
    const test = await open()
    const when = {
      kind: 'window' as const,
      date: localDate('2026-03-11'),
      from: localTime('09:00'),
      until: localTime('11:00'),
    }
    const { crewClient, orderId, visitId } = await buildAcceptedOrder(test, { when })
    test.clock.set(parseInstant('2026-03-11T15:10:00Z'))
    await crewClient.call('POST /api/start-visit', { body: { visitId: visitId } })
    test.clock.set(parseInstant('2026-03-12T17:30:00Z'))
    expect((await completeWork(crewClient, visitId)).status).toBe(200)
    await test.work()
    expect(await paymentOf(test, orderId)).toMatchObject({ state: 'paid', total_cents: cents(9_500) })
    const attempts = await test.app.db.selectFrom('charge_attempt').orderBy('number').selectAll().execute()
    expect(attempts.map(({ state, decline_code }) => [state, decline_code])).toEqual([
      ['failed', 'hold_expired'],
      ['succeeded', null],
    ])
    expect((await holdsOf(test, orderId))[0]!.state).toBe('expired')
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })

  it('planted: releases what is held when the work came to cost more, and the card is charged for all of it', async () => {
    const test = await open()
    const { client, crewClient, orderId, visitId, quote } = await buildAcceptedOrder(test)
    await crewClient.call('POST /api/start-visit', { body: { visitId } })
    const content = await sharp({ create: { width: 30, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const photo = await crewClient.call('POST /api/upload-visit-photo', {
      query: { visitId },
      file: { type: 'image/jpeg', content },
    })
    const { extraId } = (
      await crewClient.call('POST /api/propose-extra-work', {
        body: { visitId, note: 'The pipe, too', amountCents: 3_000, photoId: photo.body.photo.photoId },
      })
    ).body
    await client.call('POST /api/answer-extra-work', { body: { extraId, isApproved: true } })
    expect((await completeWork(crewClient, visitId)).status).toBe(200)
    await test.work()
    const paid = await paymentOf(test, orderId)
    expect(paid.state).toBe('paid')
    expect(paid.total_cents).toBeGreaterThan(quote.totalCents)
    const [hold] = await holdsOf(test, orderId)
    expect(hold!.state).toBe('released')
    expect(await test.bank.readHold(hold!.provider_intent_id!)).toMatchObject({ state: 'released' })
    expect(await heldAtProvider(test, orderId)).toEqual([])
    expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
    await test.close()
  })

  it.each(['before', 'after'] as const)(
    'captures once when the line breaks %s the capture',
    async (moment) => {
      const test = await open()
      const { crewClient, orderId, visitId } = await buildAcceptedOrder(test)
      test.bank.faults.breaksLine = (call) => call.operation === 'capture' && call.moment === moment
      await completeWork(crewClient, visitId)
      await test.work()
      expect((await paymentOf(test, orderId)).state).toBe('charging')
      test.bank.faults.breaksLine = () => false
      await test.jumpTo((test.clock.now() + 16 * MINUTE_MS) as Instant)
      expect((await paymentOf(test, orderId)).state).toBe('paid')
      let charged = 0
      for await (const movement of test.bank.listMovements(0 as Instant))
        if (movement.kind === 'charge') charged += movement.amountCents
      expect(charged).toBe(11_400)
      expect(await reconcile(test.app)).toMatchObject({ isBalanced: true })
      await test.close()
    },
  )

  it('shows nobody else’s order: theirs and none look the same', async () => {
    const test = await open()
    const { orderId } = await buildOrder(test)
    const other = await signedIn(test, await buildCustomer(test.app))
    const crew = await signedIn(test, await buildCrew(test.app))
    const none = '00000000-0000-4000-8000-000000000000'
    const [theirs, nothing] = [
      await other.call('GET /api/on-demand-order', { query: { id: orderId } }),
      await other.call('GET /api/on-demand-order', { query: { id: none } }),
    ]
    expect([theirs.status, theirs.failure]).toEqual([nothing.status, nothing.failure])
    expect(theirs.status).toBe(404)
    const cancel = { orderId, expectedFeeCents: 0 as never }
    expect((await other.call('POST /api/cancel-on-demand', { body: cancel })).status).toBe(404)
    expect((await other.call('POST /api/get-on-demand-orders', { body: {} })).body.orders).toEqual([])
    expect((await crew.call('GET /api/on-demand-order', { query: { id: orderId } })).status).toBe(403)
    expect((await test.client().call('GET /api/on-demand-order', { query: { id: orderId } })).status).toBe(
      401,
    )
    await test.close()
  })

  it('ends when nobody was found before the window closed: the customer is notified, the hold released', async () => {
    const test = await open()
    const { client, orderId } = await buildOrder(test)
    await test.jumpTo((THURSDAY + 2 * HOUR_MS) as Instant)
    const { body } = await client.call('GET /api/on-demand-order', { query: { id: orderId } })
    expect(body).toMatchObject({ progress: 'nobody_found', cancellation: null, payment: null })
    expect((await holdsOf(test, orderId))[0]!.state).toBe('released')
    const notices = await test.app.db
      .selectFrom('notice')
      .where('event', '=', 'on_demand')
      .selectAll()
      .execute()
    expect(notices).toHaveLength(1)
    const list = await client.call('POST /api/get-on-demand-orders', { body: {} })
    expect(list.body.orders).toMatchObject([{ id: orderId, progress: 'nobody_found' }])
    await test.close()
  })

  it('gives work that the crew released to another', async () => {
    const test = await open()
    const { orderId, visitId, crewClient, client } = await buildAcceptedOrder(test)
    const second = await buildCrew(test.app, { name: 'Jon Snow' })
    const released = await crewClient.call('POST /api/release-visit', { body: { visitId: visitId } })
    expect(released.status).toBe(200)
    expect((await client.call('GET /api/on-demand-order', { query: { id: orderId } })).body.progress).toBe(
      'looking',
    )
    await acceptOrder(test, visitId, second.userId, await signedIn(test, second))
    const { body } = await client.call('GET /api/on-demand-order', { query: { id: orderId } })
    expect(body).toMatchObject({ progress: 'accepted', crew: { firstName: 'Jon' } })
    await test.close()
  })
})
