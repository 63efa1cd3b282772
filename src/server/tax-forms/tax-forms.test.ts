import { describe, expect, it } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { DAY_MS, dateAt, instant, localDate, parseInstant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { letterheadOf } from '#server/markets/letterhead-queries.ts'
import { readCrewYear } from '#server/tax-forms/read-crew-year.ts'
import { describeYear } from '#server/tax-forms/write-year-pdf.ts'
import { buildCrew, buildOperator, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  connectPayoutAccount,
  type MoneyTest,
  mailsTo,
  openMoneyTest,
} from '#testing/build-money.ts'

const ZONE = 'America/Denver'
const NEW_YEARS_EVE = parseInstant('2027-01-01T06:30:00Z')
const JUNE = parseInstant('2026-06-10T18:00:00Z')

describe('a crew’s tax year', () => {
  it('30: work done 31 December 23:30 in Denver and paid in January belongs to January’s year', async () => {
    const test = await openMoneyTest(parseInstant('2026-12-30T18:00:00Z'))
    const crew = await buildCrew(test.app)
    const client = await signedIn(test, crew)
    await connectPayoutAccount(client)
    test.clock.set(NEW_YEARS_EVE)
    await buildCompletedVisit(test.app, {
      crewId: crew.userId,
      priceCents: 10_000,
      date: localDate('2026-12-31'),
      completedAt: NEW_YEARS_EVE,
    })
    await test.work()
    await test.jumpTo(parseInstant('2027-01-06T13:00:00Z'))
    const old = await client.call('GET /api/tax-year', { query: { year: 2026 } })
    expect(old.body).toMatchObject({ year: 2026, isOver: true, paidCents: 0, state: 'none' })
    const { body } = await client.call('GET /api/tax-year', { query: {} })
    expect(body).toMatchObject({
      year: 2027,
      years: [2027],
      isOver: false,
      paid: { weekly: 7_000, on_demand: 0, tips: 0, commission: 0, partner: 0 },
      paidCents: 7_000,
      feeCents: 0,
      receivedCents: 7_000,
      thresholdCents: 200_000,
      thresholdYear: 2026,
      formType: 'nec',
      w9: 'complete',
      payoutCount: 1,
    })
    await test.close()
  })

  it('counts what was paid and did not come back, fees of payouts at once too, up to the last millisecond', async () => {
    const test = await openMoneyTest(parseInstant('2027-01-05T18:00:00Z'))
    const crew = await buildCrew(test.app)
    await pay(test, crew.userId, { at: '2027-01-01T06:59:59.999Z', earned: { visit: 190_000, tip: 9_000 } })
    await pay(test, crew.userId, { at: '2026-02-01T12:00:00Z', earned: { visit: 2_000 }, fee: 50 })
    await pay(test, crew.userId, { at: '2026-03-08T09:30:00Z', earned: { clawback: -500, visit: 1_000 } })
    await pay(test, crew.userId, { at: '2027-01-01T07:00:00Z', earned: { visit: 70_000 } })
    await pay(test, crew.userId, { at: '2026-05-01T12:00:00Z', earned: { visit: 80_000 }, state: 'failed' })
    await pay(test, crew.userId, { at: null, earned: { visit: 90_000 }, state: 'sending' })
    const client = await signedIn(test, crew)
    const { body } = await client.call('GET /api/tax-year', { query: { year: 2026 } })
    expect(body).toMatchObject({
      years: [2027, 2026],
      paid: { on_demand: 192_500, tips: 9_000 },
      paidCents: 201_500,
      feeCents: 50,
      receivedCents: 201_450,
      state: 'in_preparation',
      w9: 'missing',
      payoutCount: 3,
      transactionCount: 4,
      months: [
        { month: '2026-02', paidCents: 2_000, feeCents: 50, receivedCents: 1_950, payoutCount: 1 },
        { month: '2026-03', paidCents: 500, paid: { on_demand: 500 } },
        { month: '2026-12', paidCents: 199_000, paid: { on_demand: 190_000, tips: 9_000 } },
      ],
    })
    expect((await client.call('GET /api/tax-year', { query: { year: 2028 } })).status).toBe(404)
    await test.close()
  })

  it('reads threshold and form of its year from the market’s settings', async () => {
    const test = await openMoneyTest(JUNE)
    const crew = await buildCrew(test.app)
    await pay(test, crew.userId, { at: '2026-02-01T12:00:00Z', earned: { visit: 5_000 } })
    const [client, operator] = [
      await signedIn(test, crew),
      await signedIn(test, await buildOperator(test.app)),
    ]
    const marketId = crew.scope.marketId
    const set = (key: string, value: Record<string, number> | Record<string, string> | null) =>
      operator.call('POST /api/set-setting', { body: { marketId, key, value, inForceFrom: null } })
    const seen = async () => (await client.call('GET /api/tax-year', { query: {} })).body
    expect(await seen()).toMatchObject({ state: 'none', formType: 'nec', thresholdCents: 200_000 })
    await set('taxFormThresholdCentsByYear', { '2025': 5_000 })
    expect(await seen()).toMatchObject({
      state: 'in_preparation',
      thresholdCents: 5_000,
      thresholdYear: 2025,
    })
    await set('taxFormTypeByYear', { '2025': 'nec', '2026': 'none' })
    expect(await seen()).toMatchObject({ state: 'none', formType: 'none' })
    expect((await set('taxFormTypeByYear', { '2026': 'misc' })).status).toBe(400)
    await set('taxFormTypeByYear', { '2026': 'k' })
    await set('taxFormKThresholdCentsByYear', { '2026': 4_999 })
    expect(await seen()).toMatchObject({ state: 'none', thresholdCount: 200, transactionCount: 1 })
    await operator.call('POST /api/set-setting', {
      body: { marketId, key: 'taxFormKTransactionCount', value: 0, inForceFrom: null },
    })
    expect(await seen()).toMatchObject({ state: 'in_preparation', source: expect.stringMatching(/^Set by/) })
    const { forms } = (await operator.call('GET /api/tax-forms', { query: {} })).body
    expect(forms).toMatchObject([{ crewId: crew.userId, transactionCount: 1 }])
    const keys = [
      'taxFormThresholdCentsByYear',
      'taxFormTypeByYear',
      'taxFormKThresholdCentsByYear',
      'taxFormKTransactionCount',
    ]
    for (const key of keys) await set(key, null)
    await test.close()
  })

  it('keeps consent with its date and version until it is taken back', async () => {
    const test = await openMoneyTest(JUNE)
    const client = await signedIn(test, await buildCrew(test.app))
    const consent = async () => (await client.call('GET /api/tax-year', { query: {} })).body.consent
    const say = (isGiven: boolean, version = 1) =>
      client.call('POST /api/set-tax-consent', { body: { isGiven, version } })
    const sentence = expect.stringMatching(/^I agree to receive my yearly tax form electronically/)
    expect(await consent()).toEqual({ version: 1, sentence, isGiven: false, at: null })
    await say(true)
    expect(await consent()).toMatchObject({ version: 1, isGiven: true, at: '2026-06-10T18:00:00.000Z' })
    await say(false)
    expect(await consent()).toMatchObject({ isGiven: false })
    expect((await say(true, 2)).status).toBe(409)
    expect(await consent()).toMatchObject({ isGiven: false })
    await test.close()
  })

  it('says the same on paper, in the table and on the screen', async () => {
    const test = await openMoneyTest(JUNE)
    const crew = await buildCrew(test.app, { name: 'Núñez' })
    await pay(test, crew.userId, {
      at: '2026-02-01T06:30:00Z',
      earned: { visit: 12_345, tip: 155 },
      fee: 187,
    })
    await pay(test, crew.userId, {
      at: '2026-03-01T12:00:00Z',
      earned: { visit: 2_000, clawback: -2_500, tip: 600 },
    })
    const client = await signedIn(test, crew)
    const { body } = await client.call('GET /api/tax-year', { query: {} })
    const csv = await client.call('GET /api/tax-year-csv', { query: { year: 2026 } })
    const rows = csv.text
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','))
    expect(rows[0]).toEqual(
      'paid_on,payout,weekly,on_demand,tips,commission,partner,total,payout_fee,received'.split(','),
    )
    // Paid on 31 January by Denver's clock.
    expect(rows[1]).toEqual([
      '2026-01-31',
      expect.any(String),
      '0.00',
      '123.45',
      '1.55',
      '0.00',
      '0.00',
      '125.00',
      '1.87',
      '123.13',
    ])
    expect(rows[2]?.slice(2)).toEqual(['0.00', '-5.00', '6.00', '0.00', '0.00', '1.00', '0.00', '1.00'])
    expect(rows.at(-1)).toEqual([
      '2026',
      'total',
      '0.00',
      '118.45',
      '7.55',
      '0.00',
      '0.00',
      '126.00',
      '1.87',
      '124.13',
    ])
    expect(body).toMatchObject({ paidCents: 12_600, feeCents: 187, receivedCents: 12_413 })
    expect(body).not.toHaveProperty('payouts')
    const pdf = await client.call('GET /api/tax-year-pdf', { query: { year: 2026 } })
    expect(pdf.status).toBe(200)
    expect(pdf.text).toMatch(/^%PDF/)
    const year = await readCrewYear(test.app.db, crew.scope, 2026, JUNE)
    const letterhead = await letterheadOf(test.app, crew.scope.marketId, JUNE)
    const paper = describeYear({ ...year, letterhead }, { locale: 'es', timeZone: year.zone, now: JUNE })
    expect(paper).toMatchObject({
      headline: '$126',
      tables: [
        {
          rows: [
            ['Trabajo semanal', '$0'],
            ['Trabajo por pedido', '$118.45'],
            ['Propinas', '$7.55'],
            ['Comisiones', '$0'],
            ['Trabajo para socios', '$0'],
          ],
          sums: [{ amount: '$126' }, { amount: '$1.87' }, { amount: '$124.13' }],
        },
        {
          rows: [
            [/31/, '$125', '$1.87', '$123.13'],
            [/1/, '$1', '$0', '$1'],
          ].map(([day, ...rest]) => [expect.stringMatching(day!), ...rest]),
        },
      ],
    })
    const other = await signedIn(test, await buildCrew(test.app))
    expect((await other.call('GET /api/tax-year', { query: {} })).body).toMatchObject({
      paidCents: 0,
      payoutCount: 0,
    })
    expect((await test.client().call('GET /api/tax-year-csv', { query: { year: 2026 } })).status).toBe(401)
    await test.close()
  })
})

describe('the operator’s forms of a year', () => {
  it('list crews from the threshold on, page by page, and let each be marked as sent once it is ready', async () => {
    const test = await openMoneyTest(JUNE)
    const [rich, richer, poor] = [
      await buildCrew(test.app),
      await buildCrew(test.app),
      await buildCrew(test.app),
    ]
    await connectPayoutAccount(await signedIn(test, richer))
    await pay(test, rich.userId, { at: '2026-02-01T12:00:00Z', earned: { visit: 200_000 } })
    await pay(test, richer.userId, { at: '2026-02-01T12:00:00Z', earned: { visit: 300_000, tip: 1 } })
    await pay(test, poor.userId, { at: '2026-02-01T12:00:00Z', earned: { visit: 199_999 } })
    const person = await buildOperator(test.app)
    let operator = await signedIn(test, person)
    const list = async (query: { year?: number; limit?: number; cursor?: string }) =>
      (await operator.call('GET /api/tax-forms', { query })).body
    const mark = (crewIds: UserId[], isSent = true) =>
      operator.call('POST /api/mark-tax-forms', { body: { year: 2026, crewIds, isSent } })
    const first = await list({ limit: 1 })
    expect(first).toMatchObject({
      year: 2026,
      forms: [{ crewId: richer.userId, paidCents: 300_001, w9: 'complete', state: 'in_preparation' }],
    })
    const second = await list({ limit: 1, cursor: first.nextCursor! })
    expect(second).toMatchObject({
      forms: [{ crewId: rich.userId, paidCents: 200_000, w9: 'missing', state: 'in_preparation' }],
      nextCursor: null,
    })
    expect((await mark([richer.userId])).status).toBe(409)
    test.clock.set(parseInstant('2027-01-20T18:00:00Z'))
    operator = await signedIn(test, person)
    expect((await mark([richer.userId, rich.userId])).status).toBe(409)
    expect((await mark([richer.userId, poor.userId])).status).toBe(409)
    expect((await mark([richer.userId])).status).toBe(200)
    await pay(test, richer.userId, { at: '2026-12-30T12:00:00Z', earned: { visit: 99 } })
    expect(await list({ year: 2026 })).toMatchObject({
      isOver: true,
      forms: [
        { crewId: richer.userId, state: 'sent', sentCents: 300_001, paidCents: 300_100, isWrong: true },
        { crewId: rich.userId, state: 'in_preparation' },
      ],
    })
    await mark([richer.userId], false)
    expect((await list({ year: 2026 })).forms[0]).toMatchObject({ state: 'ready', sentAt: null })
    await test.close()
  })

  it('fit in one file, in which no name is a formula and a missing W-9 is marked', async () => {
    const test = await openMoneyTest(JUNE)
    const crew = await buildCrew(test.app, { name: '=HYPERLINK("http://evil")' })
    await pay(test, crew.userId, {
      at: '2026-02-01T12:00:00Z',
      earned: { visit: 250_000, clawback: -2_000 },
      fee: 10,
    })
    const operator = await signedIn(test, await buildOperator(test.app))
    const { text } = await operator.call('GET /api/tax-forms-csv', { query: { year: 2026 } })
    const row = text.split('\r\n').find((each) => each.startsWith(crew.userId))
    expect(row).toBe(
      `${crew.userId},"'=HYPERLINK(""http://evil"")",${crew.email},2026,nec,2480.00,0.00,2480.00,0.00,0.00,0.00,0.10,MISSING,no,in_preparation,,,,2480.00${','.repeat(14)}`,
    )
    const stranger = await signedIn(test, crew)
    expect((await stranger.call('GET /api/tax-forms-csv', { query: { year: 2026 } })).status).toBe(403)
    await test.close()
  })
})

describe('reminders', () => {
  it('go to crews without W-9 or consent, once a year, from 2 to 14 January', async () => {
    const test = await openMoneyTest(parseInstant('2026-12-28T18:00:00Z'))
    const [lacking, fine, poor] = [
      await buildCrew(test.app, { locale: 'es' }),
      await buildCrew(test.app),
      await buildCrew(test.app),
    ]
    const client = await signedIn(test, fine)
    await connectPayoutAccount(client)
    await client.call('POST /api/set-tax-consent', { body: { isGiven: true, version: 1 } })
    for (const crew of [lacking, fine])
      await pay(test, crew.userId, { at: '2026-02-01T12:00:00Z', earned: { visit: 250_000 } })
    await pay(test, poor.userId, { at: '2026-02-01T12:00:00Z', earned: { visit: 100 } })
    const reminders = async (crew: { email: string }) =>
      (await mailsTo(test, crew.email)).filter(({ subject }) => /2026/.test(subject ?? ''))
    await test.jumpTo(parseInstant('2027-01-01T20:00:00Z'))
    expect(await reminders(lacking)).toEqual([])
    for (let day = 2; day < 18; day += 1)
      await test.jumpTo(instant(parseInstant('2027-01-01T20:00:00Z') + (day - 1) * DAY_MS))
    expect(await reminders(lacking)).toMatchObject([
      { subject: 'Tu formulario de impuestos de 2026', body: expect.stringContaining('W-9') },
    ])
    expect(await reminders(fine)).toEqual([])
    expect(await reminders(poor)).toEqual([])
    await test.close()
  })
})

describe('an operator’s reminder', () => {
  it('goes to a crew that lacks something, once in seven days, and again when the form is made', async () => {
    const test = await openMoneyTest(JUNE)
    const [lacking, poor] = [await buildCrew(test.app), await buildCrew(test.app)]
    await pay(test, lacking.userId, { at: '2026-02-01T12:00:00Z', earned: { visit: 250_000 } })
    await pay(test, poor.userId, { at: '2026-02-01T12:00:00Z', earned: { visit: 100 } })
    const person = await buildOperator(test.app)
    const remind = async (crew: { userId: UserId }, year = 2026) => {
      const operator = await signedIn(test, person)
      return (await operator.call('POST /api/remind-tax-form', { body: { year, crewId: crew.userId } }))
        .status
    }
    const bodies = async () => {
      await test.work()
      const mails = await mailsTo(test, lacking.email)
      return mails.filter(({ subject }) => subject === 'Your tax form for 2026').map(({ body }) => body)
    }
    expect([await remind(lacking), await remind(lacking), await remind(poor)]).toEqual([200, 409, 409])
    expect(await bodies()).toEqual([expect.stringContaining('which we make in January')])
    const operator = await signedIn(test, person)
    const { forms } = (await operator.call('GET /api/tax-forms', { query: {} })).body
    expect(forms).toMatchObject([{ crewId: lacking.userId, remindedAt: '2026-06-10T18:00:00.000Z' }])
    test.clock.set(instant(JUNE + 7 * DAY_MS))
    expect(await remind(lacking)).toBe(409)
    test.clock.set(instant(JUNE + 7 * DAY_MS + 1))
    expect(await remind(lacking)).toBe(200)
    expect([await remind({ userId: person.userId }), await remind(lacking, 2027)]).toEqual([404, 404])
    expect(await bodies()).toHaveLength(2)
    await test.jumpTo(parseInstant('2027-01-03T20:00:00Z'))
    // Those of June are forgotten by then.
    expect(await bodies()).toEqual([expect.stringContaining('we make it this month')])
    await test.close()
  })
})

it('the file of form K says its boxes: gross, transactions and each month', async () => {
  const test = await openMoneyTest(JUNE)
  const crew = await buildCrew(test.app)
  const address = { address: '1450 S Pearl St, Denver, CO 80210' }
  await test.app.db.updateTable('users').set(address).where('id', '=', crew.userId).execute()
  await pay(test, crew.userId, { at: '2026-01-01T07:00:00Z', earned: { visit: 1_000 } })
  await pay(test, crew.userId, { at: '2026-03-01T06:59:59Z', earned: { visit: 2_000, tip: 50 }, fee: 30 })
  const person = await buildOperator(test.app)
  const operator = await signedIn(test, person)
  const { marketId } = person.scope
  const set = async (key: string, value: Record<string, number> | Record<string, string> | number | null) =>
    operator.call('POST /api/set-setting', {
      body: { marketId, key, value, inForceFrom: null },
    })
  await set('taxFormTypeByYear', { '2026': 'k' })
  await set('taxFormKThresholdCentsByYear', { '2026': 1_000 })
  await set('taxFormKTransactionCount', 2)
  const { text } = await operator.call('GET /api/tax-forms-csv', { query: { year: 2026 } })
  const [head = '', row = ''] = text.split('\r\n')
  const cells = new Map(head.split(',').map((name, index) => [name, row.split(',')[index]]))
  expect(Object.fromEntries([...cells].slice(17))).toMatchObject({
    taxpayer_state: 'CO',
    nec_box_1: '',
    k_box_1a: '30.50',
    k_box_3: '3',
    k_box_5a: '10.00',
    k_box_5b: '20.50',
    k_box_5c: '0.00',
    k_box_5l: '0.00',
  })
  for (const key of ['taxFormTypeByYear', 'taxFormKThresholdCentsByYear', 'taxFormKTransactionCount'])
    await set(key, null)
  await test.close()
})

type Paid = {
  readonly at: string | null
  readonly earned: Partial<Record<'visit' | 'tip' | 'clawback', number>>
  readonly fee?: number
  readonly state?: 'paid' | 'failed' | 'sending'
}

/** As the product leaves it when a payout of on-demand work was paid. */
async function pay({ app }: MoneyTest, crewId: UserId, { at, earned, fee = 0, state = 'paid' }: Paid) {
  const gross = Object.values(earned).reduce((sum, amount) => sum + amount, 0)
  const paidAt = at === null ? null : toTimestamp(parseInstant(at))
  const day = dateAt(paidAt ?? JUNE, ZONE)
  const { id } = await app.db
    .insertInto('payout')
    .values({
      crew_id: crewId,
      kind: 'instant',
      period_start: day,
      period_end: day,
      state,
      amount_cents: cents(gross - fee),
      fee_cents: cents(fee),
      provider_account_id: 'acct_test',
      created_at: paidAt ?? toTimestamp(JUNE),
      paid_at: paidAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const kind of ['visit', 'tip', 'clawback'] as const)
    if (earned[kind] !== undefined)
      await app.db
        .insertInto('earning')
        .values({
          crew_id: crewId,
          visit_id: null,
          kind,
          amount_cents: cents(earned[kind]),
          earned_at: paidAt ?? toTimestamp(JUNE),
          available_at: paidAt ?? toTimestamp(JUNE),
          payout_id: id,
        })
        .execute()
}
