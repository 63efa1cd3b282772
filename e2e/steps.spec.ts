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
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
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
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('green gate')
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
  expect(await page.getByLabel('Your name').inputValue()).toBe('Devon Brooks')
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
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('devon.steps')
})
