/**
 * Monday morning of an operator: something waits in every queue, from a late crew to a calendar that went silent. Each
 * is worked until it is empty, gone to and opened by keys; what has to have come of it is written by hand.
 */
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUEUES, type Queue } from '#contract/queue-kinds.ts'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, DAY_MS, DEFAULT_TIME_ZONE, dateAt, HOUR_MS, instant } from '#domain/time.ts'
import { receiveChargeback } from '#server/chargebacks/receive-chargeback.ts'
import { toTimestamp } from '#server/db/client.ts'
import { readFeed } from '#server/feeds/read-feed.ts'
import { demoBankOf } from '#server/ports/bank/embedded.ts'
import { buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { saveTestCard } from '#testing/build-money.ts'
import { freePort } from '#testing/free-port.ts'
import { plantQueues } from '#testing/plant-queues.ts'
import { goToFirstRow, openFirstRow, openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

/** A platform that knew nothing of its calendars over the weekend. */
let isPlatformWell = true
const platform = createServer((_, response) => {
  response.statusCode = isPlatformWell ? 200 : 404
  response.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Double//EN\r\nEND:VCALENDAR\r\n')
})
const platformPort = await freePort()
await new Promise<void>((resolve) => platform.listen(platformPort, '127.0.0.1', resolve))
const platformOrigin = `http://127.0.0.1:${platformPort}`
afterAll(() => void platform.close())

const stage = await openStage({ environment: { CREW_FETCH_ALLOW: platformOrigin } })
const { app } = stage.testApp
let page: Page
let pat: UserId
/** Whatever was gone to. */
const worked = new Set<Queue>()

beforeAll(async () => {
  await plantQueues(app, 'denver', {
    late: 1,
    unassigned: 1,
    unconfirmed: 1,
    missed: 1,
    flagged: 1,
    disputes: 1,
    failed_payouts: 1,
    late_reports: 1,
    approvals: 1,
    differences: 1,
    referrals: 1,
    parked: 1,
  })
  pat = (await buildCustomer(app, { name: 'Pat Miller' })).userId
  await saveTestCard(await signedIn(stage.testApp, { userId: pat }))
  await declinedOnSaturday(pat)
  await silentSinceSunday()
  page = await stage.openAs(await buildOperator(app, { name: 'Ines Keller' }), { viewport: DESKTOP })
})

/** The bank said no then and says yes today. */
async function declinedOnSaturday(customerId: UserId): Promise<void> {
  const now = app.ports.clock.now()
  const at = (days: number) => toTimestamp(instant(now + days * DAY_MS))
  const monday = addDays(dateAt(now, DEFAULT_TIME_ZONE), -7)
  await app.db
    .insertInto('payment')
    .values({
      customer_id: customerId,
      period_start: monday,
      period_end: addDays(monday, 6),
      state: 'declined',
      subtotal_cents: cents(2_000),
      total_cents: cents(2_000),
      first_failed_at: at(-2),
      last_decline: 'insufficient_funds',
      next_attempt_at: at(1),
      created_at: at(-3),
    })
    .execute()
}

/** Its calendar was read well until the platform said three times that it does not know it. */
async function silentSinceSunday(): Promise<void> {
  const host = await buildCustomer(app, { name: 'Hana Host' })
  const propertyId = await buildProperty(app, host.userId, { name: 'Pine Cabin' })
  const client = await signedIn(stage.testApp, host)
  const address = `${platformOrigin}/pine-cabin.ics`
  const { sourceId } = (await client.call('POST /api/add-feed', { body: { propertyId, address } })).body
  await stage.testApp.work()
  const yesterday = toTimestamp(instant(app.ports.clock.now() - 20 * HOUR_MS))
  await app.db
    .updateTable('stay_feed')
    .set({ good_at: yesterday })
    .where('source_id', '=', sourceId)
    .execute()
  isPlatformWell = false
  for (let reading = 0; reading < 3; reading++) await readFeed(app, { sourceId })
  isPlatformWell = true
}

const onBoard = (kind: Queue) =>
  page.getByRole('list', { name: 'Needs you' }).locator(`a[href="/operator/queues/${kind}"]`)

/** From the count on the board to the queue, then to its first row, without the mouse. */
async function openFirst(kind: Queue, name: string): Promise<void> {
  worked.add(kind)
  await page.goto('/operator')
  await onBoard(kind).focus()
  expect(await onBoard(kind).textContent()).toMatch(/^1\D/)
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name, exact: true }).getByRole('listitem').first().waitFor()
  await openFirstRow(page)
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
const dialog = () => page.getByRole('dialog').last()

/** Its list says so, and the board counts none. */
async function isEmptied(kind: Queue): Promise<void> {
  await page.getByText('Nothing waits here').waitFor()
  await page.goto('/operator')
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  expect(await onBoard(kind).count()).toBe(0)
}

test('the declined card is charged now, and the payment is paid', async () => {
  await openFirst('declined', 'Declined cards')
  await press('Charge now')
  await dialog().getByRole('button', { name: 'Charge now' }).click()
  await isEmptied('declined')
  await expect.poll(async () => states('payment')).toEqual(['paid', 'paid'])
})

test('whose card was charged takes the money back by the bank, which gets our evidence', async () => {
  const { provider_intent_id: intentId } = await app.db
    .selectFrom('payment')
    .where('customer_id', '=', pat)
    .select('provider_intent_id')
    .executeTakeFirstOrThrow()
  const bank = demoBankOf(app.ports.payments)
  const taken = await bank.openChargeback({ intentId: intentId!, reason: 'product_not_received' })
  await receiveChargeback(app, taken.chargebackId)
  await openFirst('chargebacks', 'Chargebacks')
  await page.getByRole('link', { name: 'Send evidence' }).click()
  await press('Send the evidence')
  await page.getByText('The evidence is with the bank.').waitFor()
  await page.goto('/operator/queues/chargebacks')
  await isEmptied('chargebacks')
})

test('the crew of a late visit is called, and the visit taken off the list', async () => {
  await openFirst('late', 'Late now')
  await press('Dealt with')
  await isEmptied('late')
})

test('a crew is asked once more, says yes on its phone, and its visit waits no longer', async () => {
  await openFirst('unconfirmed', 'Not confirmed')
  await press('Ask again')
  await page.getByText('Done.').waitFor()
  const { id: userId } = await app.db
    .selectFrom('users')
    .where('name', '=', 'Nia Crew')
    .select('id')
    .executeTakeFirstOrThrow()
  const phone = await stage.openAs({ userId })
  await phone.goto('/')
  await phone.getByRole('button', { name: /^Notices, \d+ not read$/ }).click()
  await phone
    .getByRole('link', { name: /waits for your yes/ })
    .first()
    .click()
  await phone.getByRole('button', { name: 'Confirm 1 visit' }).click()
  await phone.getByText('1 visit confirmed.').waitFor()
  await page.goto('/operator/queues/unconfirmed')
  await isEmptied('unconfirmed')
})

test('the visit of tomorrow without a crew is given to one, who has it for sure', async () => {
  await openFirst('unassigned', 'Without a crew')
  await press('Give to a crew')
  await dialog()
    .getByRole('button', { name: /: Nia Crew$/ })
    .click()
  await isEmptied('unassigned')
  const given = () =>
    app.db
      .selectFrom('visit')
      .innerJoin('users', 'users.id', 'visit.crew_id')
      .where('visit.starts_at', '>', toTimestamp(app.ports.clock.now()))
      .select(['users.name', 'visit.state'])
      .execute()
  // Beside the one that she said yes to.
  await expect.poll(given).toEqual([
    { name: 'Nia Crew', state: 'confirmed' },
    { name: 'Nia Crew', state: 'confirmed' },
  ])
})

test('the customer of a missed visit is called', async () => {
  await openFirst('missed', 'Missed')
  await press('Looked at')
  await isEmptied('missed')
})

test('the completion without a location is approved by its photos', async () => {
  await openFirst('flagged', 'Flagged')
  await press('Approve')
  await isEmptied('flagged')
})

test('the reported problem gets a no, with its reason', async () => {
  await openFirst('disputes', 'Problems reported')
  await press('Decide')
  await dialog().getByRole('radio', { name: 'Not accepted' }).check()
  await dialog()
    .getByLabel(/^What you tell both sides/)
    .fill('The photos show that it was done')
  await dialog().getByRole('button', { name: 'Decide' }).click()
  await isEmptied('disputes')
  await expect.poll(() => states('dispute')).toEqual(['rejected'])
})

test('the report that came too late is dismissed', async () => {
  await openFirst('late_reports', 'Late reports')
  await press('Dismiss')
  await dialog()
    .getByLabel(/^Note to the crew/)
    .fill('It was canceled the day before')
  await dialog().getByRole('button', { name: 'Dismiss' }).click()
  await isEmptied('late_reports')
  await expect.poll(() => states('late_completion')).toEqual(['dismissed'])
})

test('the failed payout is looked at, selected by a key', async () => {
  await openFirst('failed_payouts', 'Failed payouts')
  await page.keyboard.press('Escape')
  await page.locator('main [data-row][aria-current]').waitFor({ state: 'detached' })
  await goToFirstRow(page)
  await page.keyboard.press('x')
  await page
    .getByRole('region', { name: 'What is selected' })
    .getByRole('button', { name: 'Looked at' })
    .click()
  await isEmptied('failed_payouts')
  await expect.poll(() => states('payout')).toEqual(['failed'])
})

test('the refund that a colleague asked for is declined', async () => {
  await openFirst('approvals', 'Refunds to approve')
  await press('Decline')
  await dialog().getByLabel(/^Why/).fill('Paid back in February')
  await dialog().getByRole('button', { name: 'Decline' }).click()
  await isEmptied('approvals')
  await expect.poll(() => states('approval')).toEqual(['declined'])
})

test('the calendar that went silent is read again, and speaks', async () => {
  await openFirst('silent_feeds', 'Silent calendars')
  await page.getByText('The platform no longer knows the address').first().waitFor()
  await press('Read it now')
  await isEmptied('silent_feeds')
})

test.each([
  ['differences', 'Differences', 'Explain', 'Paid by hand in May'],
  ['referrals', 'Shared referrals', 'Approve', 'They live in one house'],
  ['parked', 'Parked work', 'Try again', 'The disk has room again'],
] as const)('of %s one is decided with the reason, which the log keeps', async (kind, name, act, note) => {
  await openFirst(kind, name)
  await press(act)
  await dialog().getByLabel('Why, for the log').fill(note)
  await dialog().getByRole('button', { name: act }).click()
  await isEmptied(kind)
  const entries = await app.db.selectFrom('audit_entry').orderBy('id', 'desc').select('detail').execute()
  expect(JSON.stringify(entries)).toContain(note)
})

test('at the end the board has nothing for anybody', async () => {
  await page.goto('/operator')
  await page.getByText('Nothing needs you right now.').waitFor()
  expect([...worked].toSorted()).toEqual([...QUEUES].toSorted())
})

async function states(table: 'payment' | 'dispute' | 'late_completion' | 'payout' | 'approval') {
  const rows = await app.db.selectFrom(table).orderBy('state').select('state').execute()
  return rows.map(({ state }) => state)
}
