import { expect, it } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import { DAY_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import {
  buildCompletedVisit,
  CARDS,
  connectPayoutAccount,
  type MoneyTest,
  openMoneyTest,
  saveTestCard,
} from '#testing/build-money.ts'

const THURSDAY = parseInstant('2026-03-05T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const MATURE = instant(MONDAY_RUN + 8 * DAY_MS)
const PASSWORD = 'several words that nobody guesses'

/** A sponsor and whoever it brought, who has paid $400. */
async function openPaid(isMature = false) {
  const test = await openMoneyTest(THURSDAY)
  const sponsor = await buildCustomer(test.app, { name: 'Bea Ortiz' })
  const brought = await buildCustomer(test.app, { name: 'Kim Nguyen', sponsorId: sponsor.userId })
  const [sponsorClient, client] = [await signedIn(test, sponsor), await signedIn(test, brought)]
  await saveTestCard(client)
  const visit = { customerId: brought.userId, priceCents: 40_000, date: localDate('2026-03-05') }
  await buildCompletedVisit(test.app, visit)
  await test.jumpTo(MONDAY_RUN)
  if (isMature) await test.jumpTo(MATURE)
  const operator = await signedIn(test, await buildOperator(test.app))
  const seen = async () => (await sponsorClient.call('GET /api/commissions')).body
  const queue = async (state: 'parked' | 'refused' | 'approved' = 'parked') =>
    (await operator.call('GET /api/referral-reviews', { query: { state } })).body.reviews
  const decide = (decision: 'approve' | 'refuse', seenState: 'parked' | 'refused' | 'approved') =>
    operator.call('POST /api/decide-referral', {
      body: { broughtId: brought.userId, decision, seenState, note: 'Called both of them.' },
    })
  return { test, sponsor, brought, sponsorClient, client, seen, queue, decide }
}

async function isBalanced(test: MoneyTest): Promise<void> {
  const { checks } = await reconcile(test.app)
  expect(checks.flatMap(({ differences }) => differences)).toEqual([])
}

function person(email: string, sponsorCode: string) {
  const phone = `303555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`
  return { name: 'Ann Lee', email, phone, password: PASSWORD, sponsorCode }
}

async function codeOf({ app }: MoneyTest, userId: UserId): Promise<string> {
  const row = await app.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('referral_code')
    .executeTakeFirstOrThrow()
  return row.referral_code
}

it('D13: a second registration by Gmail dots or googlemail.com has no sponsor, and is told so', async () => {
  const test = await openMoneyTest(THURSDAY)
  const name = `ann${crypto.randomUUID().slice(0, 8).replaceAll('-', '')}`
  const sponsor = await buildCustomer(test.app, { email: `${name}@gmail.com` })
  const code = await codeOf(test, sponsor.userId)
  for (const email of [`a.${name.slice(1)}@gmail.com`, `${name}+2@googlemail.com`]) {
    const { body } = await test.client().call('POST /api/register-customer', { body: person(email, code) })
    expect(body.codeRefused).toBe('You cannot use your own code.')
  }
  const operator = await signedIn(test, await buildOperator(test.app))
  const { body } = await operator.call('GET /api/referral-reviews', { query: { state: 'refused' } })
  expect(body.reviews).toHaveLength(2)
  expect(body.reviews[0]).toMatchObject({ reasons: ['sponsor_is_same_person'], decidedByName: null })
  await test.close()
})

it('D13: who registers on the sponsor’s own device waits for the operator', async () => {
  const test = await openMoneyTest(THURSDAY)
  const browser = test.client()
  const own = `one-${crypto.randomUUID()}@example.test`
  await browser.call('POST /api/register-customer', { body: person(own, 'NOBODY') })
  const { body: user } = await browser.call('GET /api/user', { query: { fields: '*' } })
  await browser.call('POST /api/sign-out')
  const code = await codeOf(test, user.id as UserId)
  const other = person(`two-${crypto.randomUUID()}@example.test`, code)
  const { body } = await browser.call('POST /api/register-customer', { body: other })
  expect(body.codeRefused).toBeNull()
  const operator = await signedIn(test, await buildOperator(test.app))
  const { body: queue } = await operator.call('GET /api/referral-reviews', { query: {} })
  expect(queue.reviews).toMatchObject([{ reasons: ['sponsor_shares_device'], state: 'parked' }])
  await test.close()
})

it('D13: a shared card that appears before the commission is paid stops it, also at another time', async () => {
  const { test, seen, queue, sponsorClient, client } = await openPaid()
  expect(await seen()).toMatchObject({ pendingCents: 2_000 })
  // The card is changed afterwards: what an account has had once stays.
  await saveTestCard(sponsorClient, CARDS.otherGood)
  await saveTestCard(sponsorClient, CARDS.good)
  await saveTestCard(client, CARDS.otherGood)
  expect(await seen()).toMatchObject({
    pendingCents: 0,
    reversedCents: 2_000,
    commissions: [{ state: 'reversed', reversedBy: ['refusal'] }],
  })
  expect(await queue('refused')).toMatchObject([
    { reasons: ['sponsor_shares_card'], refusedCents: 2_000, paidCents: 0, decidedByName: null },
  ])
  await test.jumpTo(MATURE)
  expect(await seen()).toMatchObject({ availableCents: 0 })
  await isBalanced(test)
  await test.close()
})

it('D13: the same bank account stops what is available, and flags what was paid already', async () => {
  const { test, seen, queue, sponsorClient, client } = await openPaid(true)
  await sponsorClient.call('POST /api/use-commission', { body: { amountCents: cents(500) } })
  await connectPayoutAccount(sponsorClient, '000777777771')
  await connectPayoutAccount(client, '000777777771')
  expect(await seen()).toMatchObject({ availableCents: 0, spentCents: 500, reversedCents: 1_500 })
  expect(await queue('refused')).toMatchObject([
    { reasons: ['sponsor_shares_payout_account'], refusedCents: 1_500, paidCents: 500 },
  ])
  await isBalanced(test)
  await test.close()
})

it('D13: the same address parks a commission until an operator lets it pass', async () => {
  const { test, sponsor, seen, queue, decide } = await openPaid()
  await buildProperty(test.app, sponsor.userId)
  await test.jumpTo(MATURE)
  expect(await seen()).toMatchObject({ availableCents: 0, parkedCents: 2_000 })
  expect(await queue()).toMatchObject([
    { reasons: ['sponsor_shares_address'], unpaidCents: 2_000, broughtName: 'Kim Nguyen' },
  ])
  expect((await decide('approve', 'parked')).status).toBe(200)
  expect((await decide('approve', 'parked')).failure).toMatchObject({ code: 'referral_decided' })
  await test.jumpTo(instant(MATURE + DAY_MS))
  expect(await seen()).toMatchObject({ availableCents: 2_000, parkedCents: 0 })
  expect(await queue()).toEqual([])
  expect(await queue('approved')).toMatchObject([{ note: 'Called both of them.' }])
  await isBalanced(test)
  await test.close()
})

it('D13: an address that is shared only when the money is to leave keeps it here', async () => {
  const { test, sponsor, sponsorClient, seen } = await openPaid(true)
  expect(await seen()).toMatchObject({ availableCents: 2_000 })
  await buildProperty(test.app, sponsor.userId)
  const spend = () => sponsorClient.call('POST /api/use-commission', { body: { amountCents: cents(2_000) } })
  expect((await spend()).failure).toMatchObject({ code: 'nothing_available' })
  await isBalanced(test)
  await test.close()
})

it('D13: refused and approved again by an operator, what was taken comes again, once', async () => {
  const { test, sponsor, seen, decide, queue } = await openPaid()
  await buildProperty(test.app, sponsor.userId)
  await test.jumpTo(MATURE)
  expect((await decide('refuse', 'parked')).status).toBe(200)
  expect(await seen()).toMatchObject({ parkedCents: 0, availableCents: 0, reversedCents: 2_000 })
  expect((await decide('approve', 'refused')).status).toBe(200)
  await test.jumpTo(instant(MATURE + DAY_MS))
  expect(await seen()).toMatchObject({ availableCents: 2_000, reversedCents: 0 })
  expect((await decide('refuse', 'approved')).status).toBe(200)
  expect(await seen()).toMatchObject({ availableCents: 0, reversedCents: 2_000 })
  expect(await queue('refused')).toHaveLength(1)
  await isBalanced(test)
  await test.close()
})

it('D13: an operator of another market sees and decides nothing of it', async () => {
  const { test, sponsor, brought } = await openPaid()
  await buildProperty(test.app, sponsor.userId)
  await test.jumpTo(MATURE)
  const stranger = await buildOperator(test.app)
  await test.app.db
    .insertInto('market')
    .columns(['id', 'name', 'time_zone'])
    .expression((eb) =>
      eb
        .selectFrom('market')
        .limit(1)
        .select((select) => [
          select.val('elsewhere').as('id'),
          select.val('Elsewhere').as('name'),
          'market.time_zone',
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await test.app.db
    .updateTable('users')
    .set({ market_id: 'elsewhere' })
    .where('id', '=', stranger.userId)
    .execute()
  const client = await signedIn(test, stranger)
  expect((await client.call('GET /api/referral-reviews', { query: {} })).body.reviews).toEqual([])
  const answer = await client.call('POST /api/decide-referral', {
    body: { broughtId: brought.userId, decision: 'approve', seenState: 'parked', note: 'Mine' },
  })
  expect(answer.status).toBe(404)
  const crew = await signedIn(test, await buildCrew(test.app))
  expect((await crew.call('GET /api/referral-reviews', { query: {} })).status).toBe(403)
  await test.close()
})

it('D13: an owner gives the second factor for it, as for all money; support needs none', async () => {
  const { test, sponsor, brought, seen } = await openPaid()
  await buildProperty(test.app, sponsor.userId)
  await test.jumpTo(MATURE)
  const decideAs = async (staffRole: StaffRole) => {
    const operator = await buildOperator(test.app, { staffRole })
    const client = await signedIn(test, operator, { hasSecondFactor: false })
    const body = { broughtId: brought.userId, decision: 'refuse', seenState: 'parked', note: 'One.' } as const
    return client.call('POST /api/decide-referral', { body })
  }
  const refused = await decideAs('owner')
  expect([refused.status, refused.failure.code]).toEqual([403, 'second_factor_needed'])
  expect(await seen()).toMatchObject({ parkedCents: 2_000, reversedCents: 0 })
  expect((await decideAs('support')).status).toBe(200)
  expect(await seen()).toMatchObject({ parkedCents: 0, reversedCents: 2_000 })
  await test.close()
})
