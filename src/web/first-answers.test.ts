import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ASKED = { services: ['asked'] }
const GIVEN = { services: ['given'] }

/** As the server writes it; the page reads it with its first call. */
async function openPage(answers: Readonly<Record<string, unknown>>) {
  vi.resetModules()
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = 'first-answers'
  block.textContent = JSON.stringify(answers)
  document.body.append(block)
  const fetched = vi.fn<typeof fetch>(async () => Response.json(ASKED))
  vi.stubGlobal('fetch', fetched)
  return { fetched, ...(await import('./api.ts')), ...(await import('./first-answers.ts')) }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  document.getElementById('first-answers')?.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('what came with the document is given once, and then asked for', async () => {
  const page = await openPage({ 'GET /api/services': GIVEN })
  expect(await page.call('GET /api/services')).toEqual(GIVEN)
  expect(page.fetched).not.toHaveBeenCalled()
  expect(document.getElementById('first-answers')).toBeNull()
  expect(await page.call('GET /api/services')).toEqual(ASKED)
})

test('only the same question with the same body is answered so', async () => {
  const page = await openPage({
    'GET /api/visit-crew?visitId=1': GIVEN,
    'POST /api/get-complexes{"limit":1}': GIVEN,
  })
  expect(await page.call('GET /api/visit-crew', { query: { visitId: '2' } })).toEqual(ASKED)
  expect(await page.call('GET /api/visit-crew', { query: { visitId: '1' } })).toEqual(GIVEN)
  expect(await page.call('POST /api/get-complexes', { body: {} })).toEqual(ASKED)
})

test('after some seconds nothing of it is given', async () => {
  const page = await openPage({ 'GET /api/services': GIVEN })
  vi.advanceTimersByTime(16_000)
  expect(await page.call('GET /api/services')).toEqual(ASKED)
})

test('once something was changed nothing of it is given', async () => {
  const page = await openPage({ 'GET /api/services': GIVEN })
  await page.call('POST /api/sign-out')
  expect(await page.call('GET /api/services')).toEqual(ASKED)
})

test('who acts for somebody else, or looks as somebody else, is not answered with what is their own', async () => {
  const page = await openPage({ 'GET /api/services': GIVEN })
  expect(await page.callWith('GET /api/services', { actingFor: { id: 'rosa' } })).toEqual(ASKED)
  sessionStorage.setItem('crew_seeing', 'a-look')
  const looking = await openPage({ 'GET /api/services': GIVEN })
  expect(await looking.call('GET /api/services')).toEqual(ASKED)
})

test('it is known, and told once, what came with the document', async () => {
  const page = await openPage({ 'GET /api/services': GIVEN })
  expect(page.cameWithDocument('GET /api/services')).toBe(false)
  await page.call('GET /api/services')
  expect(page.cameWithDocument('GET /api/services')).toBe(true)
  expect(page.cameWithDocument('GET /api/services')).toBe(false)
})

test('who draws one first screen after another remembers nothing of the one before', async () => {
  const page = await openPage({})
  page.giveFirstAnswers({ 'GET /api/services': GIVEN, 'GET /api/config': GIVEN })
  expect(await page.call('GET /api/services')).toEqual(GIVEN)
  page.giveFirstAnswers({})
  expect(page.cameWithDocument('GET /api/services')).toBe(false)
  expect(await page.call('GET /api/config')).toEqual(ASKED)
})
