import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type CalendarId, type PropertyGroupId, toId } from '#domain/ids.ts'
import { onlySees, type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { OwnCalendars } from './own-calendars.tsx'

beforeAll(async () => void (await import('#web/ui/dialogs/prompt-dialog.tsx')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const calendar = {
  id: toId<CalendarId>('00000000-0000-4000-8000-000000000001'),
  kind: 'all' as const,
  groupId: null,
  propertyId: null,
  name: null,
  url: 'https://crew.test/api/calendars/secret.ics',
  createdAt: '2026-03-02T16:00:00.000Z',
  readAt: null,
}
const group = {
  id: toId<PropertyGroupId>('00000000-0000-4000-8000-000000000002'),
  name: 'Lakes',
  propertyCount: 2,
}
const show = (replies: Replies, isCrew = false) => renderScreen(<OwnCalendars isCrew={isCrew} />, { replies })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('a shared calendar has its address, ways into apps, and a button that copies it', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => copied.push(text) },
  })
  await show({ 'GET /api/calendars': { calendars: [calendar] }, 'GET /api/property-groups': [group] })
  expect(screen.getByText(calendar.url, { exact: false })).toBeDefined()
  expect(screen.getByText('No app has read it yet')).toBeDefined()
  const link = screen.getByRole('link', { name: /Apple or Outlook/ })
  expect(link.getAttribute('href')).toBe('webcal://crew.test/api/calendars/secret.ics')
  await press('Copy the calendar link for All my places')
  expect(copied).toEqual([calendar.url])
  expect(await screen.findByText('The calendar link is copied.')).toBeDefined()
})

test('who looks after places of others shares no group of theirs', async () => {
  const { calls } = await renderScreen(<OwnCalendars isCrew={false} />, {
    user: onlySees,
    replies: { 'GET /api/calendars': { calendars: [] }, 'GET /api/property-groups': [group] },
  })
  expect(screen.getByRole('button', { name: 'Make a calendar link for All my places' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make a calendar link for Lakes' })).toBeNull()
  expect(calls.filter(({ key }) => key === 'POST /api/share-calendar')).toEqual([])
})

test('what is not shared is shared by one press', async () => {
  const { calls } = await show({
    'GET /api/calendars': { calendars: [calendar] },
    'GET /api/property-groups': [group],
    'POST /api/share-calendar': {
      calendar: { ...calendar, kind: 'group', groupId: group.id, name: 'Lakes' },
    },
  })
  await press('Make a calendar link for Lakes')
  expect(calls.find(({ key }) => key === 'POST /api/share-calendar')?.body).toEqual({
    subject: { kind: 'group', groupId: group.id },
  })
})

test('a crew is offered its own work and nothing else', async () => {
  await show({ 'GET /api/calendars': { calendars: [] } }, true)
  const offered = screen.getAllByRole('button', { name: /^Make a calendar link/ })
  expect(offered.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Make a calendar link for My work',
  ])
})

test('an address is taken back only after the question', async () => {
  const { calls } = await show({
    'GET /api/calendars': { calendars: [calendar] },
    'GET /api/property-groups': [],
    'POST /api/revoke-calendar': { ok: true },
  })
  await press('Stop sharing the calendar of All my places')
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  expect(calls.some(({ key }) => key === 'POST /api/revoke-calendar')).toBe(false)
  await press('Stop sharing')
  expect(calls.find(({ key }) => key === 'POST /api/revoke-calendar')?.body).toEqual({
    calendarId: calendar.id,
  })
})
