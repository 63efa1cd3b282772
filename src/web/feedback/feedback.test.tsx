import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { DisputeId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import { Disputes } from '#web/screens/operator/disputes.tsx'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import type { Dispute } from './dispute-card.tsx'
import './dispute-card.tsx'
import './dispute-sheet.tsx'
import type { Feedback } from './feedback.types.ts'
import { SomethingWrong, VisitFeedback } from './visit-feedback.tsx'

afterEach(cleanup)

const ID = '11111111-1111-4111-8111-111111111111' as never
const DISPUTE = '22222222-2222-4222-8222-222222222222' as DisputeId
const ZONE = 'America/Denver'

const feedback: Feedback = {
  visitId: ID,
  own: null,
  canRate: true,
  theirs: null,
  isRevealed: false,
  revealsAt: '2026-03-12T18:00:00.000Z',
  crew: { stars: 4.25, count: 8 },
  tipCents: null,
  tipUndoableUntil: null,
  canTip: true,
  tipMinimumCents: cents(100),
  tipMaximumCents: cents(50_000),
  dispute: null,
  canDispute: true,
  disputableUntil: '2026-03-08T18:00:00.000Z',
}
const dispute: Dispute = {
  id: DISPUTE,
  visitId: ID,
  problem: 'not_done',
  note: 'Two cans were left.',
  state: 'open',
  openedAt: '2026-03-05T18:00:00.000Z',
  propertyName: 'Lake house',
  serviceKey: 'bins',
  timeZone: ZONE,
  date: localDate('2026-03-05'),
  crewNote: '',
  photos: [],
  isAutomatic: false,
  decidedAt: null,
  decisionNote: '',
  amountCents: null,
  refundedTo: null,
  redo: null,
  canAnswer: false,
  canWithdraw: false,
  canDecide: false,
  canAddPhotos: false,
  timeline: [{ at: '2026-03-05T18:00:00.000Z', transition: 'open', actorRole: 'customer', note: '' }],
  evidence: null,
}

function open(
  over: Partial<Feedback>,
  reader: 'customer' | 'crew' = 'customer',
  about: Partial<Dispute> = {},
) {
  const page = (
    <>
      <VisitFeedback visitId={ID} timeZone={ZONE} reader={reader} />
      <SomethingWrong visitId={ID} timeZone={ZONE} />
    </>
  )
  return renderScreen(page, {
    user: { type: reader === 'customer' ? 'Customer' : 'Crew' },
    replies: {
      'GET /api/visit-feedback': { ...feedback, ...over },
      'GET /api/dispute': { ...dispute, ...about },
      'POST /api/rate-visit': feedback,
      'POST /api/tip-visit': feedback,
      'POST /api/undo-tip': feedback,
      'POST /api/open-dispute': { disputeId: DISPUTE, state: 'refunded', amountCents: cents(1_200) },
      'POST /api/answer-dispute': { state: 'answered' },
    },
  })
}

test('one tap on a star rates the visit', async () => {
  const view = await open({})
  fireEvent.click(screen.getByRole('radio', { name: '4 stars' }))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/rate-visit')?.body).toEqual({
    visitId: ID,
    stars: 4,
    note: '',
  })
  expect(screen.getByText('4.3 of 5 from 8 ratings')).toBeDefined()
})

test('a rating that is still hidden says until when', async () => {
  await open({ own: { stars: 5, note: 'Great', givenAt: '2026-03-05T18:00:00.000Z' } })
  expect(screen.getByText(/^Hidden until both of you have rated, or until .*Mar 12/)).toBeDefined()
})

test('a tip is one tap, and another takes it back', async () => {
  const view = await open({})
  fireEvent.click(screen.getByRole('button', { name: '$5' }))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/tip-visit')?.body).toEqual({
    visitId: ID,
    amountCents: 500,
  })
  cleanup()
  const given = await open({
    tipCents: cents(500),
    canTip: false,
    tipUndoableUntil: '2999-01-01T00:00:00.000Z',
  })
  expect(screen.getByText(/^You gave a tip of \$5\./)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await given.settle()
  expect(given.calls.find(({ key }) => key === 'POST /api/undo-tip')?.body).toEqual({ visitId: ID })
})

test.each(['2020-01-01T00:00:00.000Z', null])(
  'a tip that stays offers no Undo (%s)',
  async (tipUndoableUntil) => {
    await open({ tipCents: cents(500), canTip: false, tipUndoableUntil })
    expect(screen.getByText(/^You gave a tip of \$5\./)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  },
)

test('another amount is asked for, and one that is none is named', async () => {
  const view = await open({})
  fireEvent.click(screen.getByRole('button', { name: 'Another amount' }))
  await view.settle()
  const prompt = await screen.findByRole('dialog')
  const amount = within(prompt).getByLabelText('Amount in dollars')
  fireEvent.change(amount, { target: { value: 'much' } })
  fireEvent.click(within(prompt).getByRole('button', { name: 'Give the tip' }))
  await view.settle()
  expect(within(prompt).getByText('Enter an amount like 12.50.')).toBeDefined()
  fireEvent.change(amount, { target: { value: '7.50' } })
  fireEvent.click(within(prompt).getByRole('button', { name: 'Give the tip' }))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/tip-visit')?.body).toMatchObject({
    amountCents: 750,
  })
})

test('a dispute is opened with a note, and the customer is notified of what comes back', async () => {
  const view = await open({})
  fireEvent.click(screen.getByRole('button', { name: 'Report a problem' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'Not done well' }, { timeout: 10_000 }))
  fireEvent.change(screen.getByLabelText('Tell us what happened'), { target: { value: 'Half was left.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send report' }))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/open-dispute')?.body).toEqual({
    visitId: ID,
    problem: 'poorly_done',
    note: 'Half was left.',
  })
  expect(screen.getByText('You get $12 back.')).toBeDefined()
})

test('a crew answers a dispute, and never sees what it cost', async () => {
  const view = await open(
    { dispute: { id: DISPUTE, state: 'open' }, canTip: false, canDispute: false },
    'crew',
    {
      canAnswer: true,
    },
  )
  expect(await screen.findByText('Two cans were left.', {}, { timeout: 10_000 })).toBeDefined()
  fireEvent.change(screen.getByLabelText('Your side'), { target: { value: 'The gate was locked.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send your side' }))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/answer-dispute')?.body).toEqual({
    disputeId: DISPUTE,
    note: 'The gate was locked.',
  })
})

test.each([
  ['card', '$12 goes back to your card.'],
  ['credit', '$12 is taken off your next bill.'],
] as const)('money back to %s is said so', async (refundedTo, sentence) => {
  await open({ dispute: { id: DISPUTE, state: 'refunded' } }, 'customer', {
    state: 'refunded',
    amountCents: cents(1_200),
    refundedTo,
  })
  expect(await screen.findByText(sentence, {}, { timeout: 10_000 })).toBeDefined()
})

test('an operator sees what is known and decides; a wrong amount is named at its field', async () => {
  const evidence: Dispute['evidence'] = {
    customerId: ID,
    customerName: 'Ada Vargas',
    crewId: ID,
    crewName: 'Marco Ruiz',
    address: null,
    place: { lat: 39.7, lng: -105 },
    completedPlace: null,
    distanceFeet: 640,
    isFlagged: true,
    startsAt: '2026-03-05T15:00:00.000Z',
    endsAt: '2026-03-05T18:00:00.000Z',
    startedAt: null,
    completedAt: '2026-03-05T17:00:00.000Z',
    visitState: 'completed',
    proof: [],
    steps: [],
    messages: [{ at: '2026-03-05T16:00:00.000Z', senderRole: 'crew', text: 'I am here.' }],
    owedCents: cents(2_000),
    crewPayCents: cents(1_400),
    refundsTo: 'credit',
    earlierDisputes: { byCustomer: 1, aboutCrew: 2 },
  }
  const view = await renderScreen(<Disputes />, {
    user: { type: 'Operator' },
    replies: {
      'POST /api/get-disputes': {
        disputes: [
          { ...dispute, customerName: 'Ada Vargas', crewName: 'Marco Ruiz', owedCents: cents(2_000) },
        ],
        nextCursor: null,
        openCount: 1,
      },
      'GET /api/services': [],
      'GET /api/dispute': { ...dispute, canDecide: true, evidence },
      'POST /api/decide-dispute': { state: 'refunded', redoVisitId: null, amountCents: cents(1_250) },
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Open: Lake house' }))
  await view.settle()
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText('640 ft')).toBeDefined()
  expect(within(dialog).getByText('I am here.')).toBeDefined()
  const amount = within(dialog).getByLabelText('Amount in dollars')
  fireEvent.change(within(dialog).getByLabelText('What you tell both sides'), { target: { value: 'Sorry.' } })
  fireEvent.change(amount, { target: { value: 'twelve' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decide' }))
  await view.settle()
  expect(within(dialog).getAllByText('Give an amount like 12.50.').length).toBeGreaterThan(0)
  fireEvent.change(amount, { target: { value: '12.5' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decide' }))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/decide-dispute')?.body).toEqual({
    disputeId: DISPUTE,
    decision: 'refund',
    note: 'Sorry.',
    amountCents: 1_250,
    takesBackCrewPay: false,
  })
})
