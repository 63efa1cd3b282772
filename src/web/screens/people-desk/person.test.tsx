import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { toId, type UserId, type VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { PersonPage } from './person.tsx'

beforeAll(async () => {
  await import('#web/desk/history-part.tsx')
  await import('./person-dialogs.tsx')
})
afterEach(cleanup)

const id = toId<UserId>('00000000-0000-4000-8000-000000000001')
const visitId = toId<VisitId>('00000000-0000-4000-8000-000000000002')
const at = '2026-03-03T17:00:00.000Z'

const customer: Reply<'GET /api/person'> = {
  id,
  type: 'Customer',
  name: 'Mara Lopez',
  email: 'mara@example.test',
  phone: '+13035550142',
  address: null,
  locale: 'es',
  timeZone: 'America/Denver',
  createdAt: at,
  lastSeenAt: null,
  devices: 0,
  frozenUntil: null,
  frozenNotes: null,
  sponsor: null,
  mergedInto: null,
  mergedFrom: [],
  nextVisit: {
    id: visitId,
    propertyName: 'Maple House',
    serviceKey: 'bins',
    startsAt: at,
    timeZone: 'America/Denver',
    isAnytime: false,
  },
  customer: {
    places: 3,
    weeklyJobs: 2,
    owedCents: cents(4200),
    declines: 1,
    creditCents: cents(500),
    method: { brand: 'visa', last4: '4242' },
    isOnTerms: false,
  },
  crew: null,
}

function render(path = `/operator/person/${id}`, replies: Replies = {}) {
  return renderScreen(<PersonPage />, {
    path,
    pattern: '/operator/person/:person_id',
    user: { type: 'Operator' },
    replies: {
      'GET /api/person': customer,
      'GET /api/services': [],
      'GET /api/person-visits': { visits: [], nextCursor: null },
      'GET /api/person-notes': { notes: [], nextCursor: null },
      ...replies,
    },
  })
}

test('shows how to reach a customer, what it owes and what comes next', async () => {
  await render()
  expect(screen.getByRole('heading', { level: 1, name: 'Mara Lopez' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '(303) 555-0142' }).getAttribute('href')).toBe('tel:+13035550142')
  expect(screen.getByText(/^\$42(.00)? · 1 charge declined$/)).toBeTruthy()
  expect(screen.getByText('Visa •••• 4242')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Maple House/ }).getAttribute('href')).toBe(`/visit/${visitId}`)
})

const quiet = { note: null, name: null, by: null, payoutId: null, entry: null }

test('tells what happened in sentences, with where it leads', async () => {
  await render(`/operator/person/${id}?show=timeline`, {
    'GET /api/history': {
      timeZone: 'America/Denver',
      groups: ['work', 'money', 'changes'],
      events: [
        {
          key: 'a',
          at,
          kind: 'payment',
          title: 'weekly',
          state: 'declined',
          amountCents: cents(4200),
          ...quiet,
          visitId: null,
          paymentId: null,
          timeZone: null,
        },
        {
          key: 'b',
          at,
          kind: 'operator',
          title: 'correct_person',
          state: '',
          amountCents: null,
          ...quiet,
          name: 'Ines',
          by: 'operator',
          entry: {
            detail: { before: { email: 'old@example.test' }, after: { email: 'new@example.test' } },
            people: [],
          },
          visitId: null,
          paymentId: null,
          timeZone: null,
        },
        {
          key: 'c',
          // Still the day before at the person’s own clock in Denver.
          at: '2026-03-02T06:30:00.000Z',
          kind: 'visit',
          title: 'Maple House',
          state: 'missed',
          amountCents: null,
          ...quiet,
          visitId,
          paymentId: null,
          timeZone: 'America/New_York',
        },
      ],
      nextCursor: null,
    },
  })
  expect(await screen.findByText('Billed: Week, Declined')).toBeTruthy()
  expect(screen.getByText('Corrected a person’s details')).toBeTruthy()
  expect(screen.getByText(/by Ines/)).toBeTruthy()
  expect(screen.getByText(/old@example.test → new@example.test/)).toBeTruthy()
  expect(screen.getByText('Visit: Maple House, Missed').closest('a')?.getAttribute('href')).toBe(
    `/visit/${visitId}`,
  )
  expect(screen.getByText('Mar 2, 2026')).toBeTruthy()
})

test('corrects a phone with the reason', async () => {
  const { calls, settle } = await render(undefined, { 'POST /api/correct-person': { ok: true } })
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name: 'Correct details' })))
  fireEvent.change(await screen.findByLabelText('Phone'), { target: { value: '3035550199' } })
  fireEvent.change(screen.getByLabelText('Why, for the log'), { target: { value: 'Called' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/correct-person')?.body).toMatchObject({
    id,
    name: 'Mara Lopez',
    email: 'mara@example.test',
    locale: 'es',
    reason: 'Called',
    // What the form began with: nobody else’s change is written over.
    was: { name: 'Mara Lopez', email: 'mara@example.test', locale: 'es' },
  })
})

test('a note is written', async () => {
  const { calls, settle } = await render(`/operator/person/${id}?show=notes`, {
    'POST /api/add-person-note': { id: toId('00000000-0000-4000-8000-000000000003') },
  })
  fireEvent.change(screen.getByLabelText('New note'), { target: { value: 'Prefers calls' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Add note' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/add-person-note')?.body).toEqual({
    id,
    text: 'Prefers calls',
  })
})

test('somebody of another market is not shown', async () => {
  await render(undefined, {
    'GET /api/person': () => {
      throw refusal(404, { error: 'Not found', code: 'not_found' })
    },
  })
  expect(screen.getByText('This person is not in your city')).toBeTruthy()
})
