import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { RecyclopsPayouts } from './recyclops-payouts.tsx'
import { Statements } from './statements.tsx'

afterEach(cleanup)

const cents = (amount: number) => amount as Cents
const week = { periodStart: localDate('2026-02-16'), periodEnd: localDate('2026-02-22') }
const press = async (name: string | RegExp) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

type Preview = Reply<'POST /api/preview-partner-statement'>
const preview: Preview = {
  fileName: 'recyclops.csv',
  header: ['Week', 'Line', 'Driver ID', 'Pay'],
  firstRow: ['2026-02-16', 'L1', 'RC-7', '12.00'],
  mapping: { periodStart: 0, lineId: 1, crewId: 2, amount: 3 },
  rowCount: 3,
  columnsRefused: null,
  lineCount: 2,
  totalCents: cents(2_550),
  stops: 80,
  unmatchedCount: 1,
  unmatchedCents: cents(1_200),
  repeatedLines: 0,
  refusedRows: 1,
  faults: ['Row 4, Amount: “1.234” has fractions of a cent. Write at most two decimals.'],
  crews: [
    {
      crewRef: 'id:RC-7',
      name: 'Pat',
      identities: ['RC-7'],
      lineCount: 1,
      stops: 40,
      amountCents: cents(1_200),
      crew: null,
      matchedBy: null,
    },
  ],
  lines: [],
}

test('an operator sees what a statement would add, and confirms exactly that', async () => {
  const { calls } = await renderScreen(<Statements />, {
    path: '/operator/statements?draft=00000000-0000-4000-8000-000000000001',
    replies: {
      'POST /api/preview-partner-statement': ({ body }) => ({ ...preview, ...(body as object) }),
      'POST /api/confirm-partner-statement': { lineCount: 2, totalCents: cents(2_550), unmatchedCount: 1 },
    },
  })
  expect(screen.getByText(/^Row 4, Amount: “1\.234” has fractions of a cent/)).toBeTruthy()
  expect(screen.getByText('1 line over $12 waits for a crew.')).toBeTruthy()
  await act(async () => fireEvent.change(screen.getByLabelText(/^Stops/), { target: { value: '3' } }))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  await press('Confirm 2 lines over $25.50')
  expect(calls.find(({ key }) => key === 'POST /api/confirm-partner-statement')?.body).toEqual({
    statementId: '00000000-0000-4000-8000-000000000001',
    mapping: { periodStart: 0, lineId: 1, crewId: 2, amount: 3, stops: 3 },
    lineCount: 2,
    totalCents: 2_550,
  })
})

test('a file that cannot be read by its columns cannot be confirmed, and says why', async () => {
  await renderScreen(<Statements />, {
    path: '/operator/statements?draft=00000000-0000-4000-8000-000000000001',
    replies: {
      'POST /api/preview-partner-statement': {
        ...preview,
        columnsRefused: 'Choose the columns of the period.',
        lineCount: 0,
        faults: [],
        crews: [],
      },
    },
  })
  expect(screen.getByText('Choose the columns of the period.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
})

test('a crew sees period, stops, amount and state', async () => {
  await renderScreen(<RecyclopsPayouts />, {
    user: { type: 'Crew' },
    language: 'es',
    replies: {
      'GET /api/partner-payouts': {
        waitingCents: cents(0),
        availableCents: cents(0),
        sentCents: cents(0),
        inBankCents: cents(32_109),
        lines: [
          {
            id: 'l1' as Reply<'GET /api/partner-payouts'>['lines'][number]['id'],
            ...week,
            lineId: 'R-1',
            stops: 57,
            amountCents: cents(32_109),
            state: 'inBank',
            availableAt: '2026-03-05T16:00:00Z',
            payoutId: null,
            paidAt: '2026-03-11T13:00:00Z',
          },
        ],
        nextCursor: null,
      },
    },
  })
  expect(screen.getByText(/57 paradas · Línea R-1 · Llegó/)).toBeTruthy()
  expect(screen.getAllByText('En el banco')).toHaveLength(2)
  expect(screen.getAllByText('$321.09')).toHaveLength(2)
})

const LINE_ID = '00000000-0000-4000-8000-000000000002'

test('an operator records what Recyclops paid, and takes back a mistake', async () => {
  const summary = {
    id: LINE_ID as Reply<'GET /api/partner-statement'>['id'],
    fileName: 'recyclops.csv',
    uploadedBy: 'Olive',
    uploadedAt: '2026-02-23T16:00:00Z',
    confirmedBy: 'Olive',
    confirmedAt: '2026-02-23T16:05:00Z',
    ...week,
    rowCount: 1,
    lineCount: 1,
    totalCents: cents(32_109),
    unmatchedCount: 0,
    unmatchedCents: cents(0),
    repeatedLines: 0,
    refusedRows: 0,
    paidCents: cents(12_109),
  }
  const payment = {
    id: LINE_ID as Reply<'GET /api/partner-statement'>['payments'][number]['id'],
    amountCents: cents(12_109),
    paidOn: localDate('2026-03-02'),
    reference: 'ACH 77',
    recordedBy: 'Olive',
    recordedAt: '2026-03-02T16:00:00Z',
    voidedBy: null,
    voidedAt: null,
  }
  const { calls } = await renderScreen(<Statements />, {
    path: `/operator/statements?id=${LINE_ID}`,
    replies: {
      'GET /api/partner-statement': {
        ...summary,
        payments: [payment],
        faults: [],
        lines: [],
        nextCursor: null,
      },
      'POST /api/record-partner-payment': { paidCents: cents(22_109), owedCents: cents(10_000) },
      'POST /api/void-partner-payment': { paidCents: cents(0), owedCents: cents(32_109) },
    },
  })
  expect(screen.getByText('$200 is still owed: $121.09 of $321.09 was paid.')).toBeTruthy()
  await press('Record a payment')
  const amount = screen.getByLabelText(/^Amount/)
  expect((amount as HTMLInputElement).value).toBe('200.00')
  await act(async () => fireEvent.change(amount, { target: { value: '100' } }))
  await act(async () =>
    fireEvent.change(screen.getByLabelText(/^Reference/), { target: { value: 'ACH 78' } }),
  )
  await act(async () =>
    fireEvent.change(screen.getByLabelText(/^Arrived on/), { target: { value: '2026-03-04' } }),
  )
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: 'Record a payment' }).at(-1)!))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(calls.find(({ key }) => key === 'POST /api/record-partner-payment')?.body).toEqual({
    statementId: LINE_ID,
    amountCents: 10_000,
    paidOn: '2026-03-04',
    reference: 'ACH 78',
  })
  await press('Take back')
  expect(screen.getByText('Take back $121.09?')).toBeTruthy()
})
