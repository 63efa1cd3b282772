import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type PropertyId, toId, type UserId } from '#domain/ids.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { PlaceCrewsCard } from './place-crews-card.tsx'

afterEach(cleanup)

const propertyId = toId<PropertyId>('00000000-0000-4000-8000-000000000001')
type Crews = Reply<'GET /api/place-crews'>
const crew = (number: number, firstName: string): Crews['chosen'][number] => ({
  crewId: toId<UserId>(`00000000-0000-4000-8000-00000000000${number}`),
  firstName,
  stars: 4.75,
  doneHere: number,
})
const [ada, ben, cleo, dov] = [crew(2, 'Ada'), crew(3, 'Ben'), crew(4, 'Cleo'), crew(5, 'Dov')]
const show = (reply: Crews, replies: Replies = {}) =>
  renderScreen(<PlaceCrewsCard propertyId={propertyId} />, {
    replies: {
      'GET /api/place-crews': reply,
      'POST /api/save-place-crews': { ok: true },
      ...replies,
    },
  })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
type Calls = Awaited<ReturnType<typeof show>>['calls']
const saved = (calls: Calls) =>
  calls.filter(({ key }) => key === 'POST /api/save-place-crews').map(({ body }) => body)

test('the order stands in words, and what is done there', async () => {
  await show({ chosen: [ben, ada], others: [cleo] })
  const rows = within(screen.getByRole('list', { name: 'Asked first, in this order' })).getAllByRole(
    'listitem',
  )
  expect(rows.map((row) => row.textContent)).toEqual([
    '1Ben3 visits here · 4.8 stars',
    '2Ada2 visits here · 4.8 stars',
  ])
})

test.each([
  ['Move up: Ben', [3, 2]],
  ['Move down: Ada', [3, 2]],
  ['Take off the list: Ada', [3]],
  ['Ask first: Cleo', [2, 3, 4]],
])('%s is saved at once', async (name, numbers) => {
  const { calls } = await show({ chosen: [ada, ben], others: [cleo] })
  // What cannot move further is no call.
  await press('Move up: Ada')
  await press('Move down: Ben')
  expect(saved(calls)).toEqual([])
  await press(name)
  expect(saved(calls)).toEqual([{ propertyId, crewIds: numbers.map((number) => crew(number, '').crewId) }])
})

test('three are enough, and nothing shows where no crew is known', async () => {
  await show({ chosen: [ada, ben, cleo], others: [dov] })
  expect(screen.queryByRole('button', { name: 'Ask first: Dov' })).toBeNull()
  expect(screen.getByText(/Three crews are enough/)).toBeDefined()
  cleanup()
  await show({ chosen: [], others: [] })
  expect(screen.queryByText('Your crews here')).toBeNull()
})

test('what is refused is said', async () => {
  const refused = refusal(400, { error: 'Choose crews that have worked for you.', code: 'bad_input' })
  await show({ chosen: [], others: [ada] }, { 'POST /api/save-place-crews': () => Promise.reject(refused) })
  await press('Ask first: Ada')
  expect(await screen.findByText(/Choose crews that have worked for you/)).toBeDefined()
})
