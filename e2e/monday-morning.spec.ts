/**
 * Monday morning of an operator: a declined card, a visit without a crew, a reported problem, a payout that failed, a
 * report that came too late and a refund to approve. Each queue is worked until it is empty, gone to and opened by keys;
 * what has to have come of it is written by hand.
 */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Queue } from '#contract/queue-kinds.ts'
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { addDays, DAY_MS, DEFAULT_TIME_ZONE, dateAt, instant } from '#domain/time.ts'
import { toTimestamp } from '#server/db/client.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { saveTestCard } from '#testing/build-money.ts'
import { plantQueues } from '#testing/plant-queues.ts'
import { goToFirstRow, openFirstRow, openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

const stage = await openStage()
const { app } = stage.testApp
let page: Page

beforeAll(async () => {
  await plantQueues(app, 'denver', {
    unassigned: 1,
    disputes: 1,
    failed_payouts: 1,
    late_reports: 1,
    approvals: 1,
  })
  const pat = await buildCustomer(app, { name: 'Pat Miller' })
  await saveTestCard(await signedIn(stage.testApp, pat))
  await declinedOnSaturday(pat.userId)
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

/** From the board to the queue, then to its first row, without the mouse. */
async function openFirst(kind: Queue, name: string): Promise<void> {
  await page.goto('/operator')
  await page.locator(`main a[href="/operator/queues/${kind}"]`).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name, exact: true }).getByRole('listitem').first().waitFor()
  await openFirstRow(page)
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
const dialog = () => page.getByRole('dialog').last()
const isEmpty = () => page.getByText('Nothing waits here').waitFor()

test('the declined card is charged now, and the payment is paid', async () => {
  await openFirst('declined', 'Declined cards')
  await press('Charge now')
  await dialog().getByRole('button', { name: 'Charge now' }).click()
  await isEmpty()
  await expect.poll(async () => states('payment')).toEqual(['paid', 'paid'])
})

test('the visit of tomorrow without a crew is given to one, who has it for sure', async () => {
  await openFirst('unassigned', 'Without a crew')
  await press('Give to a crew')
  await dialog()
    .getByRole('button', { name: /: Nia Crew$/ })
    .click()
  await isEmpty()
  const given = () =>
    app.db
      .selectFrom('visit')
      .innerJoin('users', 'users.id', 'visit.crew_id')
      .where('visit.starts_at', '>', toTimestamp(app.ports.clock.now()))
      .select(['users.name', 'visit.state'])
      .execute()
  await expect.poll(given).toEqual([{ name: 'Nia Crew', state: 'confirmed' }])
})

test('the reported problem gets a no, with its reason', async () => {
  await openFirst('disputes', 'Problems reported')
  await press('Decide')
  await dialog().getByRole('radio', { name: 'Not accepted' }).check()
  await dialog()
    .getByLabel(/^What you tell both sides/)
    .fill('The photos show that it was done')
  await dialog().getByRole('button', { name: 'Decide' }).click()
  await isEmpty()
  await expect.poll(() => states('dispute')).toEqual(['rejected'])
})

test('the report that came too late is dismissed', async () => {
  await openFirst('late_reports', 'Late reports')
  await press('Dismiss')
  await dialog()
    .getByLabel(/^Note to the crew/)
    .fill('It was canceled the day before')
  await dialog().getByRole('button', { name: 'Dismiss' }).click()
  await isEmpty()
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
  await isEmpty()
  await expect.poll(() => states('payout')).toEqual(['failed'])
})

test('the refund that a colleague asked for is declined', async () => {
  await openFirst('approvals', 'Refunds to approve')
  await press('Decline')
  await dialog().getByLabel(/^Why/).fill('Paid back in February')
  await dialog().getByRole('button', { name: 'Decline' }).click()
  await isEmpty()
  await expect.poll(() => states('approval')).toEqual(['declined'])
})

test('at the end the board has nothing for anybody', async () => {
  await page.goto('/operator')
  await page.getByText('Nothing needs you right now.').waitFor()
})

async function states(table: 'payment' | 'dispute' | 'late_completion' | 'payout' | 'approval') {
  const rows = await app.db.selectFrom(table).orderBy('state').select('state').execute()
  return rows.map(({ state }) => state)
}
