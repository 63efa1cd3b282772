import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Capability } from '#domain/staff/roles.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { ServiceChecklist } from './service-checklist.tsx'

afterEach(cleanup)

type Kept = Reply<'GET /api/service-checklist'>
const item = (key: string, more: Partial<Kept['items'][number]> = {}): Kept['items'][number] => ({
  key,
  kind: 'task',
  photo: 'none',
  words: { en: `Do ${key}`, es: `Haz ${key}` },
  ...more,
})
const kept: Kept = {
  version: 4,
  items: [item('beds', { photo: 'required' }), item('soap', { kind: 'supply' }), item('fridge')],
  saved: { at: '2030-04-01T17:00:00Z', byName: 'Olivia Hart' },
  past: [
    {
      items: [item('old')],
      savedAt: '2030-03-01T17:00:00Z',
      replacedAt: '2030-04-01T17:00:00Z',
      savedByName: 'Sam Lee',
    },
  ],
}

const show = (replies: Replies = {}, capabilities?: Capability[]) =>
  renderScreen(<ServiceChecklist serviceKey="turnover" />, {
    user: { type: 'Operator', ...(capabilities ? { capabilities } : {}) },
    replies: {
      'GET /api/service-checklist': kept,
      'POST /api/save-service-checklist': { version: 5 },
      ...replies,
    },
  })
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const order = () =>
  within(screen.getByRole('list', { name: 'Items, in their order' }))
    .getAllByRole('button', { expanded: false })
    .map(({ textContent }) => textContent)

test('the list is shown as crews see it, with who wrote it and what was asked before', async () => {
  await show()
  expect(screen.getByText('Written by Olivia Hart, Apr 1, 2030, 11:00 AM.')).toBeTruthy()
  expect(screen.getByText(/Written by Sam Lee/).textContent).toContain('Replaced')
  expect(screen.getByText('Do old')).toBeTruthy()
  expect(screen.getByText('Needs a photo')).toBeTruthy()
  expect(screen.getByText('0 of 2 done')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: 'Do fridge' })))
  expect(screen.getByText('1 of 2 done')).toBeTruthy()
})

test('items are moved, changed, added and removed, and sent with the version that was read', async () => {
  const { calls } = await show()
  await press('Edit the checklist')
  const up = screen.getByRole('button', { name: 'Move up: Do fridge' })
  up.focus()
  await act(async () => fireEvent.click(up))
  expect(order()).toEqual(['Do bedsPhoto required', 'Do fridge', 'Do soapSupply'])
  expect(screen.getByText('Do fridge: now 2 of 3')).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up: Do fridge')
  await press('Move down: Do beds')
  expect(order()).toEqual(['Do fridge', 'Do bedsPhoto required', 'Do soapSupply'])
  await press(/^Do beds/)
  await type('In English', 'Make the beds')
  await act(async () => fireEvent.change(screen.getByLabelText('Photo'), { target: { value: 'wanted' } }))
  await press('Add an item')
  await type('In English', 'Coffee')
  await type('In Spanish', 'Café')
  await act(async () => fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'supply' } }))
  expect(screen.queryByLabelText('Photo')).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Coffee' })).toBeTruthy()
  await press(/^Do soap/)
  await press('Remove')
  await press('Save the checklist')
  expect(await screen.findByText('The checklist is saved.')).toBeTruthy()
  expect(calls.find(({ key }) => key === 'POST /api/save-service-checklist')?.body).toEqual({
    key: 'turnover',
    version: 4,
    items: [
      { key: 'fridge', kind: 'task', photo: 'none', wordsEn: 'Do fridge', wordsEs: 'Haz fridge' },
      { key: 'beds', kind: 'task', photo: 'wanted', wordsEn: 'Make the beds', wordsEs: 'Haz beds' },
      { kind: 'supply', photo: 'none', wordsEn: 'Coffee', wordsEs: 'Café' },
    ],
  })
  expect(screen.getByRole('button', { name: 'Edit the checklist' })).toBeTruthy()
})

test('the first does not go up and the last not down', async () => {
  await show()
  await press('Edit the checklist')
  const before = order()
  await press('Move up: Do beds')
  await press('Move down: Do fridge')
  expect(order()).toEqual(before)
})

test('what is wrong with an item that is closed opens it; what was changed meanwhile is said and nothing lost', async () => {
  let answer = { 'items.2.wordsEs': 'Write something.' } as Record<string, string>
  await show({
    'POST /api/save-service-checklist': () => {
      throw refusal(400, { error: 'no', code: 'bad_input', fields: answer })
    },
  })
  await press('Edit the checklist')
  await press('Save the checklist')
  expect(await screen.findByText('Write something.')).toBeTruthy()
  expect(screen.getByLabelText('In Spanish').getAttribute('aria-invalid')).toBe('true')
  await press('Move up: Do fridge')
  expect(screen.queryByText('Write something.')).toBeNull()
  answer = { items: 'Somebody changed this list meanwhile.' }
  await press('Save the checklist')
  expect(await screen.findByText('Somebody changed this list meanwhile.')).toBeTruthy()
  expect(order()).toEqual(['Do bedsPhoto required', 'Do fridge', 'Do soapSupply'])
})

test('a list is full at thirty items', async () => {
  const items = Array.from({ length: 29 }, (_, index) => item(`n${index}`))
  await show({ 'GET /api/service-checklist': { ...kept, items } })
  await press('Edit the checklist')
  await press('Add an item')
  expect(screen.queryByRole('button', { name: 'Add an item' })).toBeNull()
  expect(screen.getByText('A list has at most 30 items.')).toBeTruthy()
})

test('whoever may only look sees the list without the way to change it', async () => {
  await show({ 'GET /api/service-checklist': { version: 0, items: [], saved: null, past: [] } }, ['see'])
  expect(screen.getByText('Crews go through no list where this service is done.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Edit the checklist' })).toBeNull()
})
