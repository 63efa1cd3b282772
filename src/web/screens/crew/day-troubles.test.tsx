import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { TimeOffId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { DayTroubles } from './day-troubles.tsx'

// The sheet comes apart; here it is there.
beforeAll(() => import('./ill-sheet.tsx'), 60_000)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

const cost: Reply<'POST /api/preview-time-off'> = {
  visits: [
    {
      visitId: 'a' as VisitId,
      date: localDate('2026-03-02'),
      propertyName: 'Blue house',
      serviceKey: 'bins',
      payCents: cents(700),
      isLate: true,
      freeUntil: '2026-02-28T16:00:00.000Z',
      timeZone: 'America/Denver',
    },
  ],
  lostPayCents: cents(700),
  lateCount: 1,
  noticeHours: 48,
  reliability: 0.95,
  reliabilityAfter: 0.905,
}

const renderTroubles = (replies: Replies = {}) =>
  renderScreen(<DayTroubles today={localDate('2026-03-02')} />, {
    user: { type: 'Crew' },
    replies: { 'POST /api/preview-time-off': cost, ...replies },
  })

test('ux 21: ill is said on the day itself, with what it brings before it is sent, and an undo', async () => {
  const { calls, settle } = await renderTroubles({
    'POST /api/add-time-off': { timeOffId: 'off-1' as TimeOffId, releasedVisitCount: 1, lateCount: 1 },
    'POST /api/remove-time-off': { returnedVisitCount: 1 },
  })
  await press(/ill$/)
  await settle()
  const sheet = within(screen.getByRole('dialog'))
  expect(sheet.getByText('Your visit on Monday, March 2 goes to other crews: $7 less for you.')).toBeTruthy()
  expect(sheet.getByText('Your reliability goes from 95% to 91%.')).toBeTruthy()
  expect(sheet.getByText(/A customer is told if nobody takes the visit soon/)).toBeTruthy()
  expect(calls.some(({ key }) => key === 'POST /api/add-time-off')).toBe(false)
  await act(async () => fireEvent.click(sheet.getByLabelText('2 days')))
  await settle()
  await press('Give these visits to others')
  await settle()
  const sent = calls.find(({ key }) => key === 'POST /api/add-time-off')
  expect(sent?.body).toEqual({ from: '2026-03-02', to: '2026-03-03', note: 'Ill' })
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Undo')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/remove-time-off')?.body).toEqual({ timeOffId: 'off-1' })
})

test('what is refused stands in the sheet, which stays', async () => {
  const { settle } = await renderTroubles({
    'POST /api/add-time-off': () => {
      throw refusal(409, { error: 'This is being changed. Please try again.', code: 'conflict' })
    },
  })
  await press(/ill$/)
  await settle()
  await press('Give these visits to others')
  await settle()
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain('Please try again.')
})

test.each([/late$/, /ill$/])('without a connection %s says that it needs one', async (name) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await renderTroubles()
  await press(name)
  expect(screen.getByText(/needs a connection/)).toBeTruthy()
})
