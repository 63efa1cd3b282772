/** Builders of orders on demand: a customer with a card and a claimed draft, and a crew nearby. */
import sharp from 'sharp'
import { vi } from 'vitest'
import type { OnDemandOrderId, UserId, VisitId } from '#domain/ids.ts'
import type { WantedTime } from '#domain/ondemand/window.ts'
import { instant } from '#domain/time.ts'
import type { Hold } from '#server/ports/payments/port.ts'
import type { Client, TestApp } from './app.ts'
import { buildCrew, buildCustomer, CIVIC_CENTER, signedIn } from './build.ts'
import { CARDS, saveTestCard } from './build-money.ts'

type OrderInput = {
  readonly client?: Client
  readonly card?: string | null
  readonly when?: WantedTime
  readonly serviceKey?: string
  readonly quantity?: number
  readonly couponCode?: string
}

/** A handyman hour for now at the Civic Center, unless told otherwise: $95 and the surcharge of the same day. */
export function draftOf(input: OrderInput = {}) {
  return {
    serviceKey: input.serviceKey ?? 'handyman',
    place: { address: '101 W Colfax Ave, Denver, CO 80202', ...CIVIC_CENTER },
    propertyId: null,
    when: input.when ?? { kind: 'now' as const },
    quantity: input.quantity ?? 1,
    notes: 'The gate code is 4711.',
  }
}

/** A customer who has put an order together and made it theirs. */
export async function buildDraft(test: TestApp, input: OrderInput = {}) {
  const customer = await buildCustomer(test.app, {
    name: 'Pat Miller',
    ...(input.couponCode === undefined ? {} : { couponCode: input.couponCode }),
  })
  const client = input.client ?? (await signedIn(test, customer))
  if (input.card !== null) await saveTestCard(client, input.card ?? CARDS.good)
  const saved = await client.call('POST /api/save-on-demand-draft', { body: { draft: draftOf(input) } })
  const { token } = saved.body
  const claimed = await client.call('POST /api/claim-on-demand-draft', { body: { token } })
  const { draft } = claimed.body
  const quote = await client.call('POST /api/quote-on-demand', {
    body: {
      serviceKey: draft.serviceKey!,
      quantity: draft.quantity,
      when: draft.when,
      place: null,
      propertyId: draft.propertyId,
    },
  })
  return { customer, client, token, quote: quote.body }
}

/** The same, booked; `visitId` is its work. */
export async function buildOrder(test: TestApp, input: OrderInput = {}) {
  const draft = await buildDraft(test, input)
  const booked = await draft.client.call('POST /api/book-on-demand', {
    body: { token: draft.token, expectedTotalCents: draft.quote.totalCents },
  })
  const { orderId } = booked.body
  return { ...draft, orderId, visitId: (await orderRow(test, orderId)).visit_id! }
}

/** A crew that was offered the work accepts it. */
export async function acceptOrder(test: TestApp, visitId: VisitId, crewId: UserId, client: Client) {
  await test.work()
  // A worker beside this one may have the offering in hand.
  const offer = await vi.waitFor(
    () =>
      test.app.db
        .selectFrom('offer')
        .where('visit_id', '=', visitId)
        .where('crew_id', '=', crewId)
        .select('id')
        .executeTakeFirstOrThrow(),
    { timeout: 10_000 },
  )
  return client.call('POST /api/accept-offer', { body: { offerId: offer.id } })
}

/** An order that a crew has accepted. */
export async function buildAcceptedOrder(test: TestApp, input: OrderInput = {}) {
  const crew = await buildCrew(test.app, { name: 'Maria Lopez' })
  const crewClient = await signedIn(test, crew)
  const order = await buildOrder(test, input)
  const accepted = await acceptOrder(test, order.visitId, crew.userId, crewClient)
  if (accepted.status !== 200) throw new Error(accepted.text)
  return { ...order, crew, crewClient }
}

/** Sends as many photos as a service asks for, and reports the work as done. */
export async function completeWork(client: Client, visitId: VisitId, photoCount = 2) {
  for (let index = 0; index < photoCount; index++) {
    const background = { r: Math.floor(Math.random() * 256), g: 10 * index, b: 10 }
    const content = await sharp({ create: { width: 32, height: 32, channels: 3, background } })
      .jpeg()
      .toBuffer()
    await client.call('POST /api/upload-visit-photo', {
      query: { visitId },
      file: { type: 'image/jpeg', content },
    })
  }
  return client.call('POST /api/complete-visit', { body: { visitId: visitId, ...CIVIC_CENTER } })
}

export function orderRow({ app }: TestApp, orderId: OnDemandOrderId) {
  return app.db.selectFrom('on_demand_order').where('id', '=', orderId).selectAll().executeTakeFirstOrThrow()
}

export function holdsOf({ app }: TestApp, orderId: OnDemandOrderId) {
  return app.db
    .selectFrom('card_hold')
    .where('order_id', '=', orderId)
    .orderBy('number')
    .selectAll()
    .execute()
}

/** What the provider lists, of one order or of any. */
export async function heldAtProvider({ app }: TestApp, orderId?: string): Promise<Hold[]> {
  const pages = await Array.fromAsync(app.ports.payments.listHolds(instant(0)))
  return pages
    .flatMap(({ holds }) => holds)
    .filter(({ reference }) => orderId === undefined || reference === orderId)
}

export async function paymentOf(test: TestApp, orderId: OnDemandOrderId) {
  const { payment_id } = await orderRow(test, orderId)
  return test.app.db.selectFrom('payment').where('id', '=', payment_id).selectAll().executeTakeFirstOrThrow()
}
