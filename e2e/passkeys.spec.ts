/** A passkey from its making to its end, by Chromium's own authenticator and on the built pages. */
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildCustomer } from '#testing/build.ts'
import { freePort } from '#testing/free-port.ts'
import { openStage } from './browser.ts'

// Passkeys belong to a name, which 127.0.0.1 is not.
const port = await freePort()
const stage = await openStage({ port, environment: { PORT: String(port) } })

const DEVICE = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

async function giveDevice(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: DEVICE })
  return { session, authenticatorId }
}

const account = (page: Page) => page.getByRole('heading', { name: 'Passkeys' })
const atHome = (page: Page) => page.waitForURL((url) => url.pathname === '/')

test('a customer adds a passkey, signs out, signs in by it, and removes it', async () => {
  const customer = await buildCustomer(stage.testApp.app, { name: 'Ada Moreno' })
  const page = await stage.openAs(customer)
  const { session, authenticatorId } = await giveDevice(page)
  // Else the browser fills it in by itself as soon as the page of signing in is open: that is the next test.
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await page.goto('/account')
  await account(page).waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const name = 'Chrome · Linux'
  await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

  await page.getByRole('button', { name: `Rename ${name}` }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Blue phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Remove Blue phone' }).waitFor()

  await page.goto('/logout')
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await atHome(page)

  await page.goto('/account')
  await page.getByText(/Last used/).waitFor()
  await page.getByRole('button', { name: 'Remove Blue phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Blue phone no longer signs in.').waitFor()
  expect(await page.getByRole('button', { name: 'Remove Blue phone' }).count()).toBe(0)
  await page.context().close()
})

test('the browser fills one in where an address is typed, without a button', async () => {
  const page = await stage.openAs(await buildCustomer(stage.testApp.app))
  await giveDevice(page)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: /^Remove Chrome/ }).waitFor()
  await page.goto('/logout')
  await atHome(page)
  await page.context().close()
})
