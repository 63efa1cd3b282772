/**
 * Somebody booked twice, and a crew registered twice: an operator finds the other account, chooses what stays, and merges
 * the two.
 */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { localDate, parseInstant } from '#domain/time.ts'
import { buildCrew, buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
import { demoBankOf } from '#server/ports/bank/embedded.ts'
import { buildCompletedVisit, saveTestCard } from '#testing/build-money.ts'
import { BANKS, giveBank, WEDNESDAY_RUN } from '#testing/build-payouts.ts'
import { buildWeeklyJob } from '#testing/build-work.ts'
import { openStage } from './browser.ts'
import { DESKTOP, PHONE } from './chromium.ts'

const stage = await openStage({ start: parseInstant('2026-03-05T18:00:00Z') })
const { app } = stage.testApp

/** The second account by its address. */
async function buildTwice(address: string) {
  const first = await buildCustomer(app, { name: 'Nora Quinn', phone: '+13035550177' })
  const second = await buildCustomer(app, {
    name: 'Nora Quinn',
    phone: '+13035550177',
    email: address,
  })
  await buildWeeklyJob(app, { customerId: first.userId, name: 'Elm Street' })
  await buildWeeklyJob(app, { customerId: second.userId, name: 'Elm Street, back door' })
  return first
}

test.each([
  ['on a desk', DESKTOP],
  ['on a phone', PHONE],
] as const)('merging two accounts %s', async (_where, viewport) => {
  const address = `nora.${viewport.width}@office.test`
  const first = await buildTwice(address)
  const page = await stage.openAs(await buildOperator(app, { name: 'Ann Lee' }), { viewport })
  await page.goto(`/operator/person/${first.userId}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge two accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two accounts' })
  await dialog.getByRole('button', { name: address }).click()
  await dialog.getByText('What moves to Nora Quinn').waitFor()
  await dialog.getByLabel('Which email stays?').selectOption({ label: address })
  await dialog.getByLabel('Why, for the log').fill('Booked twice, once by phone')
  await dialog.getByRole('button', { name: 'Merge the accounts' }).click()
  await page.getByText('Merged. Both addresses are told.').waitFor()

  await page.getByRole('link', { name: address }).waitFor()
  await page.getByRole('tab', { name: 'Places' }).click()
  await page.getByText('Elm Street, back door').waitFor()
  // The closed account leads to the one that stayed.
  await page.getByRole('link', { name: /^Nora Quinn, / }).click()
  await page.getByText('Merged into Nora Quinn').waitFor()
  expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Open that account' }).click()
  await page.getByText('Merged accounts').waitFor()

  const own = await signedIn(stage.testApp, first)
  expect((await own.call('GET /api/properties')).body).toHaveLength(2)
})

/** A crew under two names with one bank: the second did a visit of today, which a customer with a card has to pay. */
async function buildCrewTwice() {
  const kept = await buildCrew(app, { name: 'Rosa Vega', email: 'rosa@home.test', locale: 'es' })
  const closed = await buildCrew(app, { name: 'Rosa V', email: 'rosa@work.test' })
  const test = { bank: demoBankOf(app.ports.payments) }
  for (const crew of [kept, closed]) await giveBank(test, await signedIn(stage.testApp, crew), BANKS.good)
  const customer = await buildCustomer(app)
  await saveTestCard(await signedIn(stage.testApp, customer))
  await buildCompletedVisit(app, {
    customerId: customer.userId,
    crewId: closed.userId,
    date: localDate('2026-03-05'),
  })
  return kept
}

async function openMerge(page: Page, personId: UserId) {
  await page.goto(`/operator/person/${personId}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge two accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two accounts' })
  await dialog.getByRole('button', { name: 'rosa@work.test' }).click()
  await dialog.getByText('What moves to Rosa Vega').waitFor()
  return dialog
}

test('two accounts of a crew become one once the one to close is paid, and what it was paid is read from the other', async () => {
  const kept = await buildCrewTwice()
  const operator = await buildOperator(app, { name: 'Bea Cole' })
  const early = await openMerge(await stage.openAs(operator, { viewport: DESKTOP }), kept.userId)
  await early.getByText('The account to close has earnings, a payout on its way, or a debt.').waitFor()
  expect(await early.getByRole('button', { name: 'Merge the accounts' }).count()).toBe(0)

  // On Wednesday the crew is paid for the week.
  stage.testApp.clock.set(WEDNESDAY_RUN)
  await stage.testApp.work()
  await stage.goTo(WEDNESDAY_RUN)
  const payouts = () => app.db.selectFrom('payout').select(['state', 'amount_cents']).execute()
  await expect.poll(payouts, { timeout: 30_000 }).toEqual([{ state: 'paid', amount_cents: 1_400 }])
  const page = await stage.openAs(operator, { viewport: DESKTOP })
  const dialog = await openMerge(page, kept.userId)
  await dialog.getByText('1 payout, $14. Each account').waitFor()
  await dialog.getByLabel('Why, for the log').fill('Registered twice')
  await dialog.getByRole('button', { name: 'Merge the accounts' }).click()
  await page.getByText('Merged. Both addresses are told.').waitFor()

  // The crew, on its phone and in its own language.
  const phone = await stage.openAs(kept, { language: 'es' })
  await phone.goto('/crew-payments')
  await phone.getByRole('link', { name: /^Rosa V, unida el / }).click()
  await phone.getByText(/^Esto es lo que cobró Rosa V, tu cuenta hasta el /).waitFor()
  await phone.getByText('$14').first().waitFor()
  await phone.goBack()
  await phone.getByRole('link', { name: /^Rosa V, unida el / }).waitFor()
  await phone.goForward()
  await phone.getByRole('link', { name: 'Volver a esta cuenta' }).click()
  await phone.getByRole('link', { name: /^Rosa V, unida el / }).waitFor()
  expect(new URL(phone.url()).search).toBe('')
})
