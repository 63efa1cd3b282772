import { expect, test, vi } from 'vitest'
import { buildCustomer } from '#testing/build.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const PASSWORD = 'seventeen quiet herons'

test('a customer registers with an invitation, signs out, forgets the password and comes back', async () => {
  const page = await stage.open()
  await page.goto('/get-started?coupon=NOSUCHCODE')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Ada Moreno')
  await page.getByLabel('Email').fill('ada.e2e@example.test')
  await page.getByLabel('Mobile phone').pressSequentially('3035550123')
  expect(await page.getByLabel('Mobile phone').inputValue()).toBe('(303) 555-0123')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page
    .getByText(/8 characters/)
    .last()
    .waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/welcome-customer')

  await page.goto('/logout')
  await page.waitForURL('**/login')
  await page.goto('/jobs')
  await page.waitForURL(/\/login\?to=/)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill('ada.e2e@example.test')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Check your email').waitFor()
  const mail = await vi.waitFor(
    () =>
      stage.testApp.app.db
        .selectFrom('outbox_message')
        .where('recipient', '=', 'ada.e2e@example.test')
        .where('subject', '=', 'Choose a new password')
        .select('body')
        .executeTakeFirstOrThrow(),
    { timeout: 20_000 },
  )
  await page.goto(/\/reset-password\/\S+/.exec(mail.body)![0])
  await page.getByLabel('New password', { exact: true }).fill('eighteen loud herons')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/reset-password'))
  await page.context().close()
})

test('an unknown page answers 404 with its address and a way home', async () => {
  const page = await stage.openAs(await buildCustomer(stage.testApp.app))
  const response = await page.goto('/no-such-page?x=1')
  expect(response?.status()).toBe(404)
  await page.getByText('Page not found: /no-such-page?x=1').waitFor()
  await page.context().close()
})
