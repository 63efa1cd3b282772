/** What an order refuses: hands that are not its customer's, customers who owe, and answers that come too late. */
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, HOUR_MS, instant, localDate, MINUTE_MS, parseInstant } from '#domain/time.ts'
import type { Client } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import { CARDS, type MoneyTest, openMoneyTest } from '#testing/build-money.ts'
import { buildDraft, buildOrder, draftOf, holdsOf, orderRow } from '#testing/build-order.ts'
import { asOwner } from '#testing/database.ts'
import { emptyTables } from '../db/app-role.ts'
import { toTimestamp } from '../db/client.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const FREE = cents(0)

it('an order is cancelled by nobody else, held, declined or cancelled already', async () => {
  const test = await open()
  const other = await signedIn(test, await buildCustomer(test.app))
  const booked = await buildOrder(test)
  const declined = await bookDeclined(test)
  const cancelled = await buildOrder(test)
  const cancel = (client: Client, { orderId }: Pick<typeof booked, 'orderId'>) =>
    client.call('POST /api/cancel-on-demand', { body: { orderId, expectedFeeCents: FREE } })
  expect((await cancel(cancelled.client, cancelled)).status).toBe(200)
  const orders = [booked, declined, cancelled]
  for (const order of orders) expect((await cancel(other, order)).status).toBe(404)
  const states = await Promise.all(orders.map(async ({ orderId }) => (await orderRow(test, orderId)).state))
  expect(states).toEqual(['booked', 'declined', 'cancelled'])
  await test.close()
})

it('a draft that somebody has claimed is written over by nobody else', async () => {
  const test = await open()
  const { client, token } = await buildDraft(test)
  const other = await signedIn(test, await buildCustomer(test.app))
  for (const stranger of [other, test.client()]) {
    const body = { token, draft: { ...draftOf(), quantity: 9 } }
    const saved = await stranger.call('POST /api/save-on-demand-draft', { body })
    expect(saved.status).toBe(200)
    expect(saved.body.token).not.toBe(token)
  }
  const read = await client.call('POST /api/get-on-demand-draft', { body: { token } })
  expect(read.body.draft.quantity).toBe(1)
  await test.close()
})

it('an order whose card was not asked yet goes on for its customer only', async () => {
  const test = await open()
  const { client, token, quote } = await buildDraft(test)
  test.bank.faults.breaksLine = ({ operation }) => operation === 'confirmHold'
  const body = { token, expectedTotalCents: quote.totalCents }
  const { orderId } = (await client.call('POST /api/book-on-demand', { body })).body
  test.bank.faults.breaksLine = () => false
  const other = await signedIn(test, await buildCustomer(test.app))
  expect((await other.call('POST /api/book-on-demand', { body })).status).toBe(404)
  expect((await orderRow(test, orderId)).state).toBe('booking')
  expect((await client.call('POST /api/book-on-demand', { body })).body.progress).toBe('looking')
  await test.close()
})

it('a photo that was booked with an order stays, whoever still has the token', async () => {
  const test = await open()
  const { client, token, quote } = await buildDraft(test, { card: CARDS.declinesAtCharging })
  const { photoId } = await addPhoto(client, token)
  const body = { token, expectedTotalCents: quote.totalCents }
  const { orderId } = (await client.call('POST /api/book-on-demand', { body })).body
  await client.call('POST /api/remove-order-photo', { body: { token, photoId } })
  const kept = await test.app.db.selectFrom('order_photo').select(['id', 'order_id']).execute()
  expect(kept).toEqual([{ id: photoId, order_id: orderId }])
  await test.close()
})

it('a draft is kept for its days, and then cleared away with its photos', async () => {
  const test = await open()
  const guest = test.client()
  const { token } = (await guest.call('POST /api/save-on-demand-draft', { body: { draft: draftOf() } })).body
  const { thumbnailUrl } = await addPhoto(guest, token)
  await test.jumpTo(instant(THURSDAY + 5 * DAY_MS))
  const good = await guest.call('POST /api/get-on-demand-draft', { body: { token } })
  expect([good.status, good.body.photos.length]).toEqual([200, 1])
  await test.jumpTo(instant(THURSDAY + 9 * DAY_MS))
  expect(await test.app.db.selectFrom('on_demand_draft').select('token_hash').execute()).toEqual([])
  expect(await test.app.db.selectFrom('order_photo').select('id').execute()).toEqual([])
  expect((await test.server.inject(thumbnailUrl)).statusCode).toBe(404)
  await test.close()
})

it('a hold that is too old is held no longer, whether or not the provider says so', async () => {
  const test = await open()
  const { orderId } = await buildOrder(test)
  const [hold] = await holdsOf(test, orderId)
  await test.app.db
    .updateTable('card_hold')
    .set({ expires_at: toTimestamp(instant(THURSDAY + 10 * MINUTE_MS)) })
    .where('id', '=', hold!.id)
    .execute()
  await test.jumpTo(instant(THURSDAY + 16 * MINUTE_MS))
  expect((await holdsOf(test, orderId)).map(({ state }) => state)).toEqual(['expired'])
  await test.close()
})

it('a customer whose service rests because of what is owed orders nothing', async () => {
  const test = await open()
  const { client, token, quote, customer } = await buildDraft(test)
  const at = toTimestamp(instant(THURSDAY - 20 * DAY_MS))
  await test.app.db
    .insertInto('payment')
    .values({
      customer_id: customer.userId,
      kind: 'weekly',
      period_start: localDate('2026-02-09'),
      period_end: localDate('2026-02-15'),
      subtotal_cents: cents(2_000),
      total_cents: cents(2_000),
      state: 'declined',
      failed_retries: 9,
      first_failed_at: at,
      created_at: at,
    })
    .execute()
  const body = { token, expectedTotalCents: quote.totalCents }
  expect((await client.call('POST /api/book-on-demand', { body })).failure.code).toBe('payment_overdue')
  expect(await test.app.db.selectFrom('on_demand_order').select('id').execute()).toEqual([])
  await test.close()
})

it('a card that answers when the window is over starts no work, and holds nothing', async () => {
  const test = await open()
  const { client, token, quote } = await buildDraft(test)
  test.bank.faults.breaksLine = ({ operation, moment }) => operation === 'confirmHold' && moment === 'after'
  const body = { token, expectedTotalCents: quote.totalCents }
  const { orderId } = (await client.call('POST /api/book-on-demand', { body })).body
  test.bank.faults.breaksLine = () => false
  await test.jumpTo(instant(THURSDAY + 5 * HOUR_MS))
  expect((await orderRow(test, orderId)).state).toBe('cancelled')
  expect((await holdsOf(test, orderId)).map(({ state }) => state)).toEqual(['released'])
  expect(await test.app.db.selectFrom('visit').select('id').execute()).toEqual([])
  await test.close()
})

/** Crews and drafts of the test before are out of the way. */
async function open(): Promise<MoneyTest> {
  const test = await openMoneyTest(THURSDAY)
  await test.app.db.updateTable('users').set({ lat: 10, lng: 10 }).where('type', '=', 'Crew').execute()
  await asOwner((db) => emptyTables(db, ['on_demand_order', 'on_demand_draft']))
  return test
}

async function bookDeclined(test: MoneyTest) {
  const draft = await buildDraft(test, { card: CARDS.declinesAtCharging })
  const body = { token: draft.token, expectedTotalCents: draft.quote.totalCents }
  const { orderId } = (await draft.client.call('POST /api/book-on-demand', { body })).body
  return { ...draft, orderId }
}

async function addPhoto(client: Client, token: string) {
  const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const file = { type: 'image/jpeg', content }
  const sent = await client.call('POST /api/upload-order-photo', { query: { token }, file })
  return sent.body.photos[0]!
}
