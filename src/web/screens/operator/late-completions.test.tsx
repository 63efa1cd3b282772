import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LateCompletionId, PhotoId, VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { LateCompletions } from './late-completions.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Late = Reply<'GET /api/late-completion'>
const late: Late = {
  id: 'late-1' as LateCompletionId,
  visitId: 'visit-1' as VisitId,
  propertyName: 'Lake house',
  serviceKey: 'bins',
  timeZone: 'America/Denver',
  date: localDate('2026-03-02'),
  reason: 'cancelled',
  doneAt: '2026-03-02T16:40:00.000Z',
  receivedAt: '2026-03-02T21:00:00.000Z',
  changedAt: '2026-03-02T16:05:00.000Z',
  changedBy: 'customer',
  photoCount: 1,
  state: 'waiting',
  decidedAt: null,
  decisionNote: '',
  crewName: 'Maria Lopez',
  customerName: 'Ada Vargas',
  visitState: 'cancelled',
  distanceFeet: 120,
  note: 'Gate was open',
  decidedByName: null,
  address: '12 Elm St',
  photos: [
    { photoId: 'p1' as PhotoId, url: '/images/p1', thumbnailUrl: '/images/p1?w=320', width: 8, height: 8 },
  ],
  canAccept: true,
  canDismiss: true,
  ifAccepted: { owedCents: cents(1_088), payCents: cents(700) },
}

async function open(
  over: Partial<Late> = {},
  replies: Replies = {},
  language: Language = 'en',
): ReturnType<typeof renderScreen> {
  const view = await renderScreen(<LateCompletions />, {
    user: { type: 'Operator' },
    language,
    replies: {
      'GET /api/services': [],
      'POST /api/get-late-completions': {
        lateCompletions: [{ ...late, ...over }],
        nextCursor: null,
        waitingCount: 3,
      },
      'GET /api/late-completion': { ...late, ...over },
      ...replies,
    },
  })
  fireEvent.click(screen.getByRole('button', { name: /: Lake house$/ }))
  await view.settle()
  return view
}

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name })))

test('an operator reads who changed the visit and when, looks at the photos, and says yes once more', async () => {
  const view = await open({}, { 'POST /api/accept-late-completion': { ok: true } })
  expect(screen.getByText('To decide (3)')).toBeDefined()
  const dialog = screen.getByRole('dialog')
  for (const texts of [
    'The visit was canceled by the customer: Mar 2, 2026, 9:05 AM',
    'Gate was open',
    '120 ft from the place',
    'Mar 2, 2026, 9:40 AM',
  ])
    expect(within(dialog).getByText(texts)).toBeDefined()
  expect(within(dialog).getByRole('img', { name: 'Photo by the crew' })).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText(/^Note to the crew/), {
    target: { value: ' Photos are clear. ' },
  })
  await press('Accept and pay $7')
  const prompt = await screen.findByRole('dialog', { name: 'Accept this report?' })
  expect(prompt.textContent).toContain('The crew is paid $7, the customer is billed $10.88.')
  expect(view.calls.some(({ key }) => key === 'POST /api/accept-late-completion')).toBe(false)
  fireEvent.click(within(prompt).getByRole('button', { name: 'Accept and pay' }))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/accept-late-completion')?.body).toEqual({
    lateCompletionId: 'late-1',
    note: 'Photos are clear.',
  })
  expect(screen.getByText('Accepted. We told the crew, and it gets paid.')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('it is dismissed with one tap, for that can be taken back', async () => {
  const view = await open({}, { 'POST /api/dismiss-late-completion': { ok: true } })
  await press('Dismiss')
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/dismiss-late-completion')?.body).toEqual({
    lateCompletionId: 'late-1',
    note: '',
  })
  expect(screen.getByText('Dismissed. We told the crew.')).toBeDefined()
})

test.each([
  [{ canAccept: false, visitState: 'completed' }, /^This visit is already completed/],
  [{}, /^Nobody has set a price/],
] as const)('where it cannot be accepted the button is off and says why: %o', async (over, reason) => {
  await open({ ...over, ifAccepted: null })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Accept and pay' })
  expect(button.disabled).toBe(true)
  expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toMatch(reason)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Dismiss' }).disabled).toBe(false)
})

test.each([
  [
    'decided by somebody else',
    { state: 'accepted', canAccept: false, canDismiss: false, ifAccepted: null },
    [],
  ],
  [
    'completed by somebody else',
    { visitState: 'completed', canAccept: false, ifAccepted: null },
    ['Accept and pay', 'Dismiss'],
  ],
] as const)('a refusal stays beside the buttons that are left: %s', async (sentence, change, buttons) => {
  let now: Late = late
  const view = await open(
    {},
    {
      'GET /api/late-completion': () => now,
      'POST /api/dismiss-late-completion': () => {
        now = { ...late, ...change }
        throw refusal(409, { error: sentence, code: 'late_completion_decided' })
      },
    },
  )
  await press('Dismiss')
  await view.settle()
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByRole('alert').textContent).toBe(sentence)
  for (const name of ['Accept and pay', 'Dismiss'] as const)
    expect(within(dialog).queryAllByRole('button', { name })).toHaveLength(
      buttons.some((each) => each === name) ? 1 : 0,
    )
})

test('decided ones are a list of their own, page by page; what was dismissed can still be accepted', async () => {
  const decided: Late = {
    ...late,
    reason: 'too_late',
    changedAt: null,
    changedBy: null,
    state: 'dismissed',
    decidedAt: '2026-03-03T16:00:00.000Z',
    decisionNote: 'No photo shows the bins.',
    decidedByName: 'Ines Keller',
    canDismiss: false,
    photos: [],
    distanceFeet: null,
  }
  const view = await renderScreen(<LateCompletions />, {
    user: { type: 'Operator' },
    replies: {
      'GET /api/services': [],
      'POST /api/get-late-completions': ({ body }) => {
        const { isDecided, cursor } = body as { isDecided: boolean; cursor?: string }
        if (!isDecided) return { lateCompletions: [], nextCursor: null, waitingCount: 0 }
        return cursor === 'more'
          ? {
              lateCompletions: [{ ...decided, id: 'late-2' as LateCompletionId, propertyName: 'Red house' }],
              nextCursor: null,
              waitingCount: 0,
            }
          : { lateCompletions: [decided], nextCursor: 'more', waitingCount: 0 }
      },
      'GET /api/late-completion': decided,
    },
  })
  expect(screen.getByText('No late reports waiting')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: 'Decided' }))
  await view.settle()
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await view.settle()
  expect(screen.getByText('Reported too late · Red house')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Open: Lake house' }))
  await view.settle()
  const dialog = screen.getByRole('dialog')
  for (const texts of [
    'Nobody changed the visit. The time to complete it had passed.',
    'The crew sent no photos.',
    'Reported without a location',
    /^Dismissed by Ines Keller, Mar 3, 2026, 9:00 AM\s+No photo shows the bins\.$/,
  ])
    expect(within(dialog).getByText(texts)).toBeDefined()
  expect(within(dialog).getByRole('button', { name: 'Accept and pay $7' })).toBeDefined()
  expect(within(dialog).queryByRole('button', { name: 'Dismiss' })).toBeNull()
})

test('in Spanish, too', async () => {
  await open({}, {}, 'es')
  expect(screen.getByText(/^La visita fue cancelada por el cliente: /)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Aceptar y pagar $7' })).toBeDefined()
})
