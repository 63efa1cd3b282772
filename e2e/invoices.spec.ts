/** Terms, an invoice with its order number, and what pays it: a card by the mailed link, a check at the desk. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCustomer, buildOperator } from '#testing/build.ts'
import { buildCompletedVisit } from '#testing/build-money.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

const THURSDAY = parseInstant('2026-02-26T17:00:00Z')
// From the start: work that goes on by itself would plan Monday's run from the moment at which it first looks.
const stage = await openStage({ start: THURSDAY })
const { app } = stage.testApp
const MONDAY_RUN = parseInstant('2026-03-02T13:30:00Z')
const NEXT_MONDAY_RUN = parseInstant('2026-03-09T12:30:00Z')

test('an invoice is granted, made, read and paid: by card and by check', async () => {
  const customer = await buildCustomer(app, { name: 'Dana Whitfield' })
  const operator = await buildOperator(app)

  const desk = await stage.openAs(operator, { viewport: DESKTOP })
  await desk.goto('/operator/invoices')
  await desk.getByText('Nothing is open').waitFor()
  await grantTerms(desk)

  // What stands on the invoice is the customer's own to say.
  const phone = await stage.openAs(customer)
  await phone.goto('/billing')
  await phone.getByText('Larimer Row LLC').waitFor()
  await phone.getByRole('button', { name: 'Change these details' }).click()
  const details = phone.getByRole('dialog')
  await details.getByLabel(/^Purchase order/).fill('PO-4471')
  await details.getByLabel(/^Also emailed to/).fill('ap@larimer.example.test')
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await details.getByRole('button', { name: 'Save' }).click()
  await phone.getByText('PO-4471').waitFor()

  await work(customer.userId, '2026-02-26')
  await stage.goTo(MONDAY_RUN)
  await phone.reload()
  const number = await phone.getByText(/^[A-Z]+-2026-00001$/).innerText()
  await phone.getByText(/^Due Apr 1, 2026/).waitFor()
  const paper = await phone.getByRole('link', { name: 'PDF' }).getAttribute('href')
  const file = await phone.request.get(new URL(paper!, stage.origin).href)
  const words = readPdf(await file.body())
    .flat()
    .join(' ')
  expect(words).toContain('PO-4471')
  expect(words).toContain('Larimer Row LLC')

  // Accounts payable have the link alone.
  const link = await phone.getByRole('link', { name: 'Pay', exact: true }).getAttribute('href')
  const payables = await stage.open()
  await payables.goto(link!)
  await payables.getByText(`Invoice ${number} for Larimer Row LLC`).waitFor()
  await payables.getByText('Purchase order PO-4471').waitFor()
  await payables.getByLabel('Card number').fill('4242424242424242')
  await payables.getByLabel(/^Expires/).fill('1230')
  await payables.getByLabel('Security code').fill('123')
  await payables.getByRole('button', { name: 'Pay $40' }).click()
  await payables.getByText('The invoice is paid.').waitFor()
  await payables.goto(link!)
  await payables.getByText('Nothing to pay here').waitFor()
  await payables.getByText(`Invoice ${number} for Larimer Row LLC is paid.`).waitFor()
  const receipt = await payables.getByRole('link', { name: 'Receipt (PDF)' }).getAttribute('href')
  const bytes = await (await payables.request.get(new URL(receipt!, stage.origin).href)).body()
  expect(readPdf(bytes).flat().join(' ')).toContain('Larimer Row LLC')
  await phone.reload()
  await phone.getByText('Paid', { exact: true }).first().waitFor()

  // The next comes by check.
  await work(customer.userId, '2026-03-05')
  await stage.goTo(NEXT_MONDAY_RUN)
  const again = await stage.openAs(operator, { viewport: DESKTOP })
  await again.goto('/operator/invoices')
  await again.getByRole('link', { name: 'Larimer Row LLC' }).click()
  await again.getByRole('link', { name: /-2026-00002$/ }).click()
  await again.getByRole('button', { name: 'Record a payment' }).click()
  const check = again.getByRole('dialog')
  expect(await check.getByLabel(/^Amount/).inputValue()).toBe('40.00')
  await check.getByLabel(/^Check number/).fill('Check 20417')
  await check.getByRole('button', { name: 'Record a payment' }).click()
  await check.waitFor({ state: 'hidden' })
  await again.getByText('Check Check 20417').waitFor()
  await again.goto('/operator/invoices')
  await again.getByText('Nothing is open').waitFor()
  expect((await reconcile(app)).isBalanced).toBe(true)
})

async function grantTerms(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Terms' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel(/^Name, email or phone/).fill('Whitfield')
  await dialog.getByText('Dana Whitfield').click()
  await dialog.getByLabel(/^Net days/).selectOption('30')
  await dialog.getByLabel(/^Company name/).fill('Larimer Row LLC')
  await dialog.getByRole('button', { name: 'Save terms' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function work(customerId: UserId, date: string): Promise<void> {
  for (const priceCents of [1_500, 2_500]) {
    const job = await buildWeeklyJob(app, { customerId })
    await buildCompletedVisit(app, { job, date: localDate(date), priceCents })
  }
}
