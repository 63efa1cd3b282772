/** More than one may give back alone: asked for on the payment, declined by a second person, asked again, approved. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PaymentId } from '#domain/ids.ts'
import { HOUR_MS, instant, localDate, parseInstant } from '#domain/time.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { buildCompletedVisit, saveTestCard } from '#testing/build-money.ts'
import { openFirstRow, openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

const MONDAY_RUN = parseInstant('2026-03-09T12:00:00Z')
const QUEUE = '/operator/queues/approvals'

const stage = await openStage({ start: parseInstant('2026-03-05T18:00:00Z') })
const { app } = stage.testApp

/** A visit of $20 that was paid by card on Monday, in a city where one alone gives back $10. */
async function buildPaid(): Promise<PaymentId> {
  const customer = await buildCustomer(app, { name: 'Pat Miller' })
  const asCustomer = await signedIn(stage.testApp, customer)
  await saveTestCard(asCustomer)
  await buildCompletedVisit(app, {
    customerId: customer.userId,
    crewId: (await buildCrew(app)).userId,
    date: localDate('2026-03-08'),
    completedAt: instant(MONDAY_RUN - 20 * HOUR_MS),
  })
  await stage.goTo(MONDAY_RUN)
  const { body } = await (await signedIn(stage.testApp, customer)).call('GET /api/payments')
  return body.payments[0]!.id
}

async function askForFifteen(page: Page, paymentId: PaymentId): Promise<void> {
  await page.goto(`/operator/payment/${paymentId}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund Pat Miller' })
  await dialog.getByLabel(/^Amount in dollars/).fill('15')
  await dialog.getByLabel(/^Reason/).fill('Rain all week')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await page
    .getByRole('dialog', { name: 'Ask a second person?' })
    .getByRole('button', { name: 'Ask for approval' })
    .click()
}

/** By keys: the first row is gone to and opened. */
async function openFirst(page: Page): Promise<void> {
  await page.goto(QUEUE)
  await page.getByRole('list', { name: 'Refunds to approve' }).getByText('Pat Miller').first().waitFor()
  await openFirstRow(page)
  await page.getByText('Rain all week').waitFor()
}

async function refundedCents(paymentId: PaymentId): Promise<number> {
  const row = await app.db
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .select('refunded_cents')
    .executeTakeFirstOrThrow()
  return row.refunded_cents
}

test('asking, declining with a reason, asking again and approving', async () => {
  const paymentId = await buildPaid()
  const ann = await buildOperator(app, { name: 'Ann Lee' })
  await (await signedIn(stage.testApp, ann)).call('POST /api/set-setting', {
    body: { key: 'secondPersonAboveCents', value: 1_000, marketId: 'denver', inForceFrom: null },
  })
  const asking = await stage.openAs(ann, { viewport: DESKTOP })

  // The only one who may: it says what to do instead.
  await askForFifteen(asking, paymentId)
  await asking.getByText('Nobody else here may approve this. Invite somebody who may').first().waitFor()

  const bob = await buildOperator(app, { name: 'Bob Ray', staffRole: 'support' })
  await askForFifteen(asking, paymentId)
  await asking.getByText('$15 waits for a second person.').waitFor()
  await asking.getByText('You asked for this. Somebody else approves it.').waitFor()
  expect(await asking.getByRole('button', { name: /^Approve/ }).count()).toBe(0)

  const second = await stage.openAs(bob, { viewport: DESKTOP })
  await openFirst(second)
  await second.getByRole('button', { name: 'Decline' }).click()
  const why = second.getByRole('dialog', { name: 'Decline it?' })
  await why.getByLabel(/^Why/).fill('They were all done')
  await why.getByRole('button', { name: 'Decline' }).click()
  await second.getByText('Declined. Nothing goes out.').waitFor()
  await second.getByText('Nothing waits here').waitFor()
  expect(await refundedCents(paymentId)).toBe(0)

  await askForFifteen(asking, paymentId)
  await asking.getByText('They were all done').waitFor()
  // Said once it is stored; what was said of the first asking stands there before that.
  await asking.getByText('You asked for this. Somebody else approves it.').waitFor()
  await openFirst(second)
  await second.getByRole('button', { name: 'Approve $15' }).click()
  await second
    .getByRole('dialog', { name: 'Give Pat Miller $15 back?' })
    .getByRole('button', { name: 'Approve $15' })
    .click()
  await second.getByText('Approved. It is on its way.').waitFor()
  await second.getByText('Nothing waits here').waitFor()
  expect(await refundedCents(paymentId)).toBe(1_500)
})
