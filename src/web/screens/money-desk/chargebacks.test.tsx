import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ChargebackId, PaymentId, RefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Chargebacks } from './chargebacks.tsx'
import { FailedRefunds } from './failed-refunds.tsx'

type Chargeback = Reply<'GET /api/chargeback'>

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const one: Chargeback = {
  id: 'c-1' as ChargebackId,
  paymentId: 'p-1' as PaymentId,
  customerName: 'Maria Vargas',
  visit: null,
  amountCents: cents(2_000),
  feeCents: cents(1_500),
  state: 'needs_evidence',
  end: null,
  reason: 'product_not_received',
  evidenceDueAt: new Date(Date.now() + 49 * 3_600_000).toISOString(),
  openedAt: '2026-03-09T12:00:00Z',
  closedAt: null,
  sentAt: null,
  canAnswer: true,
  answeredBy: null,
  note: '',
  without: [],
  ledger: [{ kind: 'chargeback_taken', at: '2026-03-09T12:00:00Z', amountCents: cents(-2_000) }],
  payment: { totalCents: cents(2_000), refundedCents: cents(0), paidAt: null, card: null },
  customer: null,
  visits: [],
}
const nothing: Replies = {
  'GET /api/services': [],
  'POST /api/get-fraud-warnings': { warnings: [], nextCursor: null },
  'GET /api/unknown-chargebacks': { chargebacks: [], nextCursor: null },
}

test('a chargeback shows why, until when, and sends what was written without what was left out', async () => {
  let sent: unknown
  const { settle } = await renderScreen(<Chargebacks />, {
    path: '/operator/chargebacks?id=c-1',
    user: { type: 'Operator' },
    replies: {
      ...nothing,
      'POST /api/get-chargebacks': { chargebacks: [one], nextCursor: null, openCount: 1 },
      'GET /api/chargeback': () =>
        sent === undefined
          ? one
          : { ...one, state: 'under_review', canAnswer: false, sentAt: '2026-03-10T12:00:00Z' },
      'POST /api/send-evidence': ({ body }) => {
        sent = body
        return { state: 'under_review', end: null, sentAt: '2026-03-10T12:00:00Z' }
      },
    },
  })
  expect(screen.getAllByText('The work was not done').length).toBe(2)
  expect(screen.getAllByText('in 2 days').length).toBe(2)
  fireEvent.change(screen.getByLabelText(/What you want to say/), { target: { value: 'It was done.' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Messages' }))
  const paper = screen.getByRole('link', { name: /Read the evidence/ })
  expect(paper.getAttribute('href')).toBe('/api/evidence-pdf?id=c-1&note=It+was+done.&without=messages')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send the evidence' })))
  await settle()
  expect(sent).toEqual({ chargebackId: 'c-1', note: 'It was done.', without: ['messages'] })
  expect(screen.queryByRole('button', { name: 'Send the evidence' })).toBeNull()
  expect(screen.getByRole('link', { name: /Read what was sent/ })).toBeTruthy()
})

test('a warning is answered with a refund only after a question', async () => {
  const answers: unknown[] = []
  await renderScreen(<Chargebacks />, {
    path: '/operator/chargebacks',
    user: { type: 'Operator' },
    replies: {
      ...nothing,
      'POST /api/get-chargebacks': { chargebacks: [], nextCursor: null, openCount: 0 },
      'POST /api/get-fraud-warnings': {
        warnings: [
          {
            id: 'w-1',
            paymentId: 'p-1' as PaymentId,
            customerName: 'Ben Fraud',
            amountCents: cents(4_200),
            warnedAt: '2026-03-09T12:00:00Z',
            paidAt: null,
          },
        ],
        nextCursor: null,
      },
      'POST /api/answer-fraud-warning': ({ body }) => {
        answers.push(body)
        return { ok: true }
      },
    },
  })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Refund now' })))
  expect(answers).toEqual([])
  const dialog = await screen.findByRole('dialog', { name: 'Refund $42 to Ben Fraud?' })
  await act(async () => fireEvent.click(dialog.querySelector('button[type=submit]')!))
  expect(answers).toEqual([{ warningId: 'w-1', answer: 'refund' }])
})

test('a chargeback without a payment says its numbers, and its payment is looked for', async () => {
  const looked: unknown[] = []
  await renderScreen(<Chargebacks />, {
    path: '/operator/chargebacks',
    user: { type: 'Operator' },
    replies: {
      ...nothing,
      'POST /api/get-chargebacks': { chargebacks: [], nextCursor: null, openCount: 0 },
      'GET /api/unknown-chargebacks': {
        chargebacks: [
          {
            id: 'c-9' as ChargebackId,
            intentId: 'pi_123',
            providerId: 'dp_456',
            amountCents: cents(7_700),
            reason: 'duplicate',
            evidenceDueAt: null,
            openedAt: '2026-03-09T12:00:00Z',
          },
        ],
        nextCursor: null,
      },
      'POST /api/look-for-payment': ({ body }) => {
        looked.push(body)
        return { isFound: false }
      },
    },
  })
  expect(screen.getByText('Charge pi_123')).toBeTruthy()
  expect(screen.getByText('Chargeback dp_456')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Look for the payment' })))
  expect(looked).toEqual([{ chargebackId: 'c-9' }])
  expect(await screen.findByText(/There is still no payment for it/)).toBeTruthy()
})

test('a failed refund says why in plain words, in Spanish too, and goes to the card again', async () => {
  const retried: unknown[] = []
  await renderScreen(<FailedRefunds />, {
    user: { type: 'Operator' },
    language: 'es',
    replies: {
      'GET /api/failed-refunds': {
        refunds: [
          {
            id: 'r-1' as RefundId,
            paymentId: 'p-1' as PaymentId,
            customerName: 'Maria Vargas',
            amountCents: cents(500),
            reason: 'Late',
            failure: 'lost_or_stolen_card',
            failedAt: '2026-03-09T12:00:00Z',
          },
        ],
        nextCursor: null,
        totalCount: 1,
      },
      'POST /api/retry-refund': ({ body }) => {
        retried.push(body)
        return {
          refundId: 'r-2' as RefundId,
          state: 'pending',
          amountCents: cents(500),
          creditCents: cents(0),
          refundedCents: cents(500),
        }
      },
    },
  })
  expect(screen.getByText('La tarjeta se reportó perdida o robada')).toBeTruthy()
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Intentar otra vez con la tarjeta' })),
  )
  expect(retried).toEqual([{ refundId: 'r-1', to: 'card' }])
})
