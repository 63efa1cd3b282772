import type { IncomingMessage, RequestListener } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createServer } from '#server/serving/create-server.ts'
import { buildCustomer } from '#testing/build.ts'
import { goWithin, openStage } from './browser.ts'

const stage = await openStage()

/** Waits until the service worker is there and has kept what the page is made of. */
async function settle(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate('navigator.serviceWorker.controller !== null'), { timeout: 30_000 })
    .toBe(true)
  // The virtual clock hides from the page what it has loaded, so it is loaded once more through the worker.
  await page.reload()
  await expect
    .poll(async () => (await keptPaths(page)).filter((path) => /\/login-/.test(path)).length, {
      timeout: 30_000,
    })
    .toBe(1)
}

function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return lists.flat().map((request) => new URL(request.url).pathname)
  })()`)
}

test('§1 installable: manifest, icons and pictures of the start are there', async () => {
  const page = await stage.open()
  await page.goto('/login')
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({
    name: 'Crew',
    start_url: '/',
    display: 'standalone',
    theme_color: '#F5F5F5',
  })
  const { icons } = manifest as { icons: { src: string; sizes: string; purpose?: string }[] }
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  const links = await page
    .locator('link[rel^="apple-touch"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  expect(links.length).toBeGreaterThan(15)
  for (const path of [...icons.map(({ src }) => src), ...links]) {
    const answer = await page.request.get(path)
    expect([path, answer.status(), answer.headers()['content-type']?.startsWith('image/')]).toEqual([
      path,
      200,
      true,
    ])
  }
  await page.context().close()
})

test('§1 installable: without a server the pages open, and say what is missing', async () => {
  const page = await stage.openAs(await buildCustomer(stage.testApp.app), {
    hasServiceWorker: true,
    mayBreak: true,
  })
  await page.goto('/login')
  await settle(page)
  const kept = await keptPaths(page)
  expect(kept).toEqual(expect.arrayContaining(['/index.html', '/offline.html', '/offline.css']))
  // Nothing private is kept: no data, no pictures, no marks of builds.
  expect(kept.filter((path) => /^\/(api|images|builds)/.test(path))).toEqual([])

  await stage.testApp.server.close()
  await page.context().setOffline(true)
  await page.goto('/login')
  await page.getByLabel('Email').waitFor()
  await page.getByText('You’re offline. You see what we last loaded.').waitFor()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send the link' }).waitFor()
  await page.evaluate(`(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) if (url.includes('/get-started-')) await cache.delete(url)
    }
  })()`)
  // What the browser has downloaded it may remember by itself as well.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await goWithin(page, '/get-started')
  await page.getByText('This page isn’t on your device yet.', { exact: false }).waitFor()

  await page.evaluate(`(async () => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete('/index.html')
  })()`)
  await page.goto('/jobs')
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await page.getByRole('heading', { name: 'No tienes conexión' }).waitFor()
  const look = await page.evaluate(`getComputedStyle(document.querySelector('a')).fontWeight`)
  expect(look).toBe('600')
  await page.context().close()
})

test('§1 installable: a server that answers late is waited for three seconds', async () => {
  const pagesDirectory = join(import.meta.dirname, '../dist/web')
  const server = await createServer(stage.testApp.app, { pagesDirectory, limitsCalls: false })
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  let isSlow = false
  const [answer] = server.server.listeners('request') as RequestListener[]
  server.server.removeAllListeners('request').on('request', (request: IncomingMessage, reply) => {
    if (isSlow && request.url === '/login') setTimeout(() => answer?.(request, reply), 40_000)
    else answer?.(request, reply)
  })
  const page = await stage.open({ hasServiceWorker: true, mayBreak: true })
  await page.goto(`${origin}/login`)
  await settle(page)
  isSlow = true
  const startedAt = performance.now()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').waitFor()
  const seconds = (performance.now() - startedAt) / 1_000
  expect(seconds).toBeGreaterThan(2.9)
  expect(seconds).toBeLessThan(30)
  await page.context().close()
  await server.close()
})
