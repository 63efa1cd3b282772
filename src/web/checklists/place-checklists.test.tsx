import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type PropertyId, toId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Reply } from '#web/api.ts'
import type { User } from '#web/session/user.ts'
import { type Replies, refusal, onlySees, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { services } from '#web/stops/crew-screens.testing.ts'
import { LowSupplies } from './low-supplies.tsx'
import { PlaceChecklists } from './place-checklists.tsx'

afterEach(cleanup)

const propertyId = toId<PropertyId>('00000000-0000-4000-8000-000000000001')
type Lists = Reply<'GET /api/place-checklists'>
const item = (key: string) => ({
  key,
  kind: 'task' as const,
  photo: 'none' as const,
  words: { en: `Do ${key}`, es: `Haz ${key}` },
})
const fern = { kind: 'task', photo: 'wanted', words: 'Regar el helecho', language: 'es' } as const
const lists: Lists['lists'] = [
  {
    serviceKey: 'bins',
    version: 2,
    serviceItems: [item('lids'), item('pad')],
    placeItems: [
      { key: 'fern', isLeftOut: false, own: fern },
      { key: 'pad', isLeftOut: true, own: null },
    ],
  },
]
const bags = {
  serviceKey: 'bins',
  key: 'bags',
  words: { en: 'Trash bags', es: 'Bolsas' },
  since: '2030-03-01T17:00:00Z',
}

const show = (
  reply: Partial<Lists> = {},
  {
    replies = {},
    language = 'en',
    user = { type: 'Customer' },
  }: { replies?: Replies; language?: Language; user?: Partial<User> } = {},
) =>
  renderScreen(
    <>
      <LowSupplies propertyId={propertyId} timeZone="America/Denver" />
      <PlaceChecklists propertyId={propertyId} />
    </>,
    {
      user,
      language,
      replies: {
        'GET /api/services': services,
        'GET /api/place-checklists': { lists, low: [], ...reply },
        'POST /api/save-place-checklist': { version: 3, language: 'en' },
        'POST /api/say-refilled': { ok: true },
        ...replies,
      },
    },
  )
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const edited = () => within(screen.getByRole('list', { name: 'Items, in their order' }))
const sent = (calls: { key: string; body: unknown }[]) =>
  calls.find(({ key }) => key === 'POST /api/save-place-checklist')?.body

test('the list of a place stands there as crews get it, without what is left out', async () => {
  await show()
  expect(screen.getByText('2 items')).toBeTruthy()
  expect(screen.getByText('Regar el helecho').getAttribute('lang')).toBe('es')
  expect(screen.getByText('Photo wanted · Yours')).toBeTruthy()
  expect(screen.queryByText('Do pad')).toBeNull()
})

test('a customer brings back, leaves out, rewords, orders and adds', async () => {
  const { calls } = await show()
  await press(/^Change the checklist/)
  await press(/^Do pad/)
  await press('Bring it back')
  await press('Write it your way')
  await type('What to do, or what to look after', 'Sweep the pad twice')
  await press(/^Do lids/)
  await press('Leave it out here')
  expect(edited().getByText('Left out here')).toBeTruthy()
  await press('Move down: Regar el helecho')
  await press('Add your own item')
  await type('What to do, or what to look after', 'Salt')
  await act(async () => fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'supply' } }))
  await press('Save the checklist')
  expect(await screen.findByText('The checklist is saved.')).toBeTruthy()
  expect(sent(calls)).toEqual({
    propertyId,
    serviceKey: 'bins',
    version: 2,
    items: [
      { key: 'lids', isLeftOut: true, own: null },
      {
        key: 'pad',
        isLeftOut: false,
        own: { kind: 'task', photo: 'none', words: 'Sweep the pad twice' },
      },
      { key: 'fern', isLeftOut: false, own: { kind: 'task', photo: 'wanted', words: 'Regar el helecho' } },
      { isLeftOut: false, own: { kind: 'supply', photo: 'none', words: 'Salt' } },
    ],
  })
})

test('a list that goes back to the service’s keeps nothing of the place', async () => {
  const { calls } = await show()
  await press(/^Change the checklist/)
  await press('Back to the service’s list')
  expect(screen.queryByRole('button', { name: 'Back to the service’s list' })).toBeNull()
  await press('Save the checklist')
  expect(sent(calls)).toMatchObject({ items: [] })
})

test('an own item without words is refused at its own field, also while it is closed', async () => {
  await show(
    {},
    {
      replies: {
        'POST /api/save-place-checklist': () => {
          throw refusal(400, {
            error: 'no',
            code: 'bad_input',
            fields: { 'items.1.own.words': 'Write something.' },
          })
        },
      },
    },
  )
  await press(/^Change the checklist/)
  await press('Save the checklist')
  expect(await screen.findByText('Write something.')).toBeTruthy()
  await press('Remove')
  expect(screen.queryByText('Write something.')).toBeNull()
})

test('what runs low is told to be refilled with one tap, and a refusal is said', async () => {
  const { calls } = await show({ low: [bags] })
  expect(screen.getByText(/since Mar 1, 2030/)).toBeTruthy()
  await press('Refilled: Trash bags')
  expect(await screen.findByText('Trash bags: noted as refilled.')).toBeTruthy()
  expect(calls.find(({ key }) => key === 'POST /api/say-refilled')?.body).toEqual({
    propertyId,
    serviceKey: 'bins',
    key: 'bags',
  })
  expect(calls.filter(({ key }) => key === 'GET /api/place-checklists').length).toBe(2)
})

test('in Spanish, too; and where nothing is done again and again nothing stands there', async () => {
  await show({ low: [bags] }, { language: 'es' })
  expect(screen.getByRole('button', { name: 'Repuesto: Bolsas' })).toBeTruthy()
  expect(screen.getByText('Haz lids')).toBeTruthy()
  cleanup()
  await show({ lists: [] })
  expect(screen.queryByRole('heading')).toBeNull()
})

test('whoever may only see has nothing to press', async () => {
  await show({ low: [bags] }, { user: onlySees })
  const names = screen
    .queryAllByRole('button')
    .map((each) => each.getAttribute('aria-label') ?? each.textContent)
  // Of a message of a test before.
  expect(names.filter((name) => name !== 'Close')).toEqual([])
})
