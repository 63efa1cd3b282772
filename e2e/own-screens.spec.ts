/** A phone whose owner is signed in: their first screen shows with the document, and goes on as the page that works. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildCrew, buildCustomer, buildOperator, buildProperty } from '#testing/build.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp
const PHONE = { 'sec-ch-ua-mobile': '?1' }

type Person = Parameters<typeof stage.openAs>[0]

/** The large script comes when the answer is called. */
async function openHeld(user: Person, path: string): Promise<{ page: Page; release: () => void }> {
  const page = await stage.openAs(user, { headers: PHONE })
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/index-*.js', async (route) => {
    await released
    await route.continue()
  })
  // A busy machine draws nothing in time at first.
  while (!(await (await page.goto(path, { waitUntil: 'commit' }))!.text()).includes('after-paint'));
  await page
    .locator('#root > *')
    .first()
    .evaluate((drawn) => drawn.setAttribute('data-before', ''))
  return { page, release }
}

async function untilTaken(page: Page): Promise<void> {
  await page.locator('[data-before]').waitFor({ state: 'detached' })
}

test.each([
  ['customer', '/', 'Hello, Nora'],
  ['customer', '/jobs', 'Jobs'],
  ['crew', '/', 'Today'],
  ['crew', '/jobs', 'Find work'],
  ['operator', '/operator', 'Board'],
] as const)('what a %s sees at %s is there before the script, and stays', async (who, path, heading) => {
  const build = { customer: buildCustomer, crew: buildCrew, operator: buildOperator }[who]
  const user = await build(app, { name: 'Nora First' })
  if (who === 'customer') await buildProperty(app, user.userId)
  const { page, release } = await openHeld(user, path)
  const title = page.locator('main h1')
  expect(await title.innerText()).toContain(heading)
  const drawn = await page.locator('main').innerText()
  // Nothing that it does not need to be painted was asked for before it was.
  expect(await page.locator('head > [rel=modulepreload]').count()).toBeGreaterThan(0)
  release()
  await untilTaken(page)
  expect(await title.innerText()).toContain(heading)
  await expect.poll(() => page.locator('main').innerText()).toContain(drawn.split('\n').at(-1))
  await page.context().close()
})

test('what is tapped before the script is there is done once it is', async () => {
  const { page, release } = await openHeld(await customerWithPlace(), '/jobs')
  await page.waitForFunction('window.crewFirstTaps !== undefined')
  const month = page.getByRole('tab', { name: 'Month' }).or(page.getByRole('radio', { name: 'Month' }))
  await month.first().click()
  release()
  await untilTaken(page)
  await expect
    .poll(
      async () => (await month.first().getAttribute('aria-selected')) ?? (await month.first().isChecked()),
    )
    .toEqual(expect.stringMatching('true'))
  await page.context().close()
})

test('a page whose small script never comes works all the same', async () => {
  const page = await stage.openAs(await customerWithPlace(), { headers: PHONE })
  page.removeAllListeners('console')
  await page.route('**/assets/first-taps-*', (route) => route.abort())
  while (!(await (await page.goto('/jobs', { waitUntil: 'commit' }))!.text()).includes('after-paint'));
  await page.locator('#after-paint').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('heading', { name: /^Hello/ }).waitFor()
  await page.context().close()
})

async function customerWithPlace() {
  const user = await buildCustomer(app, { name: 'Nora First' })
  await buildProperty(app, user.userId)
  return user
}
