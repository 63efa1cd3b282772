import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type PropertyId, type StaySourceId, toId } from '#domain/ids.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, onlySees, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Calendars } from './calendars.tsx'

beforeAll(async () => void (await import('#web/ui/dialogs/prompt-dialog.tsx')))
afterEach(cleanup)

type Source = Reply<'GET /api/stay-sources'>['sources'][number]

const propertyId = toId<PropertyId>('00000000-0000-4000-8000-000000000001')
const sourceId = toId<StaySourceId>('00000000-0000-4000-8000-000000000002')
const feed: NonNullable<Source['feed']> = {
  shownAddress: 'www.vrbo.com/…7731',
  readAt: '2026-03-02T15:00:00.000Z',
  goodAt: '2026-03-02T15:00:00.000Z',
  nextReadAt: '2026-03-02T16:00:00.000Z',
  fault: null,
  isSilent: false,
  missing: 0,
  doubt: null,
  ignored: {},
  lastChange: null,
}
const source: Source = { id: sourceId, kind: 'feed', platform: 'vrbo', isPaused: false, feed, account: null }
const sources = (changes: Partial<typeof feed> = {}) => ({
  sources: [{ ...source, feed: { ...feed, ...changes } }],
  stays: [],
  overlaps: [],
})
const absent = { isOffered: false, isDemo: false, connection: null }
const show = (replies: Replies, user?: typeof onlySees) =>
  renderScreen(<Calendars propertyId={propertyId} timeZone="America/Denver" />, {
    ...(user && { user }),
    replies: { 'GET /api/stay-sources': sources(), 'GET /api/hospitable': absent, ...replies },
  })
const press = (name: string | RegExp, role = 'button') =>
  act(async () => fireEvent.click(screen.getByRole(role, { name })))

test('“Read it now” shows what the reading found, as soon as it has ended', async () => {
  let readings = 0
  await show({
    'GET /api/stay-sources': () => {
      readings += 1
      return readings < 3 ? sources() : sources({ readAt: '2026-03-02T15:40:00.000Z', fault: 'not_there' })
    },
    'POST /api/pull-feed': { ok: true },
  })
  expect(screen.getByText('Reads well')).toBeDefined()
  await press('Actions for Vrbo')
  await press('Read it now', 'menuitem')
  expect(await screen.findByText('Can’t be read', {}, { timeout: 10_000 })).toBeDefined()
})

test('whoever removes a calendar keeps its stays, or cancels them', async () => {
  const { calls } = await show({ 'POST /api/remove-feed': { ok: true } })
  for (const way of ['Remove, keep its stays', 'Remove and cancel its stays']) {
    await press('Actions for Vrbo')
    await press('Remove', 'menuitem')
    await screen.findByRole('dialog', {}, { timeout: 10_000 })
    await press(way)
  }
  const asked = calls.filter(({ key }) => key === 'POST /api/remove-feed').map(({ body }) => body)
  expect(asked).toEqual([
    { sourceId, keepsStays: true },
    { sourceId, keepsStays: false },
  ])
})

test('a house that cannot reach Hospitable says so, and one that can leads there', async () => {
  await show({})
  expect(screen.getByText(/^Hospitable: not connected/)).toBeDefined()
  cleanup()
  await show({ 'GET /api/hospitable': { isOffered: true, isDemo: false, connection: null } })
  expect(screen.getByRole('link', { name: 'Hospitable' }).getAttribute('href')).toBe('/hospitable-redirect')
})

test('whoever may only see has nothing to press', async () => {
  await show({ 'GET /api/stay-sources': { ...sources({ missing: 2, doubt: 'many_missing' }) } }, onlySees)
  const names = screen
    .queryAllByRole('button')
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)
  // Of a message of a test before.
  expect(names.filter((name) => name !== 'Close')).toEqual([])
})

test('an account of which a rental vanished says since when, and its owner matches another', async () => {
  const account = {
    readAt: '2026-03-02T15:00:00.000Z',
    isLapsed: false,
    goneSince: '2026-03-01T15:00:00.000Z',
  }
  const of = (more: Partial<typeof account> = {}) => ({
    'GET /api/stay-sources': {
      ...sources(),
      sources: [
        {
          ...source,
          kind: 'account' as const,
          platform: 'hospitable' as const,
          feed: null,
          account: { ...account, ...more },
        },
      ],
    },
  })
  await show(of())
  expect(screen.getByText('Rental missing')).toBeDefined()
  expect(screen.getByText(/hasn’t listed the rental .* since .*Mar 1.* cancel nothing/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Match the rental' }).getAttribute('href')).toBe(
    '/hospitable-redirect',
  )
  cleanup()
  await show(of(), onlySees)
  expect(screen.getByText('Rental missing')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Match the rental' })).toBeNull()
  cleanup()
  await show({ ...of({ isLapsed: true }) })
  expect(screen.getByText('Not connected')).toBeDefined()
  cleanup()
  await show(of({ goneSince: null as never }))
  expect(screen.getByText('Reads well')).toBeDefined()
  expect(screen.getByText(/^Last good reading .*Mar 2/)).toBeDefined()
})
