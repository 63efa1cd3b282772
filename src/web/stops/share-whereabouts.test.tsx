import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { device } from '#web/bridge/device.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { notSharing } from './crew-screens.testing.ts'
import { ShareWhereabouts } from './share-whereabouts.tsx'
import { SharingBadge } from './sharing-badge.tsx'

const here = { lat: 39.74, lng: -104.99, accuracyMeters: 8, at: Date.parse('2026-03-02T16:00:00Z') }
const sharing = { ...notSharing, isSharing: true }

beforeEach(() => {
  vi.spyOn(device(), 'currentLocation').mockResolvedValue(here)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = (isOnTheWay: boolean, replies: Replies) =>
  renderScreen(
    <>
      <SharingBadge />
      <ShareWhereabouts isOnTheWay={isOnTheWay} />
    </>,
    {
      user: { type: 'Crew', time_zone: 'America/Denver' },
      replies: { 'POST /api/send-position': { isWanted: true }, ...replies },
    },
  )

const toggle = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Share where I am today/ })

test('is off by itself, says in a sentence what it is, and sends nothing', async () => {
  const { calls } = await show(true, { 'GET /api/whereabouts': notSharing })
  expect(toggle().checked).toBe(false)
  expect(screen.getByText(/only while you’re on your way to them/)).toBeTruthy()
  expect(screen.queryByText('Sharing where you are')).toBeNull()
  expect(calls.some(({ key }) => key === 'POST /api/send-position')).toBe(false)
})

test('switched on it is seen that it is, until when, and off at a tap', async () => {
  const { calls, settle } = await show(false, {
    'GET /api/whereabouts': notSharing,
    'POST /api/share-whereabouts': ({ body }) =>
      JSON.stringify(body) === '{"isOn":true}' ? sharing : notSharing,
  })
  await act(async () => fireEvent.click(toggle()))
  await settle()
  expect(screen.getByText('Sharing where you are')).toBeTruthy()
  expect(screen.getByText(/11:59 PM at the latest/)).toBeTruthy()
  expect(calls.some(({ key }) => key === 'POST /api/send-position')).toBe(false)
  await act(async () => fireEvent.click(toggle()))
  await settle()
  expect(screen.queryByText('Sharing where you are')).toBeNull()
})

test('on the way to somebody the phone says where it is', async () => {
  const { calls, settle } = await show(true, { 'GET /api/whereabouts': sharing })
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/send-position')?.body).toEqual({
    lat: 39.74,
    lng: -104.99,
    at: '2026-03-02T16:00:00.000Z',
  })
})

test('a phone that may not say it says how to allow it', async () => {
  vi.spyOn(device(), 'currentLocation').mockResolvedValue(null)
  const { settle } = await show(true, { 'GET /api/whereabouts': sharing })
  await settle()
  expect(screen.getByText(/Allow location/)).toBeTruthy()
})
