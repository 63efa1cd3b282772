/** Forms in steps keep where one is and what was answered: back, forward, reload, another tab, a session that ended. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildCustomer, buildProperty } from '#testing/build.ts'
import { openStage } from './browser.ts'
import { PASSWORD } from './journey.people.ts'

const stage = await openStage()
const { app } = stage.testApp

async function chooseService(page: Page) {
  await page.getByRole('button', { name: /Elm Street/ }).click()
  await page.getByRole('button', { name: /Bins to the curb/ }).click()
  await page.getByRole('checkbox', { name: 'Tuesday' }).check()
  await page.getByLabel(/^Notes/).fill('Behind the green gate')
}

async function homeOf() {
  const customer = await buildCustomer(app, { name: 'Rosa Diaz' })
  await buildProperty(app, customer.userId, { name: 'Elm Street' })
  return customer
}

test('ux 10, 19: a weekly booking survives back, forward, reload, another tab and a session that ended', async () => {
  const customer = await homeOf()
  const page = await stage.openAs(customer)
  await page.goto('/jobs?book=new')
  await chooseService(page)
  await page.getByRole('button', { name: 'See the price' }).click()
  const heading = page.getByRole('heading', { name: 'Step 4 of 4: Price' })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.goBack()
  await page.getByRole('heading', { name: 'Step 3 of 4: When' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Step 2 of 4: What' }).waitFor()
  await page.goForward()
  await page.goForward()
  await heading.waitFor()
  await page.reload()
  await heading.waitFor()
  const other = await page.context().newPage()
  await other.goto(page.url().replace('step=price', 'step=when'))
  await other.getByText('Behind the green gate').waitFor()
  await other.close()

  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.goto('/jobs?book=new&step=price')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await page.getByText('Behind the green gate').count()).toBe(0)
  await page.context().addCookies(cookies)
  await page.goto('/jobs?book=new&step=price')
  await page.getByRole('button', { name: /^Book for/ }).click()
  await page.getByRole('link', { name: 'See the visits' }).waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('green gate')
})

test('another account on the same device sees nothing of a booking', async () => {
  const page = await stage.openAs(await homeOf())
  await page.goto('/jobs?book=new')
  await chooseService(page)
  await page.context().clearCookies()
  const other = await stage.openAs(await homeOf())
  await page.context().addCookies(await other.context().cookies())
  await page.goto('/jobs?book=new&step=price')
  await page.getByRole('heading', { name: 'Step 1 of 4: Where' }).waitFor()
})

test('ux 10: a crew that registers finds its answers again, and its password in no storage', async () => {
  const page = await stage.open()
  await page.goto('/register-crew')
  await page.getByLabel('Your name').fill('Devon Brooks')
  await page.getByLabel('Email', { exact: true }).fill('devon.steps@example.test')
  await page.getByLabel('Mobile phone').fill('(303) 555-0177')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: /^Step 2 of 3/ }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: /^Step 1 of 3/ }).waitFor()
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Devon Brooks')
  await page.goForward()
  await page.getByRole('searchbox').fill('101 W Colfax')
  await page
    .getByRole('button', { name: /101 W Colfax/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: /^Step 3 of 3/ }).waitFor()
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(PASSWORD)
  await page.reload()
  await page.getByRole('heading', { name: /^Step 3 of 3/ }).waitFor()
  await page.getByRole('checkbox', { name: 'Bins to the curb and back' }).check()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('heading', { name: 'Welcome, Devon' }).waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('devon.steps')
})

const FILE = {
  name: 'listings.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'Listing,Latitude,Longitude\nChickadee Cottage,39.74,-104.99\nHeron House,39.75,-104.98\n',
  ),
}

test('ux 10: an import finds its file and its columns again, after back, a reload, another tab and a sign-in', async () => {
  const page = await stage.openAs(await homeOf())
  await page.goto('/import-properties')
  await page.getByLabel(/Choose an Excel or CSV file/).setInputFiles(FILE)
  const heading = page.getByRole('heading', { name: /^Step 2 of 4/ })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByLabel(/^Name/).selectOption({ index: 1 })
  await page.getByLabel(/^Latitude/).selectOption({ index: 0 })
  await page.goBack()
  await page.getByRole('heading', { name: /^Step 1 of 4/ }).waitFor()
  await page.goForward()
  await heading.waitFor()
  await page.reload()
  await heading.waitFor()
  expect(await page.getByLabel(/^Latitude/).inputValue()).toBe('')
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.goto('/import-properties?step=columns')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await page.getByText('Chickadee Cottage').count()).toBe(0)
  await page.context().addCookies(cookies)
  const other = await page.context().newPage()
  await other.goto('/import-properties?step=columns')
  await other.getByRole('table').getByText('Chickadee Cottage').waitFor()
  await other.getByLabel(/^Latitude/).selectOption({ index: 2 })
  await other.getByRole('button', { name: 'Import 2 rows' }).click()
  await other.getByText('The import is done').waitFor()
  await expect.poll(() => other.evaluate(() => JSON.stringify(localStorage))).not.toContain('Chickadee')
})

test('ux 10: a complex in the making survives back, a reload and another tab', async () => {
  const page = await stage.openAs(await homeOf())
  await page.goto('/customer-complexes')
  await page.getByRole('button', { name: 'Add a complex' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Colfax Court')
  await dialog.getByRole('searchbox').fill('101 W Colfax')
  await dialog
    .getByRole('button', { name: /101 W Colfax/ })
    .first()
    .click()
  await dialog.getByLabel(/^Instructions/).fill('Chute on level 2')
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await page.goForward()
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Colfax Court')
  await page.reload()
  await dialog.getByText('Chute on level 2').waitFor()
  const other = await page.context().newPage()
  await other.goto('/customer-complexes?add=new')
  await expect.poll(() => other.getByLabel(/^Instructions/).inputValue()).toBe('Chute on level 2')
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await other.getByRole('heading', { name: 'Colfax Court' }).first().waitFor()
  await expect.poll(() => other.evaluate(() => JSON.stringify(localStorage))).not.toContain('Colfax Court')
})

test('ux 10: the price of one’s street is there again after a reload, in another tab and on the way back', async () => {
  const page = await stage.open()
  await page.goto('/get-started')
  const found = page.getByRole('button', { name: /101 W Colfax/ }).first()
  // The page shows before its script has come, which alone can search.
  const search = async () => {
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').fill('101 W Colfax')
    await found.waitFor({ timeout: 3_000 }).catch(() => undefined)
    return found.isVisible()
  }
  await expect.poll(search, { timeout: 30_000, interval: 500 }).toBe(true)
  await found.click()
  const title = (of: Page) => of.getByRole('heading', { name: /101 W Colfax/ })
  await title(page).waitFor()
  await page.reload()
  await title(page).waitFor()
  await page.goto('/login')
  await page.goBack()
  await title(page).waitFor()
  const other = await page.context().newPage()
  await other.goto('/get-started')
  await title(other).waitFor()
})
