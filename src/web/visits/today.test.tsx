import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { HOUR_MS, type LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { GoLink } from '#web/screens/go/go-link.tsx'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { dayWith, notSharing, services, stopWith } from '#web/stops/crew-screens.testing.ts'
import { StopActs } from '#web/stops/stop-acts.tsx'
import { urls } from '#web/urls.ts'
import { dayInTime, extraWith, nowWith, problemWith } from './today.testing.ts'
import { VisitNow } from './visit-now.tsx'
import { VisitStory } from './visit-story.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const customer = { type: 'Customer', id: crypto.randomUUID() as UserId } as const
const crew = { type: 'Crew', id: crypto.randomUUID() as UserId } as const

function showNow(now: ReturnType<typeof nowWith>, replies: Replies = {}, language: Language = 'en') {
  return renderScreen(<VisitNow visitId={now.visitId} placeName="Blue house" />, {
    user: customer,
    language,
    replies: { 'GET /api/visit-now': now, ...replies },
  })
}

test('a customer sees who is on the way and when, in the time of the place', async () => {
  await showNow(nowWith({ state: 'en_route', expectedAt: '2026-03-02T16:40:00.000Z' }))
  expect(screen.getByText('Maria is on the way. Expected about 9:40 AM.')).toBeTruthy()
})

const arrival: Reply<'GET /api/visit-arrival'> = {
  timeZone: 'America/Denver',
  place: { lat: 39.74, lng: -104.99 },
  crewFirstName: 'Maria',
  dot: { lat: 39.75, lng: -104.98, measuredAt: '2026-03-02T16:20:00.000Z' },
  arrivesFrom: '2026-03-02T16:33:00.000Z',
  arrivesUntil: '2026-03-02T16:39:00.000Z',
  stopsBefore: null,
}

test('where the crew shares it, its customer sees it on the map with a span of arrival', async () => {
  await import('./crew-map.tsx')
  const now = nowWith({ state: 'en_route', expectedAt: '2026-03-02T16:40:00.000Z' })
  const { settle } = await showNow(now, { 'GET /api/visit-arrival': arrival })
  await settle()
  const said = 'Maria is on the way. Arrives between 9:33 AM and 9:39 AM.'
  expect(screen.getByText(said)).toBeTruthy()
  expect(screen.getAllByText('Maria at 9:20 AM').length).toBeGreaterThan(0)
  expect(screen.getByRole('img', { name: 'Map with one stop' })).toBeTruthy()
})

test('and before it sets out there, how many stops are left and no map', async () => {
  const endsAt = new Date(Date.now() + HOUR_MS).toISOString()
  const before = { ...arrival, dot: null, arrivesFrom: null, arrivesUntil: null, stopsBefore: 2 }
  await showNow(nowWith({ endsAt }), { 'GET /api/visit-arrival': before })
  expect(screen.getByText('2 stops before you.')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('a stop that will be late says so before anybody sets out', async () => {
  await showNow(nowWith({ expectedAt: '2026-03-02T19:30:00.000Z', isLate: true }), {}, 'es')
  expect(screen.getByText(/^Más tarde de lo planeado: cerca de las 12:30/)).toBeTruthy()
})

test('a visit that is only planned shows nothing of it', async () => {
  const { container } = await showNow(nowWith())
  expect(within(container).queryByText('On the way')).toBeNull()
})

test('the customer answers the crew at the door, knowing what leaving would cost', async () => {
  const problem = problemWith({ feeCents: 500 as never })
  const { calls } = await showNow(nowWith({ problem }), {
    'POST /api/answer-access-problem': { state: 'answered' },
  })
  expect(screen.getByRole('heading', { name: 'Maria can’t get in' })).toBeTruthy()
  expect(screen.getByText(/\$5 is charged instead of the price/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('How does the crew get in?'), {
    target: { value: 'The code is 4711.' },
  })
  await press('Tell the crew')
  expect(calls.find(({ key }) => key === 'POST /api/answer-access-problem')?.body).toEqual({
    problemId: problem.id,
    answer: 'The code is 4711.',
  })
})

test('extra work is approved with its price on the button', async () => {
  const extra = extraWith()
  const { calls } = await showNow(nowWith({ state: 'in_progress', extras: [extra] }), {
    'POST /api/answer-extra-work': { state: 'approved' },
  })
  await press('Yes, for $12')
  expect(calls.find(({ key }) => key === 'POST /api/answer-extra-work')?.body).toEqual({
    extraId: extra.id,
    isApproved: true,
  })
})

function showActs(now: ReturnType<typeof nowWith>, replies: Replies = {}) {
  const stop = stopWith({ visitId: now.visitId, state: now.state })
  return renderScreen(<StopActs stop={stop} />, {
    user: crew,
    replies: { 'GET /api/visit-now': now, 'GET /api/day-plan': dayInTime, ...replies },
  })
}

test('a crew that is late chooses how late, and sees how many were notified', async () => {
  await import('#web/stops/late-sheet.tsx')
  await import('#web/offline/show-day-said.ts')
  await import('#web/offline/start.ts')
  await import('#web/offline/queue/queue.ts')
  const { calls, settle } = await showActs(nowWith(), {
    'GET /api/day': dayWith([stopWith()]),
    'POST /api/report-late': { stops: [], notifiedCount: 2 },
    'POST /api/report-on-time': { stops: [], notifiedCount: 2 },
  })
  await press('Something else')
  await press(/Running late/)
  await settle()
  fireEvent.click(screen.getByLabelText('30 min'))
  await press('Send')
  await vi.waitFor(() => expect(screen.getByText('We told 2 customers.')).toBeTruthy(), {
    timeout: 15_000,
  })
  expect(calls.find(({ key }) => key === 'POST /api/report-late')?.body).toMatchObject({ minutes: 30 })
  await press('Undo')
  await vi.waitFor(() => expect(screen.getByText('2 customers have the new time.')).toBeTruthy(), {
    timeout: 15_000,
  })
})

test('the crew at the door waits, reads the answer, and may go only when the time is over', async () => {
  const waiting = await showActs(nowWith({ problem: problemWith() }))
  expect(screen.getByText('Waiting for the customer')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'End the visit' })).toBeNull()
  waiting.unmount()
  const answered = await showActs(
    nowWith({ problem: problemWith({ state: 'answered', answer: 'The code is 4711.' }) }),
  )
  expect(screen.getByText('The code is 4711.')).toBeTruthy()
  answered.unmount()
  const over = problemWith({ waitsUntil: '2020-01-01T00:00:00.000Z', crewFeeCents: 400 as never })
  const { calls } = await showActs(nowWith({ problem: over }), {
    'POST /api/end-visit-without-access': {
      visitId: nowWith().visitId,
      state: 'missed',
      feeCents: 500 as never,
      crewPayCents: 400 as never,
    },
  })
  await press('End the visit')
  const prompt = await screen.findByRole('dialog')
  expect(within(prompt).getByText(/You get \$4 for the trip/)).toBeTruthy()
  await act(async () => fireEvent.click(within(prompt).getByRole('button', { name: 'End the visit' })))
  expect(calls.some(({ key }) => key === 'POST /api/end-visit-without-access')).toBe(true)
})

test('offline, what needs the server says so plainly', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await showActs(nowWith())
  await press('Something else')
  expect(screen.getByText(/^You’re offline\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /I can’t get in/ })).toBeNull()
})

test('a day that no longer fits offers the better order, with undo', async () => {
  const stop = {
    visitId: crypto.randomUUID() as VisitId,
    expectedAt: '2026-03-02T16:00:00.000Z',
    isLate: false,
  }
  const { calls } = await showActs(nowWith(), {
    'GET /api/day-plan': { stops: [], lateCount: 1, suggestion: { stops: [stop], lateCount: 0 } },
    'POST /api/reorder-day': { visitIdsBefore: [stop.visitId] },
  })
  expect(screen.getByText('1 stop will be late')).toBeTruthy()
  await press('Use the better order')
  await press('Undo')
  expect(calls.filter(({ key }) => key === 'POST /api/reorder-day')).toHaveLength(2)
})

test('the timeline speaks to its reader, and shows what a phone could say only later', async () => {
  const entry = {
    what: 'start',
    at: '2026-03-02T15:30:00.000Z',
    receivedAt: '2026-03-02T16:10:00.000Z',
    by: 'crew' as const,
    byName: 'Maria',
    isMe: false,
    reason: null,
    note: null,
    amountCents: null,
    expectedAt: null,
  }
  const replies = { 'GET /api/visit-timeline': { timeZone: 'America/Denver', entries: [entry] } }
  const first = await renderScreen(<VisitStory visitId={crypto.randomUUID()} reader="customer" />, {
    user: customer,
    replies,
  })
  expect(screen.getByText('Work began')).toBeTruthy()
  expect(screen.getByText('Maria, Mar 2, 2026, 8:30 AM')).toBeTruthy()
  expect(screen.getByText('The phone was offline. We got this at 9:10 AM.')).toBeTruthy()
  first.unmount()
  await renderScreen(<VisitStory visitId={crypto.randomUUID()} reader="crew" />, {
    user: crew,
    language: 'es',
    replies: {
      'GET /api/visit-timeline': { timeZone: 'America/Denver', entries: [{ ...entry, isMe: true }] },
    },
  })
  expect(screen.getByText('Empezaste')).toBeTruthy()
  expect(screen.getByText(/^Tú, /)).toBeTruthy()
})

function showLink(reply: Replies['POST /api/open-go-link'], replies: Replies = {}) {
  return renderScreen(<GoLink />, {
    path: '/go/AB12CD34',
    pattern: urls.goLink.path,
    user: crew,
    replies: { 'POST /api/open-go-link': reply!, ...replies },
  })
}

test('T8: a link that is gone says so kindly', async () => {
  await showLink({ kind: 'gone' })
  expect(screen.getByRole('heading', { name: 'This link no longer works' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the start' }).getAttribute('href')).toBe('/')
})

test('a link for somebody with an account asks to sign in and comes back', async () => {
  await showLink({ kind: 'sign_in' })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/login?to=%2Fgo%2FAB12CD34',
  )
})

test('a shared code invites with the code in the address', async () => {
  await showLink({ kind: 'share', firstName: 'Ann', code: 'ANN12345', isCrew: false })
  expect(screen.getByRole('heading', { name: 'Ann invites you to Crew' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Start earning' }).getAttribute('href')).toBe(
    '/register-crew?sponsor=ANN12345',
  )
})

test('the door card is the stop of its day, ready to start', async () => {
  const stop = stopWith()
  await showLink(
    { kind: 'door_card', visitId: stop.visitId, date: '2026-03-02' as LocalDate },
    {
      'GET /api/day': dayWith([stop]),
      'GET /api/services': services,
      'GET /api/visit-now': nowWith(),
      'GET /api/day-plan': dayInTime,
      'GET /api/whereabouts': notSharing,
    },
  )
  expect(screen.getByText('Gate code 4711')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Start/ })).toBeTruthy()
})
