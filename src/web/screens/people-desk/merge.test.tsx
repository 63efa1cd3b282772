import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { toId, type UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { PersonPage } from './person.tsx'

beforeAll(async () => {
  await import('./person-dialogs.tsx')
})
afterEach(cleanup)

const at = '2026-03-03T17:00:00.000Z'
const id = toId<UserId>('00000000-0000-4000-8000-000000000001')
const otherId = toId<UserId>('00000000-0000-4000-8000-000000000002')

const mara: Reply<'GET /api/person'> = {
  id,
  type: 'Customer',
  name: 'Mara Lopez',
  email: 'mara@example.test',
  phone: '+13035550142',
  address: null,
  locale: 'en',
  timeZone: 'America/Denver',
  createdAt: at,
  lastSeenAt: null,
  devices: 0,
  frozenUntil: null,
  frozenNotes: null,
  sponsor: null,
  mergedInto: null,
  mergedFrom: [],
  nextVisit: null,
  customer: {
    places: 1,
    weeklyJobs: 1,
    owedCents: cents(0),
    declines: 0,
    creditCents: cents(0),
    method: null,
    isOnTerms: false,
  },
  crew: null,
}

const account = { id, name: 'Mara Lopez', email: 'mara@example.test', phone: '+13035550142', createdAt: at }
const kept = { ...account, method: { brand: 'visa', last4: '4242' } }
const closed = { ...kept, id: otherId, name: 'M. Lopez', email: 'office@example.test', phone: null }

const preview: Reply<'GET /api/account-merge'> = {
  type: 'Customer',
  crew: null,
  kept,
  closed,
  moves: { places: 2, weeklyJobs: 3, visitsToCome: 4, visits: 12, orders: 1, payments: 5 },
  hindrances: [],
}

const swapped = { ...preview, kept: closed, closed: kept }

function render(replies: Replies = {}) {
  return renderScreen(<PersonPage />, {
    path: `/operator/person/${id}`,
    pattern: '/operator/person/:person_id',
    user: { type: 'Operator' },
    replies: {
      'GET /api/person': mara,
      'GET /api/services': [],
      'GET /api/person-visits': { visits: [], nextCursor: null },
      'GET /api/merge-candidates': { people: [{ ...closed, alike: ['card'] }] },
      'POST /api/find-people': { people: [], nextCursor: null },
      'GET /api/account-merge': preview,
      'POST /api/merge-accounts': { ok: true },
      ...replies,
    },
  })
}

const press = (role: 'button' | 'menuitem', name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole(role, { name })))

async function open(replies?: Replies) {
  const rendered = await render(replies)
  await press('button', 'Actions')
  await press('menuitem', 'Merge two accounts')
  await rendered.settle()
  return rendered
}

test('offers who looks like the same person, shows what moves, and merges with what was chosen', async () => {
  const { calls, settle } = await open()
  expect(screen.getByText('Same card')).toBeTruthy()
  await press('button', /M\. Lopez/)
  await settle()
  expect(screen.getByText('12, 4 to come')).toBeTruthy()
  // The phone is one account's alone, and the card is the same.
  expect(screen.queryByText('Which phone stays?')).toBeNull()
  expect(screen.queryByText('What pays from now on?')).toBeNull()
  fireEvent.change(screen.getByLabelText('Which email stays?'), { target: { value: 'closed' } })
  await press('button', 'Merge the accounts')
  expect(calls.some(({ key }) => key === 'POST /api/merge-accounts')).toBe(false)
  fireEvent.change(screen.getByLabelText('Why, for the log'), { target: { value: 'Booked twice' } })
  await press('button', 'Merge the accounts')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/merge-accounts')?.body).toEqual({
    keptId: id,
    closedId: otherId,
    name: 'kept',
    email: 'closed',
    phone: 'kept',
    method: 'kept',
    reason: 'Booked twice',
  })
})

test('either can be the one that stays', async () => {
  let asked = 0
  const { settle } = await open({
    'GET /api/account-merge': () => {
      asked += 1
      return asked === 1 ? preview : swapped
    },
  })
  await press('button', /M\. Lopez/)
  await settle()
  expect(screen.getByText('What moves to Mara Lopez')).toBeTruthy()
  await press('button', 'Keep the other one')
  await settle()
  expect(screen.getByText('What moves to M. Lopez')).toBeTruthy()
})

test('says what has to be settled first, and offers no merge until then', async () => {
  const sentence = 'The account to close still has credit.'
  const { settle } = await open({
    'GET /api/account-merge': { ...preview, hindrances: [{ reason: 'merge_credit_left', sentence }] },
  })
  await press('button', /M\. Lopez/)
  await settle()
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Merge the accounts' })).toBeNull()
})

test('a closed account leads to the one that stayed, and offers nothing', async () => {
  await render({ 'GET /api/person': { ...mara, mergedInto: { id: otherId, name: 'M. Lopez', at } } })
  expect(screen.getByText('Merged into M. Lopez')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open that account' }).getAttribute('href')).toBe(
    `/operator/person/${otherId}`,
  )
  expect(screen.queryByRole('button', { name: 'Actions' })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Notes' })).toBeNull()
})

test('the account that stayed names what was merged into it', async () => {
  await render({ 'GET /api/person': { ...mara, mergedFrom: [{ id: otherId, name: 'M. Lopez', at }] } })
  expect(screen.getByRole('link', { name: /^M\. Lopez, / }).getAttribute('href')).toBe(
    `/operator/person/${otherId}`,
  )
})

test('two accounts of one crew: its work moves, what it was paid stays, and its bank is nobody’s choice', async () => {
  const crew = {
    weeklyStops: 6,
    visitsToCome: 9,
    visits: 31,
    openOffers: 1,
    ratings: 14,
    wishedBy: 3,
    payouts: 2,
    paidCents: cents(84_000),
  }
  const bank = { brand: 'Front Range Bank', last4: '6789' }
  const { calls, settle } = await open({
    'GET /api/person': { ...mara, type: 'Crew', customer: null },
    'GET /api/merge-candidates': { people: [{ ...closed, alike: ['bank'] }] },
    'GET /api/account-merge': {
      ...preview,
      type: 'Crew',
      kept: { ...kept, method: bank },
      closed: { ...closed, method: { ...bank, last4: '1111' } },
      crew,
    },
  })
  expect(screen.getByText('Same bank account')).toBeTruthy()
  await press('button', /M\. Lopez/)
  await settle()
  expect(screen.getByText('31, 9 to come')).toBeTruthy()
  expect(screen.getByText('What stays under M. Lopez')).toBeTruthy()
  expect(screen.getByText(/^2 payouts, \$840\. Each account keeps/)).toBeTruthy()
  expect(screen.queryByText('Places')).toBeNull()
  expect(screen.queryByText('What pays from now on?')).toBeNull()
  fireEvent.change(screen.getByLabelText('Why, for the log'), { target: { value: 'Registered twice' } })
  await press('button', 'Merge the accounts')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/merge-accounts')?.body).toMatchObject({
    keptId: id,
    closedId: otherId,
  })
})

test('the page of a crew that was merged still has what it was paid', async () => {
  await render({
    'GET /api/person': {
      ...mara,
      type: 'Crew',
      customer: null,
      mergedInto: { id: otherId, name: 'M. Lopez', at },
    },
    'GET /api/person-money': { rows: [], nextCursor: null },
  })
  expect(screen.getByText(/its payouts, tax forms and log stay here/)).toBeTruthy()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Money', 'Timeline'])
})
