/** An exempt customer: the certificate, the operator's yes, a receipt without tax, and the period that is filed. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Instant, localDate, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { saveTestCard } from '#testing/build-money.ts'
import { completeWork } from '#testing/build-order.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import { openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

// The quarter is over two days after the bill: little has to be lived through.
const MONDAY = parseInstant('2026-03-23T18:00:00Z')
const WEDNESDAY = parseInstant('2026-03-25T18:00:00Z')
const MONDAY_RUN = parseInstant('2026-03-30T12:30:00Z')
const APRIL = parseInstant('2026-04-01T15:00:00Z')

const stage = await openStage({ start: MONDAY })
const { app } = stage.testApp

test('a certificate frees Monday’s receipt of tax, and the period is filed', {
  timeout: 400_000,
}, async () => {
  const operator = await buildOperator(app, { name: 'Ines Keller' })
  const desk = await stage.openAs(operator, { viewport: DESKTOP })
  await setRates(desk)

  const exempt = await buildCustomer(app, { name: 'Cheesman Park Homes' })
  const phone = await stage.openAs(exempt)
  await handIn(phone)
  await phone.getByText('Being checked').waitFor()
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

  await desk.goto('/operator/tax?show=certificates')
  await desk.getByText('Cheesman Park Homes').waitFor()
  await desk.getByRole('button', { name: 'Approve' }).click()
  await desk.getByText('No certificates waiting').waitFor()
  await phone.reload()
  await phone.getByText('You pay no sales tax.').waitFor()

  // Ten bins for $22 each: 9.15 % of one of them is $2.01.
  const taxed = await buildCustomer(app)
  await workFor([exempt, taxed], WEDNESDAY)
  await stage.goTo(MONDAY_RUN)
  await phone.goto('/billing')
  await phone.getByRole('link', { name: /\$22/ }).click()
  await phone.getByText('Exempt from sales tax, certificate 98-04417 (CO)').waitFor()
  expect(await phone.getByText('$24.01').count()).toBe(0)
  const other = await stage.openAs(taxed)
  await other.goto('/billing')
  expect(await downloadYear(other)).toMatch(/,visit,.*,22\.00\r\n/)
  await other.getByRole('link', { name: /\$24\.01/ }).click()
  await other.getByText('$2.01').first().waitFor()
  expect(await other.getByText('Exempt from sales tax').count()).toBe(0)

  await stage.goTo(APRIL)
  const later = await stage.openAs(operator, { viewport: DESKTOP })
  await fileQuarter(later)
  expect(await downloadCsv(later)).toContain(
    '2026-01-01,2026-03-31,total,,22.00,22.00,0.00,2.01,0.00,0.64,0.00,1.13,0.24,0.00',
  )
  expect((await reconcile(app)).isBalanced).toBe(true)
})

/** Written in the background, it comes down by itself. */
async function downloadYear(phone: Page): Promise<string> {
  const [file] = await Promise.all([
    phone.waitForEvent('download'),
    phone.getByRole('button', { name: 'Download the payments as CSV 2026' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('crew-payments-2026.csv')
  return readFile(await file.path(), 'utf8')
}

async function setRates(desk: Page): Promise<void> {
  await desk.goto('/operator/tax?show=rates')
  await desk.getByRole('button', { name: 'Change the rates' }).click()
  const bins = desk.getByRole('group', { name: /Bins to the curb/ })
  await bins.getByLabel('City').fill('5.155')
  await desk.getByRole('button', { name: 'Save the rates' }).click()
  await bins.getByText('Give a percentage like 2.9, with two decimals at most.').waitFor()
  await bins.getByLabel('State').fill('2.9')
  await bins.getByLabel('City').fill('5.15')
  await bins.getByLabel('Districts').fill('1.1')
  await desk.getByRole('button', { name: 'Save the rates' }).click()
  await desk.getByText('Bins to the curb and back: 9.15%').waitFor()
  await desk.getByText('By Ines Keller').waitFor()
}

async function handIn(phone: Page): Promise<void> {
  await phone.goto('/billing')
  await phone.getByRole('button', { name: 'Send a certificate' }).click()
  const form = phone.getByRole('dialog')
  await form.getByLabel('Certificate number').fill('98-04417')
  await form.getByLabel('Issued by the state of').selectOption('CO')
  await form.getByLabel('First day').fill('2026-01-01')
  await form.getByLabel('Last day').fill('2026-12-31')
  await form.getByRole('button', { name: 'Send' }).click()
  await form.getByText('Choose a picture or a PDF of the certificate.').waitFor()
  const buffer = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
  await form
    .getByLabel(/Choose a picture or a PDF/)
    .setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer })
  await form.getByText('Chosen: certificate.pdf').waitFor()
  await form.getByRole('button', { name: 'Send' }).click()
  await form.waitFor({ state: 'hidden' })
}

async function workFor(customers: Awaited<ReturnType<typeof buildCustomer>>[], at: Instant): Promise<void> {
  for (const customer of customers) await saveTestCard(await signedIn(stage.testApp, customer))
  await stage.goTo(at)
  const crew = await buildCrew(app)
  const crewClient = await signedIn(stage.testApp, crew)
  for (const { userId: customerId } of customers) {
    const job = await buildWeeklyJob(app, { customerId, quantity: 10 })
    const date = localDate('2026-03-25')
    const visit = { crewId: crew.userId, state: 'confirmed', date, quantity: 10 } as const
    await completeWork(crewClient, await buildVisit(app, job, visit), 1)
  }
}

async function fileQuarter(desk: Page): Promise<void> {
  await desk.goto('/operator/tax?show=sales&period=2026-Q1')
  await desk.getByRole('button', { name: 'Mark as filed' }).click()
  const form = desk.getByRole('dialog')
  await form.getByText(/pay \$2\.01 from the bank/).waitFor()
  await form.getByLabel('Confirmation number').fill('DR-0100-77')
  await form.getByRole('button', { name: 'Filed and paid' }).click()
  await desk.getByText(/\$2\.01 paid\. Confirmation: DR-0100-77/).waitFor()
}

async function downloadCsv(desk: Page): Promise<string> {
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  return await readFile(await download.path(), 'utf8')
}
