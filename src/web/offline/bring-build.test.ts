import { beforeEach, expect, test } from 'vitest'
import { bringBuild, buildIn, firstPartsIn } from './bring-build.ts'

const PAGE = '<meta name="crew-build" content="b1"><script type="module" src="/assets/entry-1.js"></script>'
const MARK = {
  id: 'b1',
  shell: '/index.html',
  files: [
    { path: '/assets/entry-1.js', integrity: 'sha256-A' },
    { path: '/assets/crew-1.js', integrity: 'sha256-B' },
    { path: '/assets/temporal-1.js', integrity: 'sha256-C', isForOldBrowsers: true },
  ],
}

let kept: Map<string, string>
let asked: { path: string; integrity: string; cache: string }[]
let gone: Set<string>
let page: string
beforeEach(() => {
  kept = new Map()
  asked = []
  gone = new Set()
  page = PAGE
})

const pathOf = (url: string) => new URL(url, 'http://here.example').pathname

/** As much of a cache as bringing needs. */
const cache = {
  keys: async () => [...kept.keys()].map((path) => ({ url: `http://here.example${path}` })),
  put: async (path: string, response: Response) => void kept.set(path, await response.text()),
}
type Asked = { path: string; integrity?: string; cache: RequestCache }
const request = (path: string, how: Omit<Asked, 'path'>): Asked => ({ path, ...how })
async function fetch({ path, integrity = '', cache: from }: Asked): Promise<Response> {
  asked.push({ path, integrity, cache: from })
  if (gone.has(path)) throw new TypeError('Failed to fetch')
  return new Response(path === '/index.html' ? page : pathOf(path))
}
const bring = (isOld = false) => bringBuild(MARK, { cache, fetch, request, isOld })

test('a build comes whole: each part with its integrity, the shell last', async () => {
  await bring()
  expect([...kept.keys()].at(-1)).toBe('/index.html')
  expect([...kept.keys()].toSorted()).toEqual(['/assets/crew-1.js', '/assets/entry-1.js', '/index.html'])
  expect(asked.find(({ path }) => path === '/assets/crew-1.js')?.integrity).toBe('sha256-B')
  await bring(true)
  expect(kept.has('/assets/temporal-1.js')).toBe(true)
})

test('where one part does not come there is no shell, and the next try brings only what is missing', async () => {
  gone.add('/assets/crew-1.js')
  await expect(bring()).rejects.toThrow('Failed to fetch')
  expect([...kept.keys()]).toEqual(['/assets/entry-1.js'])
  gone.clear()
  asked = []
  await bring()
  expect(asked.map(({ path }) => path)).toEqual(['/assets/crew-1.js', '/index.html'])
  expect(kept.has('/index.html')).toBe(true)
})

test('a part that is damaged in the browser’s own cache is downloaded again', async () => {
  gone.add('/assets/entry-1.js')
  await expect(bring()).rejects.toThrow('Failed to fetch')
  expect(asked.filter(({ path }) => path === '/assets/entry-1.js').map((each) => each.cache)).toEqual([
    'default',
    'reload',
  ])
})

test.each([
  ['of another build', PAGE.replace('b1', 'b2')],
  ['of a café', '<h1>Welcome to our WiFi</h1>'],
])('a shell %s is not kept', async (_, html) => {
  page = html
  await expect(bring()).rejects.toThrow('another build')
  expect(kept.has('/index.html')).toBe(false)
})

test('what a page begins with is read from it', () => {
  expect(buildIn(PAGE)).toBe('b1')
  expect(buildIn('<title>Sign in to WiFi</title>')).toBeUndefined()
  expect(firstPartsIn(`${PAGE}<link rel="stylesheet" href="/assets/a.css"><a href="/login">`)).toEqual([
    '/assets/entry-1.js',
    '/assets/a.css',
  ])
})
