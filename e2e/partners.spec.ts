/** A statement of Recyclops from the file to the crew's bank, and what Recyclops pays for it, on a phone and a desktop. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { instant, parseInstant } from '#domain/time.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import { buildCrew, buildOperator, signedIn } from '#testing/build.ts'
import { connectPayoutAccount } from '#testing/build-money.ts'
import { openStage } from './browser.ts'
import { DESKTOP } from './chromium.ts'

const THURSDAY = parseInstant('2026-02-26T17:00:00Z')
// From the start, as work that goes on by itself plans its runs from the moment at which it first looks.
const stage = await openStage({ start: THURSDAY })
const { app } = stage.testApp

const WEDNESDAY_RUN = parseInstant('2026-03-04T13:30:00Z')
const CARRIED_OVER_MS = 3 * 3_600_000

const fileOf = (email: string, header = 'Route pay') =>
  [
    `Week start,Week end,Line,Who,Mail,Doors,${header}`,
    `2026-02-16,2026-02-22,R-1,Ana,${email},57,321.09`,
    '2026-02-16,2026-02-22,R-2,Terry,,20,80.00',
  ].join('\n')

async function send(page: Page, content: string): Promise<void> {
  await page
    .getByLabel(/Choose a statement/)
    .setInputFiles({ name: 'recyclops.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
}

test('a statement is imported, paid out with the week, and paid by Recyclops', async () => {
  const crew = await buildCrew(app, { name: 'Ana Ruiz' })
  await connectPayoutAccount(await signedIn(stage.testApp, crew))
  const operator = await buildOperator(app)

  // From the money screen, on a phone: which column is what, then what it would add.
  const phone = await stage.openAs(operator)
  await phone.goto('/operator/money')
  await phone.getByRole('link', { name: 'Recyclops statements' }).first().click()
  await phone.getByRole('heading', { name: 'Recyclops statements' }).waitFor()
  await send(phone, fileOf(crew.email))
  await phone.getByText('Which column is what?').waitFor()
  await phone.getByLabel(/^Amount/).selectOption({ label: 'Route pay – 321.09' })
  await phone.getByLabel(/^Stops/).selectOption({ label: 'Doors – 57' })
  await phone.getByLabel(/^Line number/).selectOption({ label: 'Line – R-1' })
  await phone.getByLabel(/^Crew name/).selectOption({ label: 'Who – Ana' })
  await phone.getByLabel(/^Email/).selectOption({ label: `Mail – ${crew.email}` })
  expect(await phone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)

  // A line that nobody can be paid for is a fault, with its row.
  await phone.getByText(/^Row 3/).waitFor()
  await phone.getByRole('button', { name: 'Confirm 1 line over $321.09' }).click()
  await phone.getByText('Paid by Recyclops').waitFor()

  // The same file again adds nothing.
  await phone.goto('/operator/statements')
  await send(phone, fileOf(crew.email))
  await phone.getByText('This file was imported before. It adds nothing.').waitFor()
  expect(await app.db.selectFrom('partner_line').selectAll().execute()).toHaveLength(1)

  const crewPhone = await stage.openAs(crew)
  await crewPhone.goto('/recyclops-payouts')
  await crewPhone.getByText(/57 stops/).waitFor()

  await stage.goTo(WEDNESDAY_RUN)
  await stage.goTo(instant(WEDNESDAY_RUN + CARRIED_OVER_MS))
  await crewPhone.reload()
  await crewPhone.getByText('In the bank').first().waitFor()
  await crewPhone.getByText(/57 stops/).click()
  await crewPhone.getByText('$321.09').first().waitFor()

  // What arrives from Recyclops is recorded at the desk, in two parts.
  const desk = await stage.openAs(operator, { viewport: DESKTOP })
  await desk.goto('/operator/statements')
  await desk.getByText('Recyclops owes $321.09 in all.').waitFor()
  await desk.getByText('$321.09 open').waitFor()
  await desk.getByRole('link', { name: /Feb 16/ }).click()
  await record(desk, { amount: '200', reference: 'ACH 4711' })
  await desk.getByText('$121.09 is still owed: $200 of $321.09 was paid.').waitFor()
  await record(desk, { reference: 'ACH 4712' })
  await desk.getByText('Paid in full.').waitFor()
  await desk.getByRole('button', { name: 'Take back' }).first().click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await desk.getByText(/is still owed/).waitFor()
  expect((await reconcile(app)).isBalanced).toBe(true)
})

/** All that is left, unless told otherwise. */
async function record(desk: Page, { amount, reference }: { amount?: string; reference: string }) {
  await desk.getByRole('button', { name: 'Record a payment' }).click()
  const form = desk.getByRole('dialog')
  if (amount !== undefined) await form.getByLabel('Amount').fill(amount)
  await form.getByLabel('Reference').fill(reference)
  await form.getByRole('button', { name: 'Record a payment' }).click()
  await form.waitFor({ state: 'hidden' })
}
