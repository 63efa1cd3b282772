/** What somebody does to an order, or to one in the making, that is another's. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { DAY_MS, type Instant, parseInstant } from '#domain/time.ts'
import type { Client, TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'
import { CARDS, openMoneyTest } from '#testing/build-money.ts'
import { buildDraft, buildOrder, draftOf, orderRow } from '#testing/build-order.ts'
import { enqueue } from '../tasks/queue.ts'

const THURSDAY = parseInstant('2026-03-05T17:00:00Z')
const FEE = { expectedFeeCents: cents(1_000_000) }

/** A guest, and another customer. */
async function strangersTo(app: TestApp): Promise<Client[]> {
  return [app.client(), await signedIn(app, await buildCustomer(app.app))]
}

async function picture(background: string) {
  const content = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { type: 'image/jpeg', content }
}

test('tests: whoever has only its id cancels no order, whether or not its card was declined', async () => {
  const app = await openMoneyTest(THURSDAY)
  const { orderId } = await buildOrder(app)
  const declined = await buildDraft(app, { card: CARDS.declinesAtCharging })
  const book = { token: declined.token, expectedTotalCents: declined.quote.totalCents }
  const ended = (await declined.client.call('POST /api/book-on-demand', { body: book })).body
  expect(ended.progress).toBe('declined')
  const [guest, other] = await strangersTo(app)
  for (const id of [orderId, ended.orderId]) {
    const before = await orderRow(app, id)
    expect((await other!.call('POST /api/cancel-on-demand', { body: { orderId: id, ...FEE } })).status).toBe(
      404,
    )
    expect((await guest!.call('POST /api/cancel-on-demand', { body: { orderId: id, ...FEE } })).status).toBe(
      401,
    )
    expect(await orderRow(app, id)).toEqual(before)
  }
  await app.close()
})

test('tests: whoever has the token takes up no order of another whose card was declined', async () => {
  const app = await openMoneyTest(THURSDAY)
  const { client, token, quote } = await buildDraft(app, { card: CARDS.declinesAtCharging })
  const body = { token, expectedTotalCents: quote.totalCents }
  const { orderId } = (await client.call('POST /api/book-on-demand', { body })).body
  const before = await orderRow(app, orderId)
  const [, other] = await strangersTo(app)
  expect((await other!.call('POST /api/book-on-demand', { body })).status).toBe(404)
  expect(await orderRow(app, orderId)).toEqual(before)
  await app.close()
})

test('tests: what somebody claimed is written over by nobody who has its token', async () => {
  const app = await openMoneyTest(THURSDAY)
  const { client, token } = await buildDraft(app)
  const before = (await client.call('POST /api/get-on-demand-draft', { body: { token } })).body
  for (const stranger of await strangersTo(app)) {
    const draft = { ...draftOf(), notes: 'Come to my house instead.' }
    const saved = await stranger.call('POST /api/save-on-demand-draft', { body: { token, draft } })
    expect(saved.body.token).not.toBe(token)
  }
  expect((await client.call('POST /api/get-on-demand-draft', { body: { token } })).body).toEqual(before)
  await app.close()
})

test('tests: photos of what was claimed are neither added nor removed by its token alone, booked or not', async () => {
  const app = await openMoneyTest(THURSDAY)
  const { client, token, quote } = await buildDraft(app)
  const query = { token }
  const sent = await client.call('POST /api/upload-order-photo', { query, file: await picture('red') })
  const { photoId } = sent.body.photos[0]!
  const photos = () => app.app.db.selectFrom('order_photo').select('id').execute()
  const tryAll = async () => {
    for (const stranger of await strangersTo(app)) {
      const file = await picture('blue')
      expect((await stranger.call('POST /api/upload-order-photo', { query, file })).status).toBe(404)
      const removed = await stranger.call('POST /api/remove-order-photo', { body: { token, photoId } })
      expect(removed.status).toBe(404)
    }
    expect((await photos()).map(({ id }) => id)).toContain(photoId)
  }
  await tryAll()
  const body = { token, expectedTotalCents: quote.totalCents }
  expect((await client.call('POST /api/book-on-demand', { body })).status).toBe(200)
  await tryAll()
  await app.close()
})

test('tests: at night drafts go that are over, and only those', async () => {
  const app = await openMoneyTest(THURSDAY)
  const guest = app.client()
  const save = async () =>
    (await guest.call('POST /api/save-on-demand-draft', { body: { draft: draftOf() } })).body.token
  const old = await save()
  app.clock.set((THURSDAY + 4 * DAY_MS) as Instant)
  const good = await save()
  const now = (THURSDAY + 8 * DAY_MS) as Instant
  app.clock.set(now)
  await app.app.db.deleteFrom('task').execute()
  await enqueue(app.app.db, 'clear_drafts', { marketId: 'denver', at: now }, { now })
  await app.work()
  const left = await app.app.db.selectFrom('on_demand_draft').select('token_hash').execute()
  expect(left).toHaveLength(1)
  expect((await guest.call('POST /api/get-on-demand-draft', { body: { token: good } })).status).toBe(200)
  expect((await guest.call('POST /api/get-on-demand-draft', { body: { token: old } })).status).toBe(404)
  await app.close()
})
