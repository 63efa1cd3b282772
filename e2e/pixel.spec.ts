import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goWithin, type OpenOptions, openStage } from './browser.ts'

const PIXEL_ID = '1234567890'
const SECRET = 'q3J9wXkLr2ZaB5cD6eF7gH8iJ9kL0mN1oP2qR3sT4xY'
const stage = await openStage({ environment: { PIXEL_ID } })

/** The provider's own script, as far as we use it: it takes the commands that waited and all that come. */
const SCRIPT = `
  window.pixelCommands = []
  window.fbq.callMethod = (...command) => window.pixelCommands.push(command)
  window.fbq.queue.forEach((command) => window.fbq.callMethod(...command))
`

async function openTracked(options?: OpenOptions) {
  const page = await stage.open(options)
  const sent: string[] = []
  page.on('request', (request) => {
    const headers = JSON.stringify(request.headers())
    if (!request.url().startsWith(stage.origin)) sent.push(`${request.url()} ${headers}`)
  })
  await page
    .context()
    .route(/^https:\/\/connect\.facebook\.net\//, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
    )
  await page.context().route(/^https:\/\/www\.facebook\.com\//, (route) => route.fulfill({ status: 204 }))
  return { page, sent }
}

function commandsOf(page: Page): Promise<unknown[][]> {
  return page.evaluate<unknown[][]>('window.pixelCommands ?? []')
}

async function pageViews(page: Page): Promise<number> {
  return (await commandsOf(page)).filter(([name]) => name === 'track').length
}

function pictures(sent: readonly string[]): (string | null)[] {
  return sent
    .filter((line) => line.startsWith('https://www.facebook.com/tr'))
    .map((line) => new URL(line.split(' ')[0]!).searchParams.get('dl'))
}

test('§1 pixel: from its provider’s host, one init, one PageView on every change of the full path', async () => {
  const { page, sent } = await openTracked()
  await page.goto('/get-started?coupon=AB12')
  await expect.poll(() => pageViews(page)).toBe(1)
  await goWithin(page, '/get-started?coupon=AB12#more')
  await expect.poll(() => pageViews(page)).toBe(2)
  // One at a time: a page that is left before it has been drawn was never viewed.
  for (const [index, path] of ['/get-started', '/ondemand', '/get-started'].entries()) {
    await goWithin(page, path)
    await expect.poll(() => pageViews(page)).toBe(3 + index)
  }
  await goWithin(page, '/get-started')
  await page.waitForTimeout(300)
  expect(await commandsOf(page)).toEqual([
    ['set', 'autoConfig', false, PIXEL_ID],
    ['init', PIXEL_ID],
    ...Array.from({ length: 5 }, () => ['track', 'PageView']),
  ])
  expect(sent.map((line) => line.split(' ')[0])).toEqual(['https://connect.facebook.net/en_US/fbevents.js'])
  await page.context().close()
})

test('§1 pixel: the sign-in page is rid of the script that an earlier page brought', async () => {
  const { page, sent } = await openTracked()
  await page.goto('/get-started')
  await expect.poll(() => pageViews(page)).toBe(1)
  await goWithin(page, '/login')
  await page.getByLabel('Email').waitFor()
  await expect.poll(() => pictures(sent)).toEqual([`${stage.origin}/login`])
  expect(await page.evaluate(`'fbq' in window`)).toBe(false)
  expect(await page.locator('script[src*="facebook"]').count()).toBe(0)
  await page.context().close()
})

test.each([
  ['/reset-password/', '/reset-password/:reset_password_id'],
  ['/go/', '/go/:go_id'],
  ['/update-billing?token=', '/update-billing?token'],
  ['/authenticate?token=', '/authenticate?token'],
  ['/my-assignments?token=', '/my-assignments?token'],
])('threats T6: nobody else learns the token of %s…', async (path, announced) => {
  const { page, sent } = await openTracked()
  await page.goto(path + SECRET)
  await expect.poll(() => pictures(sent)[0]).toBe(stage.origin + announced)
  expect(await page.evaluate(`'fbq' in window`)).toBe(false)
  // Going on with the script allowed: it must not find the token behind it.
  await goWithin(page, '/get-started')
  await expect.poll(() => pageViews(page)).toBe(1)
  expect(await page.evaluate('document.referrer')).not.toContain(SECRET)
  expect(sent.filter((line) => line.includes(SECRET))).toEqual([])
  await page.context().close()
})

test.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
  '§1 pixel: none for a browser that asks with %j',
  async (headers) => {
    const { page, sent } = await openTracked({ headers })
    const response = await page.goto('/get-started')
    expect(response?.headers()['content-security-policy']).not.toContain('facebook')
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    await page.waitForTimeout(1_500)
    expect(sent).toEqual([])
    await page.context().close()
  },
)
