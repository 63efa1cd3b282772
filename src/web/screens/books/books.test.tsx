import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Reconcile } from './reconcile.tsx'

afterEach(cleanup)

type Run = Reply<'GET /api/reconcile-runs'>['runs'][number]
type Difference = Reply<'GET /api/reconcile-differences'>['differences'][number]

const ID = '00000000-0000-4000-8000-000000000001' as Difference['id']
const run: Run = {
  id: '00000000-0000-4000-8000-000000000002' as Run['id'],
  kind: 'complete',
  state: 'finished',
  startedAt: '2026-03-10T10:15:00Z',
  finishedAt: '2026-03-10T10:15:07Z',
  slices: 30,
  requestedBy: null,
  comparedCount: 1_234,
  differenceCount: 1,
}
const difference: Difference = {
  id: ID,
  check: 'payments',
  subjectKind: 'payment',
  subject: 'p1',
  sentence: 'paid 2100 cents, the books say 2000',
  oursCents: cents(2_100),
  theirsCents: cents(2_000),
  amountCents: cents(100),
  state: 'open',
  firstSeenAt: '2026-03-10T10:15:00Z',
  lastSeenAt: '2026-03-11T10:15:00Z',
  goneAt: null,
  note: '',
  explainedBy: null,
  explainedAt: null,
}
const looked: Reply<'GET /api/reconcile-difference'> = {
  ...difference,
  paymentId: '00000000-0000-4000-8000-000000000003' as NonNullable<
    Reply<'GET /api/reconcile-difference'>['paymentId']
  >,
  payoutId: null,
  rows: [
    {
      kind: 'charge',
      id: 'p1 · 0',
      state: 'succeeded',
      amountCents: cents(2_000),
      providerId: 'pi_1',
      at: null,
    },
  ],
  journals: [],
  movements: [
    {
      id: 'm1',
      kind: 'charge',
      objectId: 'pi_1',
      amountCents: cents(2_000),
      feeCents: cents(88),
      at: '2026-03-09T12:00:00Z',
    },
  ],
}
const replies = {
  'GET /api/reconcile-runs': { runs: [run], openCount: 1, nextCursor: null },
  'GET /api/reconcile-differences': { differences: [difference], nextCursor: null },
  'GET /api/reconcile-difference': looked,
  'POST /api/explain-difference': { ok: true as const },
  'POST /api/run-reconcile': { runId: run.id, isNew: true },
}

test('an operator looks into a difference, both sides beside each other, and says what it was', async () => {
  const { calls } = await renderScreen(<Reconcile />, {
    path: '/operator/reconcile',
    user: { type: 'Operator' },
    replies,
  })
  expect(screen.getByText('1 difference nobody has explained yet.')).toBeTruthy()
  await press('Look into Payments, $1')
  await screen.findByText('Our rows')
  expect(screen.getByText('Charge · succeeded')).toBeTruthy()
  expect(screen.getByText(/fee \$0\.88/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To the payment' }).getAttribute('href')).toBe(
    '/operator/payment/00000000-0000-4000-8000-000000000003',
  )
  await act(async () =>
    fireEvent.change(screen.getByLabelText(/^What was it\?/), { target: { value: 'A test' } }),
  )
  await press('Save the explanation')
  expect(calls.find(({ key }) => key === 'POST /api/explain-difference')?.body).toEqual({
    differenceId: ID,
    note: 'A test',
  })
})

test('the link of an alarm opens its difference', async () => {
  const { calls } = await renderScreen(<Reconcile />, {
    path: `/operator/reconcile?difference=${ID}`,
    user: { type: 'Operator' },
    language: 'es',
    replies,
  })
  await screen.findByText('Nuestros registros')
  expect(calls.find(({ key }) => key === 'GET /api/reconcile-difference')?.query).toEqual({ id: ID })
})

test('an operator has the books compared now', async () => {
  const { calls } = await renderScreen(<Reconcile />, {
    path: '/operator/reconcile',
    user: { type: 'Operator' },
    replies: { ...replies, 'GET /api/reconcile-runs': { runs: [run], openCount: 0, nextCursor: null } },
  })
  expect(screen.getByText(/The books agree to the cent/)).toBeTruthy()
  expect(screen.getAllByText('7 s').length).toBeGreaterThan(0)
  await press('Run now')
  expect(calls.some(({ key }) => key === 'POST /api/run-reconcile')).toBe(true)
})

test('where no run has been yet, as on a new installation, it says when the first comes', async () => {
  await renderScreen(<Reconcile />, {
    path: '/operator/reconcile',
    user: { type: 'Operator' },
    replies: {
      ...replies,
      'GET /api/reconcile-runs': { runs: [], openCount: 0, nextCursor: null },
      'GET /api/reconcile-differences': { differences: [], nextCursor: null },
    },
  })
  expect(screen.getByText(/haven.t been compared yet/)).toBeTruthy()
  expect(screen.getByText(/The first comes by itself at 4:15 in the night/)).toBeTruthy()
})

async function press(name: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}
