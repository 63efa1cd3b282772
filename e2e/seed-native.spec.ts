/** Seed §4: the page inside the native app, played by the simulator that is there before the page loads. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { buildCrew, buildCustomer } from '#testing/build.ts'
import { installNativeHost, type NativeHostOptions, type PostedMessage } from '#web/bridge/native-host.ts'
import { openStage } from './browser.ts'

const stage = await openStage()
const { app } = stage.testApp
const ALERT =
  'Unable to include location when completing a job. Please enable location services in device settings.'

/** Opens a path inside the native app. */
async function openInApp(
  user: { userId: UserId },
  { path = '/account', ...options }: NativeHostOptions & { path?: string } = {},
) {
  const page = await stage.openAs(user)
  await page.addInitScript(
    `window.nativeHost = (${installNativeHost.toString()})(window, ${JSON.stringify(options)})`,
  )
  const warnings = collectWarnings(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, warnings }
}

/** What the page warns of the native app; others warn of their own. */
function collectWarnings(page: Page): string[] {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning' && /native|mobile/.test(message.text())) warnings.push(message.text())
  })
  return warnings
}

const posted = (page: Page) => page.evaluate<PostedMessage[]>('window.nativeHost.posted')
const typesOf = async (page: Page) => (await posted(page)).map(({ type }) => type)
const say = (page: Page, message: object) =>
  page.evaluate(`window.nativeHost.say(${JSON.stringify(message)})`)

test('§4 startup: a crew in the native app asks it to start location once the user is loaded, not before', async () => {
  const page = await stage.openAs(await buildCrew(app))
  await page.addInitScript(`window.nativeHost = (${installNativeHost.toString()})(window)`)
  let letUserLoad = () => undefined as void
  const mayLoad = new Promise<void>((resolve) => (letUserLoad = resolve))
  await page.route('**/api/user?*', async (route) => {
    await mayLoad
    await route.continue()
  })
  await page.goto('/account')
  await expect.poll(() => typesOf(page)).toContain('ready')
  expect(await typesOf(page)).not.toContain('location')
  letUserLoad()
  await expect.poll(() => typesOf(page)).toContain('location')
  expect((await typesOf(page)).filter((type) => type === 'location')).toHaveLength(1)
  await page.context().close()
})

test('§6 native location: a customer in the native app does not trigger it', async () => {
  const { page } = await openInApp(await buildCustomer(app), { version: '1.0.0' })
  await page.clock.runFor(600)
  expect(await typesOf(page)).not.toContain('location')
  await page.context().close()
})

test('§8 not mobile: outside the native app there is a console warning only', async () => {
  const page = await stage.openAs(await buildCrew(app))
  await page.context().addCookies([{ name: 'isMobile', value: '1', url: stage.origin }])
  const warnings = collectWarnings(page)
  await page.goto('/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => warnings).toContain('Not in a mobile environment.')
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.context().close()
})

test.each(['window', 'document', 'both'] as const)(
  '§4 native location failure: heard on %s, it shows an alert with the exact text',
  async (arrivesOn) => {
    const { page, warnings } = await openInApp(await buildCrew(app), { arrivesOn, location: 'refused' })
    const alert = page.getByRole('alertdialog', { name: ALERT, exact: true })
    await alert.waitFor()
    await alert.getByRole('button', { name: 'OK' }).click()
    await alert.waitFor({ state: 'detached' })
    expect(warnings).toEqual([])
    await page.context().close()
  },
)

test('§4 native messages: ready is said until the first answer', async () => {
  const { page } = await openInApp(await buildCrew(app), { version: '2.4.0' })
  await expect.poll(() => typesOf(page)).toContain('location')
  const before = (await typesOf(page)).filter((type) => type === 'ready').length
  await page.clock.runFor(5_000)
  expect((await typesOf(page)).filter((type) => type === 'ready')).toHaveLength(before)
  await page.context().close()
})

test('§4 native messages: forged, malformed and unknown ones leave a console warning and nothing else (field 40)', async () => {
  const { page, warnings } = await openInApp(await buildCrew(app))
  await expect.poll(() => typesOf(page)).toContain('location')
  const bad = ['{"type":"reboot"}', 'no json', '{"type":"location","lat":"x"}', '{"type":"version"}']
  for (const text of bad) await page.evaluate(`window.nativeHost.postText(${JSON.stringify(text)})`)
  expect(warnings).toEqual(bad.map(() => 'ignored a native message'))
  await frameSays(page, { type: 'locationFail' })
  await page.clock.runFor(200)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await say(page, { type: 'locationFail' })
  await page.getByRole('alertdialog', { name: ALERT }).waitFor()
  await page.context().close()
})

/** Speaks from a frame of the same origin inside the page; answers once the page has received it. */
async function frameSays(page: Page, message: object): Promise<void> {
  await page.evaluate(`{
    document.body.append(document.createElement('iframe'))
    window.received = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }))
    // A promise as the last value would be waited for.
    undefined
  }`)
  const frame = page.frames().find((each) => each.parentFrame() !== null)!
  await frame.evaluate(`parent.postMessage(${JSON.stringify(JSON.stringify(message))}, '*')`)
  await page.evaluate('window.received.then(() => undefined)')
}

test('B1, field 40: another origin that opened the page cannot speak for the native app', async () => {
  const { page } = await openInApp(await buildCrew(app))
  const opener = await page.context().newPage()
  await opener.goto(`${stage.origin.replace('127.0.0.1', 'localhost')}/login`)
  const opened = page.context().waitForEvent('page')
  await opener.evaluate(`window.opened = window.open(${JSON.stringify(`${stage.origin}/account`)})`)
  const popup = await opened
  await popup.getByRole('heading', { level: 1 }).waitFor()
  for (const type of ['locationFail', 'version', 'location'])
    await opener.evaluate(
      `window.opened.postMessage(JSON.stringify({ type: '${type}', version: '9.9.9', lat: 1, lng: 1 }), '*')`,
    )
  await popup.clock.runFor(500)
  expect(await popup.getByRole('alertdialog').count()).toBe(0)
  await page.context().close()
})
