import { afterAll, beforeAll, expect, it } from 'vitest'
import type { salesTax } from '#contract/sales-tax.ts'
import { type TaxExemptionId, toId } from '#domain/ids.ts'
import { keysOf } from '#domain/keys.ts'
import { parseInstant } from '#domain/time.ts'
import type { Client } from '#testing/app.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { type MoneyTest, openMoneyTest } from '#testing/build-money.ts'

const DENVER = { state: 290, county: 0, city: 515, district: 110 }
const EXEMPTION = { exemptionId: toId<TaxExemptionId>('00000000-0000-4000-8000-000000000001') }
const JULY = '2026-07-01T06:00:00.000Z'

let test: MoneyTest
let operator: Client
/** Of another market. */
let stranger: Client
let marketId: string

beforeAll(async () => {
  test = await openMoneyTest(parseInstant('2026-06-02T18:00:00Z'))
  const { db } = test.app
  const ines = await buildOperator(test.app, { name: 'Ines' })
  marketId = ines.scope.marketId
  operator = await signedIn(test, ines)
  const boise = { id: 'boise', name: 'Boise', time_zone: 'America/Boise' }
  await db
    .insertInto('market')
    .values(boise)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const other = await buildOperator(test.app)
  await db.updateTable('users').set({ market_id: 'boise' }).where('id', '=', other.userId).execute()
  stranger = await signedIn(test, other)
})
afterAll(() => test.close())

type Key = keyof typeof salesTax
type Role = 'Customer' | 'Crew' | 'Operator'
type Status = Promise<{ readonly status: number }>

const certificate = {
  query: { number: 'CO-1', issuedBy: 'CO', startsOn: '2026-01-01', expiresOn: '2026-12-31' },
  file: { type: 'application/pdf', content: Buffer.from('%PDF-1.7\n') },
}

/** Whoever is not named is refused, and so is nobody. */
const DOORS: Record<Key, readonly [readonly Role[], (client: Client) => Status]> = {
  'GET /api/tax-exemptions': [['Customer'], (who) => who.call('GET /api/tax-exemptions')],
  'POST /api/add-tax-exemption': [
    ['Customer'],
    (who) => who.call('POST /api/add-tax-exemption', certificate),
  ],
  'POST /api/withdraw-tax-exemption': [
    ['Customer'],
    (who) => who.call('POST /api/withdraw-tax-exemption', { body: EXEMPTION }),
  ],
  // For all who are signed in; whose it is decides what is found.
  'GET /api/tax-exemption-file': [
    ['Customer', 'Crew', 'Operator'],
    (who) => who.call('GET /api/tax-exemption-file', { query: EXEMPTION }),
  ],
  'GET /api/customer-tax-exemptions': [
    ['Operator'],
    (who) => who.call('GET /api/customer-tax-exemptions', { query: {} }),
  ],
  'POST /api/decide-tax-exemption': [
    ['Operator'],
    (who) => who.call('POST /api/decide-tax-exemption', { body: { ...EXEMPTION, decision: 'approve' } }),
  ],
  'GET /api/sales-tax-rates': [['Operator'], (who) => who.call('GET /api/sales-tax-rates')],
  'GET /api/sales-tax-report': [
    ['Operator'],
    (who) => who.call('GET /api/sales-tax-report', { query: { period: '2026-Q1' } }),
  ],
  'GET /api/sales-tax-report-csv': [
    ['Operator'],
    (who) => who.call('GET /api/sales-tax-report-csv', { query: { period: '2026-Q1' } }),
  ],
  'POST /api/file-sales-tax': [
    ['Operator'],
    (who) =>
      who.call('POST /api/file-sales-tax', {
        body: { period: '2031-Q1', paidCents: 0, confirmation: 'DOR-1' },
      }),
  ],
}

it.each(keysOf(DOORS))('%s opens to nobody but those whom it is for', async (key) => {
  const [roles, knock] = DOORS[key]
  const clients = {
    Customer: await signedIn(test, await buildCustomer(test.app)),
    Crew: await signedIn(test, await buildCrew(test.app)),
    Operator: operator,
  }
  for (const role of keysOf(clients)) {
    const { status } = await knock(clients[role])
    expect([role, status === 401 || status === 403 ? status : 'opens']).toEqual([
      role,
      roles.includes(role) ? 'opens' : 403,
    ])
  }
  expect((await knock(test.client())).status).toBe(401)
})

it('nothing of one market is seen or done by an operator of another', async () => {
  const customer = await signedIn(test, await buildCustomer(test.app))
  const { body: exemption } = await customer.call('POST /api/add-tax-exemption', certificate)
  const decide = (who: Client, decision: 'approve' | 'refuse' | 'end') =>
    who.call('POST /api/decide-tax-exemption', { body: { ...exemption, decision, note: 'No' } })
  const seenBy = async (who: Client) => {
    const { body } = await who.call('GET /api/customer-tax-exemptions', { query: { limit: 100 } })
    return body.exemptions.some(({ id }) => id === exemption.exemptionId)
  }
  expect([await seenBy(operator), await seenBy(stranger)]).toEqual([true, false])
  const file = (who: Client) => who.call('GET /api/tax-exemption-file', { query: exemption })
  expect([(await file(operator)).status, (await file(stranger)).status]).toEqual([200, 404])
  for (const decision of ['approve', 'refuse'] as const)
    expect((await decide(stranger, decision)).status).toBe(404)
  expect((await decide(operator, 'approve')).status).toBe(200)
  expect((await decide(stranger, 'end')).status).toBe(404)
  const own = { period: '2026-Q1', paidCents: 0, confirmation: 'ID-1' }
  expect((await stranger.call('POST /api/file-sales-tax', { body: own })).status).toBe(200)
  const { body } = await operator.call('GET /api/sales-tax-report', { query: { period: '2026-Q1' } })
  expect([body.filing, body.filings]).toEqual([null, []])
})

it('rates hold from the day that was chosen, are told with who chose it, and can be taken back before', async () => {
  const customer = await buildCustomer(test.app)
  const client = await signedIn(test, customer)
  const propertyId = await buildProperty(test.app, customer.userId)
  const taxOn = async (startsOn: string) => {
    const items = [{ serviceKey: 'bins', weekdays: [3], quantity: 10, propertyIds: [propertyId] }]
    const { body } = await client.call('POST /api/get-quote', { body: { items, startsOn } })
    return body.prices[0]!.visits[0]!.lines.find(({ kind }) => kind === 'tax')?.amountCents ?? 0
  }
  const rates = async (who: Client) => (await who.call('GET /api/sales-tax-rates')).body
  expect(await set({ inForceFrom: JULY })).toEqual([200, []])
  expect([await taxOn('2026-06-24'), await taxOn('2026-07-01')]).toEqual([0, 201])
  expect(await rates(operator)).toMatchObject({
    marketId,
    today: '2026-06-02',
    byService: {},
    otherBasisPoints: 0,
    changes: [
      {
        from: JULY,
        byService: { bins: DENVER },
        before: { byService: {} },
        isComing: true,
        writtenBy: 'Ines',
      },
    ],
  })
  expect(await rates(stranger)).toMatchObject({ marketId: 'boise', byService: {}, changes: [] })
  expect(await set({ inForceFrom: JULY, value: {} })).toEqual([200, []])
  expect((await rates(operator)).changes).toEqual([])
  expect(await taxOn('2026-07-01')).toBe(0)
})

it.each([
  [{ value: { bins: { ...DENVER, state: -1 } } }, 'value'],
  [{ value: { bins: { ...DENVER, state: 2.5 } } }, 'value'],
  [{ value: { bins: { ...DENVER, state: 3_000 } } }, 'value'],
  [{ value: { 'DROP TABLE': DENVER } }, 'value'],
  [{ inForceFrom: '2026-06-01T06:00:00Z' }, 'inForceFrom'],
  [{ inForceFrom: 'tomorrow' }, 'inForceFrom'],
  [{ marketId: 'boise' }, 'marketId'],
])('rates with %j are refused under %s', async (change, field) => {
  expect(await set(change)).toEqual([400, [field]])
})

type Wanted = { marketId?: string; value?: Record<string, typeof DENVER>; inForceFrom?: string | null }

/** The status, and the fields that were wrong. */
async function set(change: Wanted): Promise<[number, string[]]> {
  const body = { marketId, key: 'salesTaxByService', value: { bins: DENVER }, inForceFrom: null, ...change }
  const { status, failure } = await operator.call('POST /api/set-setting', { body })
  return [status, Object.keys(failure?.fields ?? {})]
}
