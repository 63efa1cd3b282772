/** In the native app every photo of a crew comes through the bridge (seed §4): of the visit, of acts, of a round. */

import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { connectDevice } from '#web/bridge/device.ts'
import { installNativeHost, type NativeHost } from '#web/bridge/native-host.ts'
import { CrewComplex } from '#web/screens/complexes/crew-complex.tsx'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { services, stopWith } from '#web/stops/crew-screens.testing.ts'
import { StopActs } from '#web/stops/stop-acts.tsx'
import { StopCard } from '#web/stops/stop-card.tsx'
import { urls } from '#web/urls.ts'
import { dayInTime, nowWith } from '#web/visits/today.testing.ts'

// What opens after a tap comes later; here it is there.
beforeAll(async () => {
  await import('#web/stops/acts.access-sheet.tsx')
  await import('#web/stops/acts.extra-sheet.tsx')
  await import('#web/screens/complexes/night-round.tsx')
})

let host: NativeHost
beforeAll(async () => {
  host = installNativeHost(window, { arrivesOn: 'both' })
  await connectDevice()
})
/** Files are chosen in the browser's own dialog. */
const fileDialog = vi.fn<() => void>()
beforeEach(() => vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(fileDialog))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fileDialog.mockClear()
})

const VISIT_TEXT = '0d3c7f9e-1b2a-4c5d-8e6f-7a8b9c0d1e2f'
/** Stands for rows of several nouns. */
const VISIT = VISIT_TEXT as never
const crew = { type: 'Crew', id: crypto.randomUUID() as UserId } as const
const picture = (id: string) => ({ id, url: `/images/${id}`, width: 4, height: 3, takenAt: '' })
/** What the server has of the visit. */
const visitWith = (...ids: string[]) => ({ id: VISIT, photos: ids.map(picture) }) as never

const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const asked = () => host.posted.filter(({ type }) => type === 'nativeUploadPhoto')
/** The app has taken a photo and sent it. */
const taken = (photoId?: string) =>
  act(async () =>
    host.say({ type: 'nativeUploadPhoto', visitId: VISIT, ...(photoId === undefined ? {} : { photoId }) }),
  )

async function openAccess(replies: Replies) {
  const now = nowWith({ visitId: VISIT, canReportProblem: true, canProposeExtra: true })
  const page = await renderScreen(<StopActs stop={stopWith({ visitId: VISIT })} />, {
    user: crew,
    replies: { 'GET /api/visit-now': now, 'GET /api/day-plan': dayInTime, ...replies },
  })
  await press('Something else')
  return page
}

test.each([
  ['named by the app', 'p2'],
  ['not named: it is the newest', undefined],
])('§4 native photo: of a door that stays shut, %s', async (_, photoId) => {
  const { calls, settle } = await openAccess({
    'GET /api/visit': visitWith('p1', 'p2'),
    'POST /api/report-access-problem': {} as never,
  })
  await press(/I can’t get in/)
  const before = asked().length
  await press('Take a photo')
  expect(asked().slice(before)).toEqual([{ type: 'nativeUploadPhoto', visitId: VISIT }])
  expect(fileDialog).not.toHaveBeenCalled()
  await taken(photoId)
  await settle()
  expect(screen.getByAltText('Photo of what’s in the way').getAttribute('src')).toBe('/images/p2')
  await press('Tell the customer')
  await act(async () => host.say({ type: 'locationFail' }))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/report-access-problem')?.body).toMatchObject({
    visitId: VISIT,
    photoId: 'p2',
  })
})

test('§4 native photo: of extra work; one that the server does not have is said', async () => {
  const { calls, settle } = await openAccess({
    'GET /api/visit': visitWith('p1'),
    'POST /api/propose-extra-work': {} as never,
  })
  await press(/There is more to do/)
  await press('Take a photo')
  await taken('nowhere')
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('The photo didn’t arrive. Take it again.')
  await press('Take a photo')
  await taken('p1')
  await settle()
  fireEvent.change(screen.getByLabelText('What needs doing?'), { target: { value: 'Wash the bins' } })
  fireEvent.change(screen.getByLabelText(/Price in dollars/), { target: { value: '12' } })
  await press('Ask the customer')
  expect(calls.find(({ key }) => key === 'POST /api/propose-extra-work')?.body).toMatchObject({
    photoId: 'p1',
  })
})

test('field 40: a native camera that stays shut leaves the way by a file', async () => {
  await openAccess({})
  await press(/I can’t get in/)
  expect(screen.queryByRole('button', { name: 'Choose a photo' })).toBeNull()
  await press('Take a photo')
  expect(screen.getByText('The camera did not open?')).toBeTruthy()
  await press('Choose a photo')
  expect(fileDialog).toHaveBeenCalledTimes(1)
})

test('§4 native photo: of the visit itself the day is read again, and the way by a file goes', async () => {
  const stop = stopWith({ visitId: VISIT, state: 'in_progress' })
  const progress = { marks: new Map(), photoCounts: new Map() }
  const shown = { ...stop, queued: [], safePhotoCount: 0, photoCount: 0, progress }
  const services = { name: () => 'Bins', unit: () => 'bin', icon: () => 'bin' } as never
  await renderScreen(<StopCard stop={shown} services={services} onDone={() => undefined} />, {
    user: crew,
    replies: {
      'GET /api/visit-now': nowWith({ visitId: VISIT, state: 'in_progress' }),
      'GET /api/day-plan': dayInTime,
    },
  })
  await press('Take a photo')
  expect(screen.getByText('The camera did not open?')).toBeTruthy()
  await taken('p1')
  expect(screen.queryByText('The camera did not open?')).toBeNull()
})

const building = (name: string) => ({
  id: name,
  name,
  unitCount: 4,
  units: '101-104',
  isLeftOut: false,
  unitsLeftOut: [],
  checkedAt: null,
  photo: null,
})
const round = {
  visitId: VISIT,
  complexId: VISIT,
  complexName: 'The Lofts',
  timeZone: 'America/Denver',
  buildings: [building('North'), building('South')],
  exceptions: [],
  violations: [],
  instructions: '',
  completedAt: null,
  canWork: true,
} as never

function openRound(replies: Replies) {
  return renderScreen(<CrewComplex />, {
    path: `${urls.complex.path}?id=${VISIT_TEXT}&night=${VISIT_TEXT}`,
    user: crew,
    replies: { 'GET /api/services': services, 'GET /api/night-round': round, ...replies },
  })
}

test('§4 native photo: on a round it marks the building that was tapped last, and no other', async () => {
  const { calls, settle } = await openRound({
    'GET /api/visit': visitWith('p7'),
    'POST /api/check-building': { checkedCount: 1, buildingCount: 2 },
  })
  const [north, south] = screen.getAllByRole('button', { name: 'Photo and done' })
  await act(async () => fireEvent.click(north!))
  await act(async () => fireEvent.click(south!))
  await taken('p7')
  await settle()
  const checks = calls.filter(({ key }) => key === 'POST /api/check-building')
  expect(checks.map(({ body }) => body)).toEqual([{ visitId: VISIT, buildingId: 'South', photoId: 'p7' }])
})

test('§4 native photo: of a violation at a door; without one the report says what is missing', async () => {
  const { calls, settle } = await openRound({
    'GET /api/visit': visitWith('p8'),
    'POST /api/add-violation': { violationId: VISIT },
  })
  await press('Report a violation')
  const sheet = within(screen.getByRole('dialog'))
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: 'Report' })))
  expect(sheet.getByRole('alert').textContent).toContain('A photo is needed.')
  await press('Take a photo')
  await taken('p8')
  await settle()
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: 'Report' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/add-violation')?.body).toMatchObject({
    visitId: VISIT,
    buildingId: 'North',
    photoId: 'p8',
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})
