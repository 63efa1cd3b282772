import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type OnDemandOrderId, type PropertyId, toId, type UserId, type VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { OperatorVisit } from './visit.tsx'

beforeAll(async () => {
  await import('#web/desk/history-part.tsx')
  await Promise.all([import('#web/desk/visit-dialogs.tsx'), import('#web/ui/dialogs/prompt-dialog.tsx')])
})
afterEach(cleanup)

const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
const id = toId<VisitId>(uuid(1))
const at = '2026-03-03T17:00:00.000Z'

const visit: Reply<'GET /api/visit'> = {
  id,
  weeklyJobId: null,
  propertyId: toId<PropertyId>(uuid(2)),
  propertyName: 'Maple House',
  address: '12 Maple St',
  timeZone: 'America/Phoenix',
  serviceKey: 'bins',
  date: localDate('2026-03-03'),
  startsAt: at,
  endsAt: '2026-03-03T19:00:00.000Z',
  isAnytime: false,
  quantity: 1,
  state: 'confirmed',
  crewFirstName: 'Nia',
  completedAt: null,
  priceCents: cents(4200),
  canSkip: false,
  canUnskip: false,
  lat: 39,
  lng: -104,
  accessNotes: 'Code 12',
  notes: '',
  photosRequired: 1,
  totalCents: cents(4200),
  crewPayCents: cents(2940),
  paymentId: null,
  orderId: toId<OnDemandOrderId>(uuid(3)),
  orderPhotos: [],
  photos: [],
  timeline: [],
}
const desk: Reply<'GET /api/operator-visit'> = {
  id,
  state: 'confirmed',
  timeZone: 'America/Phoenix',
  customer: { id: toId<UserId>(uuid(4)), name: 'Jane Cole', phone: '+13035550131' },
  crew: { id: toId<UserId>(uuid(5)), name: 'Nia Crew', phone: null },
  propertyId: visit.propertyId,
  complexId: null,
  acts: ['assign', 'release', 'complete', 'cancel'],
  openOffers: 0,
  openDisputeId: null,
  waitingLateCompletionId: null,
  payments: [],
  earnings: [],
}

function render(replies: Replies = {}, path = `/visit/${id}`) {
  return renderScreen(<OperatorVisit />, {
    path,
    pattern: '/visit/:visit_id',
    user: { type: 'Operator' },
    replies: {
      'GET /api/visit': visit,
      'GET /api/operator-visit': desk,
      'GET /api/services': [],
      'GET /api/history': { timeZone: 'America/Denver', groups: [], events: [], nextCursor: null },
      ...replies,
    },
  })
}

async function choose(name: string) {
  fireEvent.click(screen.getByRole('button', { name: 'Actions' }))
  await act(async () => void fireEvent.click(screen.getByRole('menuitem', { name })))
}

test('ux 6: says when in the zone of the place, where, whose and who comes', async () => {
  await render()
  expect(screen.getByText(/Mar 3, 2026, 10:00 AM – 12:00 PM/)).toBeTruthy()
  expect(screen.getByText('Mountain Standard Time')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Jane Cole' }).getAttribute('href')).toBe(
    `/operator/person/${desk.customer.id}`,
  )
  expect(screen.getByRole('link', { name: 'Nia Crew' })).toBeTruthy()
  expect(screen.getByText('Code 12')).toBeTruthy()
})

test('tells what happened in sentences, each moment with its zone', async () => {
  const event = {
    at,
    note: null,
    amountCents: null,
    name: null,
    by: null,
    visitId: null,
    paymentId: null,
    payoutId: null,
    timeZone: null,
    entry: null,
    state: '',
  }
  await render({
    'GET /api/history': {
      timeZone: 'America/Phoenix',
      groups: ['work', 'changes'],
      events: [
        { ...event, key: 'a', kind: 'asked', title: '2', note: '10', by: 'system' },
        { ...event, key: 'b', kind: 'answer', title: 'declined', name: 'Nia Crew', by: 'crew' },
        { ...event, key: 'c', kind: 'step', title: 'skip', name: 'Ines', by: 'operator', note: 'Called' },
        { ...event, key: 'd', kind: 'operator', title: 'skip_visit_for', name: 'Ines', by: 'operator' },
      ],
      nextCursor: null,
    },
  })
  expect(await screen.findByText('Wave 2: 10 crews asked')).toBeTruthy()
  expect(screen.getByText('Offer declined')).toBeTruthy()
  expect(screen.getByText('Skipped')).toBeTruthy()
  expect(screen.getByText('Called')).toBeTruthy()
  expect(screen.getAllByText(/10:00 AM Mountain Standard Time · by Ines/)).toHaveLength(2)
})

test('ux 6: completes for the crew with the reason, in the crew’s name', async () => {
  const { calls, settle } = await render({
    'POST /api/complete-visit': {
      visitId: id,
      state: 'completed',
      completedAt: at,
      distanceFeet: null,
      isFlagged: true,
      payCents: cents(2940),
    },
  })
  await choose('Complete for the crew')
  expect(await screen.findByText(/charged \$42/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/Why, for the log/), { target: { value: 'Phone broke' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Complete for the crew' })))
  await settle()
  const sent = calls.find(({ key }) => key === 'POST /api/complete-visit')
  expect(sent?.body).toEqual({ visitId: id, note: 'Phone broke' })
  expect(sent?.headers.get('Acting-For')).toBe(desk.crew!.id)
  expect(sent?.headers.get('Acting-Reason')).toBe('Phone%20broke')
})

test('what is refused stays in the question', async () => {
  await render({
    'POST /api/release-visit': () => {
      throw refusal(409, { error: 'Too late for that', code: 'too_late' })
    },
  })
  await choose('Take from the crew')
  await screen.findByText(/does not count against them/)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Take from the crew' })))
  expect(await screen.findByText('Too late for that')).toBeTruthy()
})

test('a visit of another market is not shown', async () => {
  const gone = () => {
    throw refusal(404, { error: 'Not found', code: 'not_found' })
  }
  await render({ 'GET /api/visit': gone, 'GET /api/operator-visit': gone })
  expect(screen.getByText('This visit is not in your city')).toBeTruthy()
})
