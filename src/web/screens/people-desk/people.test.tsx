import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { People } from './people.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const person = {
  id: 'crew-1' as UserId,
  type: 'Crew' as const,
  name: 'Marco Ruiz',
  email: 'marco@demo.test',
  phone: null,
  timeZone: 'America/Phoenix',
  frozenUntil: null,
  frozenNotes: null,
  sponsorName: null,
  reliability: 0.97,
  rating: { stars: 4.25, count: 8 },
  photoUrl: null,
  createdAt: '2026-03-02T16:00:00.000Z',
}
const other = { ...person, id: 'crew-2' as UserId, name: 'New Crew', rating: { stars: null, count: 0 } }

const facts: Reply<'GET /api/person'> = {
  ...person,
  address: null,
  locale: 'en',
  lastSeenAt: null,
  devices: 0,
  sponsor: null,
  mergedInto: null,
  mergedFrom: [],
  nextVisit: null,
  customer: null,
  crew: null,
}

const open = (path = '/operator/people') =>
  renderScreen(<People />, {
    path,
    pattern: '/operator/people',
    user: { type: 'Operator' },
    replies: {
      'POST /api/find-people': { people: [person, other], nextCursor: null },
      'GET /api/person': facts,
      'POST /api/freeze-user': { ok: true },
    },
  })

test('people: a crew with the average of its ratings, how many, and how it keeps its word', async () => {
  await open()
  expect(screen.getByText('marco@demo.test · 4.3 of 5 from 8 ratings · 97% reliable')).toBeDefined()
  expect(screen.getByText('marco@demo.test · 97% reliable')).toBeDefined()
  const row = screen.getByRole('link', { name: /Marco Ruiz/ })
  expect(row.getAttribute('href')).toBe('/operator/person/crew-1')
})

test('ux 12: on a desk whoever is chosen stands beside the list, and the address keeps it', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await open()
  expect(screen.queryByRole('complementary')).toBeNull()
  const row = screen.getByRole('link', { name: /Marco Ruiz/ })
  expect(row.getAttribute('href')).toBe('/operator/people?person=crew-1')
  await act(async () => fireEvent.click(row))
  const pane = await screen.findByRole('complementary', { name: 'Marco Ruiz' })
  expect(within(pane).getByRole('link', { name: 'Open the whole page' }).getAttribute('href')).toBe(
    '/operator/person/crew-1',
  )
  expect(screen.getByRole('link', { name: /Marco Ruiz/ }).getAttribute('aria-current')).toBe('true')
  await act(async () => fireEvent.keyDown(document.body, { key: 'Escape' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  cleanup()
  await open('/operator/people?person=crew-1')
  expect(await screen.findByRole('complementary', { name: 'Marco Ruiz' })).toBeDefined()
})

test('a freeze lasts until the end of a day where the person is', async () => {
  // Half past eleven at night in Phoenix, and the next day in Denver.
  vi.setSystemTime('2026-03-09T06:30:00Z')
  const { calls } = await open()
  fireEvent.click(screen.getAllByRole('button', { name: 'Freeze' })[0]!)
  const dialog = within(await screen.findByRole('dialog', { name: /Marco Ruiz/ }))
  expect(dialog.getByLabelText(/^Until/)).toMatchObject({ value: '2026-03-15', min: '2026-03-08' })
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Missed three visits' } })
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Freeze' })))
  expect(calls.find(({ key }) => key === 'POST /api/freeze-user')?.body).toMatchObject({
    until: '2026-03-16T07:00:00.000Z',
  })
})
