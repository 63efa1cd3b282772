import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createServer } from '#server/serving/create-server.ts'
import { goWithin, openStage, untilTrue } from './browser.ts'

const ROOT = join(import.meta.dirname, '..')
const FIRST = join(ROOT, 'dist/web')
const NEW_BUILD = 'A new version is ready. It loads on your next step.'
const stage = await openStage()
let later: string
let server: FastifyInstance
let origin: string

beforeAll(async () => {
  later = await mkdtemp(join(tmpdir(), 'crew-later-'))
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const build = ['build', '--config', 'e2e/builds.config.ts', '--outDir', later, '--emptyOutDir']
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [vite, ...build], { cwd: ROOT, env })
})
afterAll(async () => {
  await server?.close()
  await rm(later, { recursive: true, force: true })
})
beforeEach(() => serve(FIRST))

/** One build after the other at the same address; what only the older one has is gone. */
async function serve(pagesDirectory: string): Promise<void> {
  const port = server ? (server.server.address() as AddressInfo).port : 0
  await server?.close()
  server = await createServer(stage.testApp.app, { pagesDirectory, limitsCalls: false })
  origin = await server.listen({ port, host: '127.0.0.1' })
}

async function idOf(pagesDirectory: string): Promise<string> {
  return (JSON.parse(await readFile(join(pagesDirectory, 'builds/latest.json'), 'utf8')) as { id: string }).id
}

function isLater(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`'crewEdition' in globalThis`)
}

async function hourLater(page: Page): Promise<void> {
  const asked = page.waitForResponse(/\/builds\/latest\.json$/)
  await page.clock.fastForward('01:00:00')
  await asked
}

test('§4 builds: the marks are those of the build, and fresh', async () => {
  const [first, second] = [await idOf(FIRST), await idOf(later)]
  expect(first).not.toBe(second)
  const ask = (path: string) => server.inject({ method: 'GET', url: path })
  const latest = await ask('/builds/latest.json')
  expect(latest.headers['cache-control']).toBe('no-store')
  expect(latest.json()).toMatchObject({ id: first, timestamp: expect.any(Number) })
  expect((await ask(`/builds/meta/${first}.json`)).json()).toMatchObject({ id: first })
  expect((await ask(`/builds/meta/${second}.json`)).statusCode).toBe(404)
  await serve(later)
  expect((await ask('/builds/latest.json')).json()).toMatchObject({ id: second })
})

test('§4 builds: noticed within the hour, taken on the next navigation with path, query and hash', async () => {
  const page = await stage.open()
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) foreign.push(request.url())
  })
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').waitFor()
  await hourLater(page)
  expect(await page.getByText(NEW_BUILD).count()).toBe(0)
  await serve(later)
  await hourLater(page)
  await page.getByText(NEW_BUILD).waitFor()
  expect(await isLater(page)).toBe(false)
  await goWithin(page, '/forgot-password?email=ada%40example.test#form')
  await untilTrue(page, `'crewEdition' in globalThis`)
  expect(page.url()).toBe(`${origin}/forgot-password?email=ada%40example.test#form`)
  expect(await page.getByText(NEW_BUILD).count()).toBe(0)
  // No pixel is configured: nobody else learns of the visit.
  expect(foreign).toEqual([])
  await page.context().close()
})

test('§4 builds: not while something typed was not sent (field 41)', async () => {
  const page = await stage.open()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill('ada@example.test')
  await serve(later)
  await hourLater(page)
  await page.getByText(NEW_BUILD).waitFor()
  await goWithin(page, '/login?to=%2Fjobs#here')
  await page.waitForTimeout(500)
  expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.test')
  expect(await isLater(page)).toBe(false)
  await page.getByLabel('Email').fill('')
  await goWithin(page, '/login?to=%2Faccount')
  await untilTrue(page, `'crewEdition' in globalThis`)
  expect(page.url()).toBe(`${origin}/login?to=%2Faccount`)
  await page.context().close()
})

test('§4 builds: a part that is gone loads the page again and goes on', async () => {
  const page = await stage.open({ mayBreak: true })
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').waitFor()
  await serve(later)
  const gone = page.waitForResponse(
    (response) => response.url().includes('/assets/') && response.status() === 404,
  )
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const missing = await fetch((await gone).url())
  expect([missing.status, await missing.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'not_found' }),
  ])
  await untilTrue(page, `'crewEdition' in globalThis`)
  await page.getByRole('button', { name: 'Send the link' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/forgot-password')
  await page.context().close()
})

test('§4 builds: at most once in ten seconds for a path, then it is the 500 page (field 41)', async () => {
  const page = await stage.open({ mayBreak: true })
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await page.route('**/assets/forgot-password-*', (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.goto(`${origin}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByText('Something broke on this page').waitFor()
  expect(loads).toBe(2)
  await page.getByText(/Reference: [0-9a-f]{8}/).waitFor()
  await page.clock.fastForward(10_001)
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect.poll(() => loads).toBe(3)
  await page.getByText('Something broke on this page').waitFor()
  await page.context().close()
})
