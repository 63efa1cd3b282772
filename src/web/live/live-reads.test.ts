import { expect, test } from 'vitest'
import { isConcerned, LIVE_KEYS, LIVE_READS } from './live-reads.ts'

const sources = import.meta.glob<string>(['../*/**/*.{ts,tsx}', '!**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
/**
 * Progress of work in the background, readings of calendars among it, and the bank's own doings, in which no visit, offer
 * or assignment is shown.
 */
const ONLY_POLLED = [
  'GET /api/planning-progress',
  'GET /api/bulk-changes',
  'GET /api/dispatch-plan',
  'GET /api/property-import',
  'GET /api/operator-schedule',
  'POST /api/get-chargebacks',
  'GET /api/reconcile-runs',
  'GET /api/reconcile-differences',
  'GET /api/system-health',
  'GET /api/parked-tasks',
  'GET /api/stay-sources',
]

test('whatever a screen looks for now and then has its hint', () => {
  const polled = Object.values(sources).flatMap(polledIn)
  expect(polled.length).toBeGreaterThan(15)
  expect(polled).toContain('GET /api/day-plan')
  const silent = polled.filter((key) => ![...LIVE_KEYS].some((liveKey) => liveKey === key))
  expect([...new Set(silent)].sort()).toEqual([...ONLY_POLLED].sort())
})

function polledIn(source: string): string[] {
  const reads = source.matchAll(
    /useEndpoint(?:Pages)?\(\s*'([^']+)'(?:(?!useEndpoint(?:Pages)?\()[\s\S])*?\n?\s*\)\n/g,
  )
  return [...reads].filter(([read]) => read.includes('refetchMs')).map(([, key]) => key!)
}

test.each([
  ['open_work', 'POST /api/get-job-routes'],
  ['open_work', 'POST /api/get-open-complexes'],
  ['open_work', 'GET /api/crew-complex'],
  ['late_completion', 'POST /api/get-late-completions'],
  ['late_completion', 'GET /api/late-completion'],
  ['late_completion', 'GET /api/my-late-completions'],
  ['late_completion', 'GET /api/operator-board'],
  ['visit', 'GET /api/day-plan'],
] as const)('a hint of %s concerns %s', (kind, key) => {
  expect(isConcerned([key, {}], { kind, ids: [] })).toBe(true)
})

test('what every crew of a market receives concerns nobody else’s screens', () => {
  const customersAndOperators = [
    'GET /api/customer-summary',
    'GET /api/operator-board',
    'GET /api/day',
  ] as const
  for (const key of customersAndOperators) expect(LIVE_READS.open_work).not.toContain(key)
})
