import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type SearchEntryId, toId, type UserId } from '#domain/ids.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { loadAreas } from '#web/text/store.ts'
import { bringPalette, SearchKey } from './search-key.tsx'

beforeAll(async () => {
  await Promise.all([bringPalette(), loadAreas(['operatorShell'])])
})
afterEach(cleanup)

type Found = Reply<'POST /api/search'>['found'][number]
const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`

function found(last: number, title: string, more: Partial<Found> = {}): Found {
  return {
    kind: 'customer',
    id: toId<SearchEntryId>(uuid(last)),
    ownerId: toId<UserId>(uuid(last)),
    ownerName: null,
    title,
    detail: `${last}@example.test`,
    isRemoved: false,
    ...more,
  }
}

/** What is found by its number. */
const NUMBERED = ['visit', 'job', 'order', 'payment', 'invoice', 'payout'] as const
const marks = { pinned: [found(1, 'Pinned Person')], recent: [found(2, 'Recent Person')] }
const FOUND: Readonly<Record<string, Found[]>> = {
  ma: [
    found(3, 'Mara Lopez'),
    found(4, 'Maple House', { kind: 'place', ownerId: toId<UserId>(uuid(9)), ownerName: 'Otto' }),
  ],
  '1f3a-09bc': NUMBERED.map((kind, index) => found(20 + index, `One ${kind}`, { kind })),
}

async function open(key: Parameters<typeof fireEvent.keyDown>[1] = { key: '/' }) {
  const rendered = await renderScreen(<SearchKey isRow />, {
    path: '/operator',
    user: { type: 'Operator' },
    replies: {
      'GET /api/search-marks': marks,
      'POST /api/search': ({ body }) => ({ found: FOUND[(body as { text: string }).text] ?? [] }),
      'POST /api/open-found': { ok: true },
      'POST /api/pin-found': { ok: true },
    },
  })
  await act(async () => void fireEvent.keyDown(document.body, key))
  return { ...rendered, field: await screen.findByRole('searchbox') }
}

const shown = () => screen.queryAllByRole('link').map((row) => row.textContent)

test.each([
  ['/', { key: '/' }],
  ['Ctrl K', { key: 'k', ctrlKey: true }],
  ['Cmd K', { key: 'K', metaKey: true }],
])('%s opens it with what was pinned and opened last', async (_, key) => {
  const { field } = await open(key)
  expect(document.activeElement).toBe(field)
  expect(await screen.findByRole('link', { name: /Pinned Person/ })).toBeTruthy()
  expect(shown()).toHaveLength(2)
})

test('/ in a field is a letter', async () => {
  await renderScreen(
    <>
      <input aria-label="notes" />
      <SearchKey isRow />
    </>,
    { user: { type: 'Operator' }, replies: { 'GET /api/search-marks': marks } },
  )
  fireEvent.keyDown(screen.getByLabelText('notes'), { key: '/' })
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('finds people, places and pages; arrows and Enter open and remember', async () => {
  const { field, calls, settle } = await open()
  fireEvent.change(field, { target: { value: 'ma' } })
  await screen.findByRole('link', { name: /Mara Lopez/ })
  expect(shown()[1]).toContain('Maple House')
  expect(shown()[1]).toContain('Otto')
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Mara Lopez/ }))
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Maple House/ }))
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(field)
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/open-found')?.body).toEqual({ id: uuid(3) })
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a page of the house is found by a word of its title', async () => {
  const { field } = await open()
  fireEvent.change(field, { target: { value: 'charge' } })
  expect(await screen.findByRole('link', { name: /Chargebacks/ })).toBeTruthy()
})

test('what is not there says what to try', async () => {
  const { field } = await open()
  fireEvent.change(field, { target: { value: 'zzz' } })
  expect(await screen.findByText(/last four digits/)).toBeTruthy()
})

test('a star pins', async () => {
  const { calls, settle } = await open()
  await act(
    async () => void fireEvent.click(await screen.findByRole('button', { name: 'Pin Recent Person' })),
  )
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/pin-found')?.body).toEqual({
    id: uuid(2),
    isPinned: true,
  })
  expect(screen.getByRole('button', { name: 'Unpin Pinned Person' })).toBeTruthy()
})

test('what is found by its number is remembered and pinned as well', async () => {
  const { field, calls, settle } = await open()
  fireEvent.change(field, { target: { value: '1f3a-09bc' } })
  await screen.findByRole('link', { name: /One visit/ })
  for (const kind of NUMBERED)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: `Pin One ${kind}` })))
  const pinned = calls.filter(({ key }) => key === 'POST /api/pin-found')
  expect(pinned.map(({ body }) => body)).toEqual(
    NUMBERED.map((_, index) => ({ id: uuid(20 + index), isPinned: true })),
  )
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: /One payment/ })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/open-found')?.body).toEqual({ id: uuid(23) })
})
