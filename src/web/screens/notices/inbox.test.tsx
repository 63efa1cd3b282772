import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { localDate } from '#domain/time.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Inbox } from './inbox.tsx'

afterEach(cleanup)

const VISIT = '11111111-1111-4111-8111-111111111111' as never

const conversation = {
  visitId: VISIT,
  serviceKey: 'bins',
  date: localDate('2026-03-05'),
  timeZone: 'America/Denver',
  propertyName: 'Lake house',
  withName: 'Maria',
  lastText: 'I am here.',
  isPhoto: false,
  isMine: false,
  isUnread: true,
  sentAt: '2026-03-05T18:00:00.000Z',
}

function open(conversations: readonly (typeof conversation)[]) {
  return renderScreen(<Inbox />, {
    user: { type: 'Customer' },
    replies: {
      'GET /api/services': [],
      'POST /api/get-conversations': { conversations: [...conversations], nextCursor: null },
    },
  })
}

test('each conversation says with whom, its last line, place and day, and leads to its messages', async () => {
  await open([conversation])
  const list = screen.getByRole('list', { name: 'Messages' })
  expect(within(list).getByText('I am here.')).toBeDefined()
  expect(within(list).getByText(/Lake house · Thu, Mar 5/)).toBeDefined()
  expect(within(list).getByText('New')).toBeDefined()
  expect(within(list).getByRole('link').getAttribute('href')).toBe(
    '/visit/11111111-1111-4111-8111-111111111111#messages',
  )
})

test('without messages it says where to begin, and a search asks the server', async () => {
  const view = await open([])
  expect(screen.getByText('No messages yet')).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Name, place or address' }), {
    target: { value: 'lake' },
  })
  await view.settle()
  expect(view.calls.at(-1)?.body).toEqual({ search: 'lake' })
})
