import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type PropertyId, toId, type VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { localDate, localTime } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { onlySees, type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { PickupsCard } from './pickups-card.tsx'

afterEach(cleanup)

const propertyId = toId<PropertyId>('00000000-0000-4000-8000-000000000001')
const rule = {
  isOn: true,
  checkOutTime: localTime('11:00'),
  extraNights: 7,
  extraGuests: null,
  countsClosed: false,
}
const pickup: Reply<'GET /api/pickups'>['coming'][number] = {
  visitId: toId<VisitId>('00000000-0000-4000-8000-000000000002'),
  date: localDate('2026-03-05'),
  startsAt: '2026-03-05T15:00:00.000Z',
  endsAt: '2026-03-05T19:00:00.000Z',
  timeZone: 'America/Denver',
  serviceKey: 'bins',
  state: 'skipped',
  isVacant: true,
  extra: null,
}
const reply: Reply<'GET /api/pickups'> = {
  rule,
  hasJob: true,
  hasSource: true,
  isReliable: true,
  coming: [],
  extraPrices: [],
}
const show = (changes: Partial<Reply<'GET /api/pickups'>>, replies: Replies = {}, user?: typeof onlySees) =>
  renderScreen(<PickupsCard propertyId={propertyId} />, {
    ...(user && { user }),
    replies: { 'GET /api/services': [], 'GET /api/pickups': { ...reply, ...changes }, ...replies },
  })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('each pickup says why it is skipped or extra', async () => {
  const extra = { nights: 9, guests: 8 }
  const coming = [
    pickup,
    { ...pickup, visitId: toId<VisitId>('00000000-0000-4000-8000-000000000003'), isVacant: false, extra },
  ]
  await show({ coming })
  expect(screen.getByText('Nobody stayed')).toBeDefined()
  expect(screen.getByText(/Extra: 9 nights, 8 guests/)).toBeDefined()
})

test('a silent calendar is said, since nothing is skipped then', async () => {
  await show({ isReliable: false })
  expect(screen.getByText(/nothing is skipped until it answers/)).toBeDefined()
})

test('where no pickup could follow a stay there is nothing', async () => {
  await show({ rule: { ...rule, isOn: false }, hasSource: false })
  expect(screen.queryByText('Pickups by stays')).toBeNull()
})

test('switching on sends the rule, and what is wrong stands at its field', async () => {
  const refused = refusal(400, {
    error: 'no',
    code: 'bad_input',
    fields: { extraNights: 'Enter at least 2.' },
  })
  const { calls } = await show(
    { rule: { ...rule, isOn: false } },
    { 'POST /api/save-pickup-rule': () => Promise.reject(refused) },
  )
  await press('Follow the stays')
  await press('Save the rule')
  expect(calls.find(({ key }) => key === 'POST /api/save-pickup-rule')?.body).toEqual({ propertyId, ...rule })
  expect(await screen.findByText('Enter at least 2.')).toBeDefined()
})

test('whoever may only see has nothing to press', async () => {
  await show({ coming: [pickup] }, {}, onlySees)
  const names = screen
    .queryAllByRole('button')
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)
  // Of a message of a test before.
  expect(names.filter((name) => name !== 'Close')).toEqual([])
})

test('what an extra one of each service costs is read before it is switched on', async () => {
  const extraPrices = [
    { serviceKey: 'bins', cents: 1_250 as Cents },
    { serviceKey: 'recycling', cents: 900 as Cents },
  ]
  await show({ rule: { ...rule, isOn: false }, extraPrices })
  await press('Follow the stays')
  expect(screen.getByText(/also on the same day: .*\$12\.50, .*\$9\./)).toBeDefined()
  fireEvent.click(screen.getByRole('checkbox', { name: 'An extra pickup after long stays' }))
  expect(screen.queryByText(/also on the same day/)).toBeNull()
})
