/** Somebody booked twice: an operator finds the other account, chooses what stays, and merges the two. */
import { expect, test } from 'vitest'
import { parseInstant } from '#domain/time.ts'
import { buildCustomer, buildOperator, signedIn } from '#testing/build.ts'
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
