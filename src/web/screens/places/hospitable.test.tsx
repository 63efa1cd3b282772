import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PropertyId } from '#domain/ids.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { HospitableRedirect } from './hospitable-redirect.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Shown = Reply<'GET /api/hospitable'>

const rental = {
  hospitableId: 'h1',
  name: 'Loft',
  address: '1401 Larimer Street',
  hasCoordinates: true,
  parentId: null,
  propertyId: null,
  propertyName: null,
  isGone: false,
}
const account: NonNullable<Shown['connection']> = {
  state: 'connected',
  name: 'Harper Host',
  email: 'harper@host.test',
  connectedAt: '2026-03-02T16:00:00Z',
  lastReadAt: null,
  rentals: [rental, { ...rental, hospitableId: 'h2', name: 'Attic', parentId: 'h1', isGone: true }],
}
const cottage = {
  id: 'p1' as PropertyId,
  name: 'Cottage',
  address: null,
  neighbourhood: null,
  lat: 39.72,
  lng: -104.99,
  groupId: null,
  groupName: null,
  weeklyJobCount: 0,
  nextVisit: null,
}
const none: Shown = { isOffered: true, isDemo: false, connection: null }

function open(search: string, replies: Replies) {
  return renderScreen(<HospitableRedirect />, {
    path: `/hospitable-redirect${search}`,
    user: { type: 'Customer' },
    replies: { 'GET /api/properties': [cottage], ...replies },
  })
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test.each([
  ['', { isOffered: false, isDemo: false, connection: null }, 'Hospitable isn’t connected', false],
  ['', none, 'Bring your rentals from Hospitable', true],
  ['?answer=denied', none, 'Hospitable isn’t connected', true],
  ['?answer=__proto__', none, 'Bring your rentals from Hospitable', true],
])('at %j, where it is %j, it says %j, with a way on', async (search, shown, title, canConnect) => {
  await open(search, { 'GET /api/hospitable': shown })
  screen.getByText(title)
  expect(screen.queryAllByRole('button', { name: 'Connect Hospitable' })).toHaveLength(canConnect ? 1 : 0)
  expect(screen.getByRole('link', { name: 'Import from a file' }).getAttribute('href')).toBe(
    '/import-properties',
  )
})

test.each([
  { isOffered: true, isDemo: true, connection: null },
  { isOffered: true, isDemo: true, connection: account },
])('what the demo plays says so: %j', async (shown) => {
  await open('', { 'GET /api/hospitable': shown })
  screen.getByText(/^This is a demo account\./)
})

test('connecting leads to Hospitable', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const url = 'https://auth.hospitable.com/oauth/authorize?state=s'
  const view = await open('', { 'GET /api/hospitable': none, 'POST /api/connect-hospitable': { url } })
  await press('Connect Hospitable')
  await view.settle()
  expect(assign).toHaveBeenCalledWith(url)
})

test('who comes back is connected and sees the rentals, of which each can be a property', async () => {
  const view = await open('?answer=allowed', {
    'POST /api/finish-hospitable': { outcome: 'connected' },
    'GET /api/hospitable': { isOffered: true, isDemo: false, connection: account },
    'POST /api/match-hospitable': { refused: [{ hospitableId: 'h1', error: 'We don’t work there.' }] },
  })
  await screen.findByText('harper@host.test')
  screen.getByText('No longer at Hospitable')
  await act(async () => fireEvent.change(screen.getByLabelText('Loft'), { target: { value: 'p1' } }))
  await view.settle()
  const sent = view.calls.find(({ key }) => key === 'POST /api/match-hospitable')
  expect(sent?.body).toEqual({ matches: [{ hospitableId: 'h1', place: 'p1' }] })
  screen.getByText('We don’t work there.')
  // What is gone over there becomes nothing new here.
  expect([...screen.getByLabelText<HTMLSelectElement>('Attic').options].map(({ value }) => value)).toEqual([
    'none',
    'p1',
  ])
})

test('what began in Hospitable is asked about first', async () => {
  const view = await open('?answer=allowed', {
    'POST /api/finish-hospitable': ({ body }) => ({
      outcome: (body as { isConfirmed?: boolean }).isConfirmed ? 'connected' : 'ask',
    }),
    'GET /api/hospitable': { isOffered: true, isDemo: false, connection: { ...account, rentals: [] } },
  })
  screen.getByText('Connect this Hospitable account?')
  await press('Connect Hospitable')
  await view.settle()
  await screen.findByText('No rentals yet')
})

test('a refusal is said, and one may start again', async () => {
  await open('?answer=allowed', {
    'POST /api/finish-hospitable': () => {
      throw refusal(410, { error: 'This took too long.', code: 'hospitable_late' })
    },
  })
  screen.getByText('This took too long.')
  screen.getByRole('button', { name: 'Connect again' })
})

test('a lapsed connection asks to connect again; an ended one is gone', async () => {
  let shown: Shown = { isOffered: true, isDemo: false, connection: { ...account, state: 'lapsed' } }
  const view = await open('', {
    'GET /api/hospitable': () => shown,
    'POST /api/disconnect-hospitable': () => {
      shown = none
      return { ok: true as const }
    },
  })
  screen.getByText('Hospitable no longer lets us read')
  await screen.findByText('harper@host.test')
  await press('Disconnect')
  const confirm = await screen.findByRole('dialog')
  await act(async () => {
    const [button] = [...confirm.querySelectorAll('button')].filter(
      ({ textContent }) => textContent === 'Disconnect',
    )
    fireEvent.click(button!)
  })
  await view.settle()
  screen.getByText('Bring your rentals from Hospitable')
})
