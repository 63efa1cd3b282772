import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, signedIn } from '#testing/build.ts'

const SCRIPT = '<script type="module" fetchpriority="low" src="/assets/index-abc.js"></script>'
const SHELL = `<!doctype html><html lang="en"><head>${SCRIPT}</head><body><div id="root"></div></body></html>`
const HINT = '<link rel="modulepreload" href="/assets/home-abc.js" fetchpriority="low" />'
const SHEET = '<link rel="preload" href="/assets/own-abc.css" as="style" />'
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36'
const DESK = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36'

/** A build that draws what it was asked; the name of a customer says how it goes wrong. */
const DRAWS = `export async function drawOwn({ path, type, language, answers, now }) {
  const { name } = answers['GET /api/user?fields=*']
  if (name === 'Fails') throw new Error('nothing to draw')
  if (name === 'Late') await new Promise((resolve) => setTimeout(resolve, 400))
  if (name === 'Ends') process.exit(1)
  return ['<h1>', path, type, language, name, typeof now, '</h1>'].join(' ')
}`

let pagesDirectory: string
let testApp: TestApp
beforeAll(async () => {
  pagesDirectory = await mkdtemp(join(tmpdir(), 'crew-own-'))
  await mkdir(join(pagesDirectory, 'drawn'))
  const parts = { firstTaps: 'assets/first-taps-abc.js', afterPaint: 'goOn("$&")', own: 'drawn/own-abc.mjs' }
  await Promise.all([
    writeFile(join(pagesDirectory, 'index.html'), SHELL),
    writeFile(join(pagesDirectory, 'drawn/hints.json'), JSON.stringify({ 'Customer / es': HINT + SHEET })),
    writeFile(join(pagesDirectory, 'drawn/parts.json'), JSON.stringify(parts)),
    writeFile(join(pagesDirectory, 'drawn/own-abc.mjs'), DRAWS),
  ])
  testApp = await createTestApp({ pagesDirectory })
})
afterAll(async () => {
  await testApp.close()
  await rm(pagesDirectory, { recursive: true })
})

async function openerOf(name: string) {
  const { cookies } = await signedIn(testApp, await buildCustomer(testApp.app, { name, locale: 'es' }))
  return (headers: Record<string, string> = { 'user-agent': PHONE }) =>
    testApp.server.inject({ url: '/', cookies: Object.fromEntries(cookies), headers })
}

/** A busy machine may be too late at first. */
function drawnBy(open: Awaited<ReturnType<typeof openerOf>>, headers?: Record<string, string>) {
  return vi.waitFor(
    async () => {
      const document = await open(headers)
      expect(document.payload).toContain('<h1>')
      return document
    },
    { timeout: 10_000 },
  )
}

test('a phone is shown its own first screen with the document, and asks for the script once it is painted', async () => {
  const { payload, headers } = await drawnBy(await openerOf('Ana'))
  expect(payload).toContain('<html lang="es">')
  expect(payload).toContain('<div id="root"><h1> / Customer es Ana number </h1></div>')
  // What it needs to be painted stands in its head; the rest waits.
  const head = payload.slice(0, payload.indexOf('</head>'))
  expect(head).toContain('<link rel="stylesheet" crossorigin href="/assets/own-abc.css">')
  expect(head).toContain('<script async src="/assets/first-taps-abc.js"></script>')
  expect(head).not.toMatch(/module/)
  expect(payload).toContain(
    `<template id="after-paint">${SCRIPT}${HINT}</template><script>goOn("$&")</script>`,
  )
  expect(headers['cache-control']).toBe('no-store')
  // echo -n 'goOn("$&")' | openssl dgst -sha256 -binary | base64
  expect(headers['content-security-policy']).toContain(
    "script-src 'self' 'sha256-bw8gh0srSrgFniY3cAnNUJLLitaDvDoVpsvfrukpnUc=';",
  )
})

test('what a browser says of itself as a phone or none goes before its name', async () => {
  const open = await openerOf('Bea')
  await drawnBy(open, { 'user-agent': DESK, 'sec-ch-ua-mobile': '?1' })
  for (const headers of [{ 'user-agent': DESK }, { 'user-agent': PHONE, 'sec-ch-ua-mobile': '?0' }, {}]) {
    const { payload, headers: said } = await open(headers as Record<string, string>)
    expect(payload).toContain('<div id="root"></div>')
    expect(payload).not.toContain('after-paint')
    expect(said['content-security-policy']).not.toContain('sha256')
  }
})

test.each(['Fails', 'Late', 'Ends'])(
  'a drawing that is as %s says is left out, and the next is made',
  async (how) => {
    const open = await openerOf(how)
    const { payload, statusCode } = await open()
    expect([statusCode, payload.includes('<div id="root"></div>')]).toEqual([200, true])
    expect(payload).toContain('first-answers')
    await drawnBy(await openerOf('Cleo'))
  },
)

test('what documents are made of is nobody’s to fetch', async () => {
  for (const file of ['own-abc.mjs', 'parts.json', 'hints.json'])
    expect((await testApp.server.inject({ url: `/drawn/${file}` })).statusCode).toBe(404)
})
