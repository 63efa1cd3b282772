import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type PropertyId, toId, type VisitId } from '#domain/ids.ts'
import { localDate, localTime } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { onlySees, type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import type { Property } from './reply-types.ts'
import { TurnoversCard } from './turnovers-card.tsx'

afterEach(cleanup)

const propertyId = toId<PropertyId>('00000000-0000-4000-8000-000000000001')
const visitId = toId<VisitId>('00000000-0000-4000-8000-000000000002')
const rule = {
  isOn: true,
  bedrooms: 2,
  checkInTime: localTime('16:00'),
  checkOutTime: localTime('11:00'),
  finishBy: localTime('20:00'),
  countsClosed: false,
}
const coming: Reply<'GET /api/turnovers'>['coming'][number] = {
  visitId,
  date: localDate('2026-03-05'),
  startsAt: '2026-03-05T18:00:00.000Z',
  endsAt: '2026-03-05T23:00:00.000Z',
  timeZone: 'America/Denver',
  state: 'scheduled',
  isSameDay: true,
  hasOwnHours: false,
  guests: 4,
  nights: 3,
  pets: 1,
  crewFirstName: 'Maria',
}
const show = (reply: Partial<Reply<'GET /api/turnovers'>>, replies: Replies = {}, user?: typeof onlySees) =>
  renderScreen(<TurnoversCard property={{ id: propertyId, name: 'Loft' } as Property} />, {
    ...(user && { user }),
    replies: {
      'GET /api/turnovers': { rule, hasSource: true, isPausedForPayment: false, coming: [], ...reply },
      ...replies,
    },
  })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('a turnover says when, for whom, and that the next guests come that day', async () => {
  await show({ coming: [coming] })
  expect(screen.getByText(/4 guests · 3 nights · 1 pet · .*Maria/)).toBeDefined()
  expect(screen.getByText('Same day')).toBeDefined()
})

test('switching on asks for size and hours, and says by the field what is wrong', async () => {
  const refused = refusal(400, {
    error: 'no',
    code: 'bad_input',
    fields: { finishBy: 'Choose a time after the check-out.' },
  })
  const { calls } = await show(
    { rule: { ...rule, isOn: false } },
    { 'POST /api/save-turnover-rule': () => Promise.reject(refused) },
  )
  await press('Plan turnovers')
  await press('Save')
  expect(calls.find(({ key }) => key === 'POST /api/save-turnover-rule')?.body).toEqual({
    propertyId,
    ...rule,
  })
  expect(await screen.findByText('Choose a time after the check-out.')).toBeDefined()
})

test('where nothing tells of stays it says so', async () => {
  await show({ hasSource: false })
  expect(screen.getByText(/^Nothing tells us of stays here yet/)).toBeDefined()
})

test('hours that the host chose are shown as such, and may be given back to the stay', async () => {
  const { calls } = await show(
    { coming: [{ ...coming, hasOwnHours: true }] },
    { 'POST /api/set-turnover-hours': { ok: true } },
  )
  expect(screen.getByText('Your hours')).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Hours of the turnover/ })))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  await press('Save')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Hours of the turnover/ })))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  await press('Follow the stay again')
  expect(calls.filter(({ key }) => key === 'POST /api/set-turnover-hours').map(({ body }) => body)).toEqual([
    { visitId, hours: { from: '11:00', until: '16:00' } },
    { visitId, hours: null },
  ])
})

test('who has not paid reads why none are planned, with the way to the bill', async () => {
  await show({ isPausedForPayment: true })
  expect(screen.getByText(/^A bill is unpaid/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'See the bill' }).getAttribute('href')).toBe('/billing')
})

test('one is left out at once, and can be brought back', async () => {
  const { calls } = await show(
    { coming: [coming] },
    { 'POST /api/skip-turnover': { ok: true }, 'POST /api/unskip-turnover': { ok: true } },
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Leave out the turnover/ })))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Undo' })))
  expect(calls.map(({ key }) => key).filter((key) => key.startsWith('POST'))).toEqual([
    'POST /api/skip-turnover',
    'POST /api/unskip-turnover',
  ])
})

test('whoever may only see has nothing to press', async () => {
  await show({ coming: [coming] }, {}, onlySees)
  const names = screen
    .queryAllByRole('button')
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)
  // Of a message of a test before.
  expect(names.filter((name) => name !== 'Close')).toEqual([])
})
