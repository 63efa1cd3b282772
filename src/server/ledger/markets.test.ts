/** Money D5: who reads which books. Roles × markets, for every call that reads them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PaymentId, toId } from '#domain/ids.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  type MoneyTest,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const WEDNESDAY_RUN = parseInstant('2026-03-11T12:00:00Z')

const ROLES = ['operator here', 'operator elsewhere', 'customer', 'crew', 'nobody'] as const

let test: MoneyTest
let paymentId: PaymentId
let payoutId: PaymentId
const clients = new Map<string, Client>()

beforeAll(async () => {
  test = await openMoneyTest(THURSDAY)
  await test.app.db
    .insertInto('market')
    .values({ id: 'boise', name: 'Boise', time_zone: 'America/Boise' })
    .execute()
  const elsewhere = await buildOperator(test.app)
  const customer = await buildCustomer(test.app)
  const crew = await buildCrew(test.app)
  await test.app.db
    .updateTable('users')
    .set({ market_id: 'boise' })
    .where('id', '=', elsewhere.userId)
    .execute()
  clients.set('operator here', await signedIn(test, await buildOperator(test.app)))
  clients.set('operator elsewhere', await signedIn(test, elsewhere))
  clients.set('customer', await signedIn(test, await buildCustomer(test.app)))
  clients.set('crew', await signedIn(test, await buildCrew(test.app)))
  clients.set('nobody', test.client())
  const client = await signedIn(test, customer)
  const crewClient = await signedIn(test, crew)
  await saveTestCard(client)
  await connectPayoutAccount(crewClient)
  await buildCompletedVisit(test.app, {
    customerId: customer.userId,
    crewId: crew.userId,
    date: localDate('2026-03-05'),
  })
  await test.jumpTo(MONDAY_RUN)
  paymentId = (await client.call('GET /api/payments')).body.payments[0]!.id
  await test.jumpTo(WEDNESDAY_RUN)
  // The same address shows a receipt or a statement.
  const { body } = await crewClient.call('GET /api/crew-payments')
  payoutId = toId(body.payouts[0]!.id)
  for (const role of ROLES) expect(clients.has(role)).toBe(true)
})

afterAll(() => test.close())

type Read = (client: Client) => Promise<{ status: number; sees: unknown }>

const READS: Readonly<Record<string, Read>> = {
  'ledger balances': async (client) => {
    const { status, body } = await client.call('GET /api/ledger-balances')
    return { status, sees: body.journalCount > 0 && body.accounts.some((each) => each.balanceCents !== 0) }
  },
  payments: async (client) => {
    const { status, body } = await client.call('GET /api/market-payments', { query: { limit: 10 } })
    return { status, sees: body.payments?.length > 0 }
  },
  payouts: async (client) => {
    const { status, body } = await client.call('GET /api/market-payouts', { query: { limit: 10 } })
    return { status, sees: body.payouts?.length > 0 }
  },
}

describe.each(Object.entries(READS))('money D5: %s', (_name, read) => {
  it.each(ROLES)('%s', async (role) => {
    const { status, sees } = await read(clients.get(role)!)
    if (role === 'nobody') expect(status).toBe(401)
    else if (!role.startsWith('operator')) expect(status).toBe(403)
    else expect([status, sees]).toEqual([200, role === 'operator here'])
  })
})

describe('money D5: one receipt, one statement', () => {
  it.each([
    ['operator here', 200],
    ['operator elsewhere', 404],
    ['customer', 404],
    ['crew', 404],
    ['nobody', 401],
  ])('%s', async (role, status) => {
    for (const id of [paymentId, payoutId])
      expect((await clients.get(role)!.call('GET /api/payment', { query: { id } })).status).toBe(status)
  })
})

it('money D5: the books of each market sum to zero by themselves', async () => {
  for (const role of ['operator here', 'operator elsewhere']) {
    const { body } = await clients.get(role)!.call('GET /api/ledger-balances')
    expect(body.sumCents).toBe(0)
  }
})
