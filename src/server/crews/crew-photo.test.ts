import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parseInstant } from '#domain/time.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, openMoneyTest } from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')

async function open() {
  const test = await openMoneyTest(THURSDAY)
  const { app } = test
  const customer = await buildCustomer(app)
  const crew = await buildCrew(app, { name: 'Zeferino Ruiz' })
  const { visitId } = await buildCompletedVisit(app, { customerId: customer.userId, crewId: crew.userId })
  return {
    test,
    visitId,
    crewId: crew.userId,
    asCustomer: await signedIn(test, customer),
    asStranger: await signedIn(test, await buildCustomer(app)),
    asCrew: await signedIn(test, crew),
    asOtherCrew: await signedIn(test, await buildCrew(app)),
    asOperator: await signedIn(test, await buildOperator(app)),
  }
}

async function send(client: Client, red: number) {
  const background = { r: red, g: 90, b: 60 }
  const content = await sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return client.call('POST /api/upload-crew-photo', { query: {}, file: { type: 'image/jpeg', content } })
}

test('a customer sees the face, first name, rating and work of the crew of its visit; others see nobody', async () => {
  const { test: opened, visitId, asCustomer, asStranger, asCrew } = await open()
  const read = () => asCustomer.call('GET /api/visit-crew', { query: { visitId } })
  expect((await read()).body).toEqual({
    crew: { firstName: 'Zeferino', photoUrl: null, stars: null, ratingCount: 0, doneCount: 1 },
  })
  const { photoUrl } = (await send(asCrew, 10)).body
  expect((await read()).body.crew?.photoUrl).toBe(photoUrl)
  const served = await opened.server.inject({ method: 'GET', url: photoUrl })
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await asStranger.call('GET /api/visit-crew', { query: { visitId } })).status).toBe(404)
  expect((await asCrew.call('GET /api/visit-crew', { query: { visitId } })).status).toBe(403)
  await opened.close()
})

test('a new picture takes the place of the one before, whose link leads nowhere', async () => {
  const { test: opened, asCrew } = await open()
  const first = (await send(asCrew, 10)).body.photoUrl
  const second = (await send(asCrew, 200)).body.photoUrl
  expect((await asCrew.call('GET /api/crew-photo')).body).toEqual({ photoUrl: second })
  expect((await opened.server.inject({ method: 'GET', url: first })).statusCode).toBe(404)
  const text = await asCrew.call('POST /api/upload-crew-photo', {
    query: {},
    file: { type: 'image/jpeg', content: 'no picture' },
  })
  expect(text.status).toBe(415)
  expect((await asCrew.call('GET /api/crew-photo')).body).toEqual({ photoUrl: second })
  await opened.close()
})

test('its crew takes it away, or an operator, whose doing is written down; nobody else', async () => {
  const { test: opened, crewId, asCustomer, asCrew, asOtherCrew, asOperator } = await open()
  await send(asCrew, 10)
  const body = { crewId }
  for (const client of [asCustomer, asOtherCrew])
    expect((await client.call('POST /api/remove-crew-photo', { body })).status).toBe(404)
  const people = await asOperator.call('POST /api/find-people', { body: { text: 'Zeferino' } })
  expect(people.body.people.find(({ id }) => id === crewId)?.photoUrl).toMatch(/^\/images\//)
  expect((await asOperator.call('POST /api/remove-crew-photo', { body })).status).toBe(200)
  expect((await asCrew.call('GET /api/crew-photo')).body).toEqual({ photoUrl: null })
  const { entries } = (await asOperator.call('GET /api/audit-log')).body
  expect(entries[0]).toMatchObject({ action: 'remove_crew_photo', subject: crewId })
  await send(asCrew, 30)
  expect((await asCrew.call('POST /api/remove-crew-photo', { body })).status).toBe(200)
  expect((await asCrew.call('GET /api/crew-photo')).body).toEqual({ photoUrl: null })
  await opened.close()
})
