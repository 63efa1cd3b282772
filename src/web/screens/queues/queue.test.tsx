import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { operatorUrls } from '#web/operator-urls.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { QueuePage } from './queue.tsx'

beforeAll(async () => {
  await Promise.all([import('./visit-part.tsx'), import('#web/ui/dialogs/prompt-dialog.tsx')])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Item = Reply<'GET /api/queue'>['items'][number]
const item = (id: string, over: Partial<Item> = {}): Item => ({
  id,
  title: `Place ${id}`,
  serviceKey: null,
  personName: 'Dana Whitfield',
  amountCents: null,
  timeZone: 'America/Denver',
  since: '2026-03-02T16:00:00Z',
  isAnytime: false,
  dueAt: null,
  reason: 'nobody_came',
  visitId: null,
  personId: null,
  paymentId: null,
  owner: null,
  ...over,
})

function open(
  kind: string,
  items: readonly Item[],
  replies: Replies = {},
  canWork = true,
  language: Language = 'en',
) {
  return renderScreen(<QueuePage />, {
    path: `/operator/queues/${kind}`,
    pattern: operatorUrls.operatorQueues.path,
    user: { type: 'Operator', id: 'me' as UserId },
    language,
    replies: {
      'GET /api/queue': { items: [...items], nextCursor: null, canWork },
      'GET /api/queue-counts': { counts: { missed: items.length }, markets: [] },
      'GET /api/queue-filters': { filters: [] },
      'GET /api/services': [],
      ...replies,
    },
  })
}

const rowOf = (id: string) => screen.getByRole('button', { name: new RegExp(`Place ${id}`) })

test('a visit to come says how soon it begins; one for any hour of its day, its day and no midnight', async () => {
  vi.setSystemTime('2026-03-02T10:00:00Z')
  await open('unassigned', [
    item('1', { since: '2026-03-03T07:00:00Z', isAnytime: true }),
    item('2'),
    item('3', { since: '2026-03-02T09:00:00Z' }),
  ])
  expect(rowOf('1').textContent).toContain('Mar 3, 2026, any time that day')
  expect(rowOf('1').textContent).not.toMatch(/12:00|begins/)
  expect(rowOf('2').textContent).toMatch(/begins in 6 h.*9:00/)
  expect(rowOf('3').textContent).toContain('began 60 min ago')
  // Nothing of it has waited for an hour, and nothing would be found.
  expect(screen.queryByLabelText('Waits for')).toBeNull()
})

test('what waits says for how long, and since when at its place; the clock moves on', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.setSystemTime('2026-03-02T19:00:00Z')
  await open('missed', [
    item('1', { since: '2026-02-25T19:00:00Z' }),
    item('2'),
    item('3', { since: '2026-03-02T18:59:30Z', timeZone: 'America/Phoenix' }),
  ])
  const rows = () => ['1', '2', '3'].map((id) => rowOf(id).textContent)
  expect(rows()).toEqual([
    expect.stringMatching(/waiting 5 d.*Feb 25, 2026, 12:00.PM Mountain Time$/),
    expect.stringMatching(/waiting 3 h.*Mar 2, 2026, 9:00.AM Mountain Time$/),
    expect.stringMatching(/just came in.*Mar 2, 2026, 11:59.AM Mountain Standard Time$/),
  ])
  await act(() => vi.advanceTimersByTimeAsync(HOUR_MS))
  expect(rows()).toEqual([
    expect.stringContaining('waiting 5 d'),
    expect.stringContaining('waiting 4 h'),
    expect.stringContaining('waiting 61 min'),
  ])
  fireEvent.click(rowOf('2'))
  const pane = within(screen.getByRole('dialog', { name: 'Place 2' }))
  expect(pane.getByText('waiting 4 h').parentElement?.textContent).toMatch(
    /^Mar 2, 2026, 9:00.AM Mountain Time/,
  )
})

test('in Spanish too', async () => {
  vi.setSystemTime('2026-03-02T19:00:00Z')
  await open('missed', [item('1')], {}, true, 'es')
  expect(rowOf('1').textContent).toContain('espera desde hace 3 h')
})

test('x selects, Shift x up to the row, and one press does all: what is refused stays with its sentence', async () => {
  const { calls } = await open('missed', [item('1'), item('2'), item('3'), item('4')], {
    'POST /api/decide-queue-items': {
      results: [
        { id: '1', refusal: null },
        { id: '2', refusal: 'Somebody else looks after it.' },
        { id: '3', refusal: null },
      ],
    },
  })
  rowOf('1').focus()
  fireEvent.keyDown(rowOf('1'), { key: 'x' })
  rowOf('3').focus()
  fireEvent.keyDown(rowOf('3'), { key: 'X', shiftKey: true })
  const bar = within(screen.getByRole('region', { name: 'What is selected' }))
  expect(bar.getByText('3 selected')).toBeTruthy()
  await act(async () => fireEvent.click(bar.getByRole('button', { name: 'Looked at' })))
  expect(calls.find(({ key }) => key === 'POST /api/decide-queue-items')?.body).toEqual({
    kind: 'missed',
    act: 'settle',
    ids: ['1', '2', '3'],
    note: '',
  })
  expect(await screen.findByText('Somebody else looks after it.')).toBeTruthy()
  expect(screen.getByText('2 done.')).toBeTruthy()
  expect(screen.queryByText('3 selected')).toBeNull()
})

test('on a phone what waits comes first, and the filter is folded', async () => {
  await open('missed', [item('1')])
  expect(screen.getByLabelText('Place or person').closest('details')?.open).toBe(false)
})

test('the word of a bank for a payout that failed is said in the words of the reader', async () => {
  const payouts = [item('1', { reason: 'account_closed' }), item('2', { reason: 'never_heard_of' })]
  await open('failed_payouts', payouts)
  expect(rowOf('1').textContent).toContain('The bank account is closed')
  expect(rowOf('2').textContent).toContain('never heard of')
  cleanup()
  await open('failed_payouts', payouts, {}, true, 'es')
  expect(rowOf('1').textContent).toContain('La cuenta bancaria está cerrada')
})

test('e takes the row that has the focus', async () => {
  const { calls } = await open('missed', [item('1'), item('2')], {
    'POST /api/take-queue-item': {
      owner: { id: 'me' as UserId, name: 'Ann Lee', takenAt: '2026-03-02T16:00:00Z' },
    },
  })
  rowOf('2').focus()
  await act(async () => fireEvent.keyDown(rowOf('2'), { key: 'e' }))
  expect(calls.find(({ key }) => key === 'POST /api/take-queue-item')?.body).toEqual({
    kind: 'missed',
    id: '2',
  })
})

test('a thing opens beside its list, with its reason and what is done about it, which asks why', async () => {
  const parked = item('7', {
    title: 'send_mail',
    reason: 'connection refused',
    personName: 'Nia Crew',
  })
  const { calls } = await open('parked', [parked], {
    'POST /api/decide-queue-items': { results: [{ id: '7', refusal: null }] },
  })
  fireEvent.click(screen.getByRole('button', { name: /Send an email/ }))
  const pane = within(screen.getByRole('dialog', { name: 'Send an email' }))
  expect(pane.getByText('connection refused')).toBeTruthy()
  await act(async () => fireEvent.click(pane.getByRole('button', { name: 'Try again' })))
  const prompt = within(await screen.findByRole('dialog', { name: 'Try again: one thing?' }))
  fireEvent.change(prompt.getByLabelText('Why, for the log'), { target: { value: 'It is back' } })
  await act(async () => fireEvent.click(prompt.getByRole('button', { name: 'Try again' })))
  expect(calls.find(({ key }) => key === 'POST /api/decide-queue-items')?.body).toEqual({
    kind: 'parked',
    act: 'retry',
    ids: ['7'],
    note: 'It is back',
  })
})

test('who may not work a queue reads it only', async () => {
  await open('missed', [item('1')], {}, false)
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(rowOf('1'))
  const pane = within(screen.getByRole('dialog', { name: 'Place 1' }))
  expect(pane.queryByRole('button', { name: 'Looked at' })).toBeNull()
})

test('a queue opens with the filter that is its default, and another is kept under a name', async () => {
  const kept = {
    id: 'f-1' as never,
    kind: 'missed' as const,
    name: 'Old and free',
    isDefault: true,
    owner: 'nobody' as const,
    serviceKey: '',
    text: '',
    waitsHours: 24,
  }
  const { calls } = await open('missed', [item('1')], {
    'GET /api/queue-filters': { filters: [kept] },
    'POST /api/save-queue-filter': { id: 'f-2' as never },
  })
  const asked = () => calls.filter(({ key }) => key === 'GET /api/queue').at(-1)?.query
  // On a phone the filter is folded as long as it hides nothing.
  expect(screen.getByLabelText('Place or person').closest('details')?.open).toBe(true)
  expect(asked()).toMatchObject({ owner: 'nobody', waitsHours: '24' })
  await act(async () => fireEvent.change(screen.getByLabelText('Waits for'), { target: { value: '168' } }))
  expect(asked()).toMatchObject({ waitsHours: '168' })
  fireEvent.click(screen.getByRole('button', { name: 'Save this filter' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Save this filter' }))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'A week' } })
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Save this filter' })))
  expect(calls.find(({ key }) => key === 'POST /api/save-queue-filter')?.body).toMatchObject({
    kind: 'missed',
    name: 'A week',
    owner: 'nobody',
    waitsHours: 168,
  })
})

test('what a platform answers in the background is looked for soon, once it was asked to', async () => {
  const { calls } = await open('silent_feeds', [item('1', { reason: 'not_there' })], {
    'POST /api/decide-queue-items': { results: [{ id: '1', refusal: null }] },
  })
  fireEvent.click(rowOf('1'))
  const looks = () => calls.filter(({ key }) => key === 'GET /api/queue').length
  vi.useFakeTimers()
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  fireEvent.click(screen.getByRole('button', { name: 'Read it now' }))
  await after(500)
  const first = looks()
  await after(600)
  expect(looks()).toBe(first + 1)
  await after(2_000)
  expect(looks()).toBe(first + 2)
  await after(5_000)
  expect(looks()).toBe(first + 3)
})
