import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { currentQueue } from '#web/offline/queue/state.ts'
import { openFor } from '#web/offline/start.ts'
import type { User } from '#web/session/user.ts'
import { onlySees, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { urls } from '#web/urls.ts'
import { CrewComplex } from './crew-complex.tsx'
import { CustomerComplex } from './customer-complex.tsx'
import { CustomerComplexes } from './customer-complexes.tsx'
import { OpenComplexes } from './open-complexes.tsx'
// The prompt comes when it is first opened, however busy the machine is.
import '#web/screens/complexes/night-round.tsx'
import '#web/ui/dialogs/prompt-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '6f1e2d3c-0000-4000-8000-000000000001'
const NORTH = '6f1e2d3c-0000-4000-8000-00000000000a'
const VISIT = '6f1e2d3c-0000-4000-8000-0000000000ff'
const PHOTO = { photoId: NORTH, url: '/images/1', thumbnailUrl: '/images/2', width: 4, height: 3 }
const services = [
  {
    key: 'valet_trash',
    nameEn: 'Valet trash',
    nameEs: 'Basura puerta a puerta',
    unitEn: 'apartment',
    unitEs: 'apartamento',
    unitsEn: 'apartments',
    unitsEs: 'apartamentos',
    icon: 'building',
    minutes: 15,
    minutesPerUnit: 1,
    photosRequired: 2,
    isWeekly: true,
    isOffered: true,
    price: null,
  },
]

const complex = {
  id: ID,
  propertyId: VISIT,
  name: 'The Lofts',
  address: '2210 W 29th Ave',
  lat: 39.75,
  lng: -105,
  timeZone: 'America/Denver',
  units: 48,
  instructions: 'Gate 4711',
  groupId: null,
  groupName: null,
  buildings: [{ id: NORTH, name: 'North', unitCount: 4, units: '101-104' }],
  nights: [],
  perUnitMonthCents: 2_629,
  exceptions: [],
  comingNights: [],
  invoicing: null,
  pastNights: [
    {
      visitId: VISIT,
      date: '2026-03-01',
      serviceKey: 'valet_trash',
      state: 'completed',
      crewFirstName: 'Kayla',
      checkedCount: 1,
      buildingCount: 1,
      violationCount: 2,
    },
  ],
}

const round = {
  visitId: VISIT,
  complexId: ID,
  complexName: 'The Lofts',
  date: '2026-03-01',
  timeZone: 'America/Denver',
  serviceKey: 'valet_trash',
  state: 'in_progress',
  startedAt: null,
  completedAt: null,
  crewFirstName: 'Kayla',
  buildings: [
    {
      ...complex.buildings[0]!,
      isLeftOut: false,
      unitsLeftOut: ['103'],
      checkedAt: null,
      passed: null,
      photo: null,
    },
  ],
  exceptions: [],
  violations: [],
  instructions: 'Gate 4711',
  canWork: true,
  hasCheckpoints: true,
}

const NO_TRENDS = {
  from: '2026-01-01',
  to: '2026-03-02',
  beforeFrom: '2025-10-01',
  beforeTo: '2025-12-02',
  count: 0,
  countBefore: 0,
  nights: 0,
  nightsBefore: 0,
  months: [],
  buildings: [],
  kinds: [],
}
const BESIDE: object = {
  'GET /api/checkpoints': { checkpoints: [] },
  'GET /api/violation-trends': NO_TRENDS,
}

function show(
  screenNode: Parameters<typeof renderScreen>[0],
  query: string,
  replies: object,
  user: Partial<User> = { type: 'Customer' },
) {
  return renderScreen(screenNode, {
    path: `${urls.customerComplex.path}${query}`,
    user,
    replies: {
      'GET /api/services': services,
      'GET /api/report-addresses': { addresses: [] },
      ...BESIDE,
      ...replies,
    },
  })
}

test('a portfolio without complexes says what to do, and adds one by its address', async () => {
  const { calls, settle } = await show(<CustomerComplexes />, '', {
    'POST /api/get-complexes': [],
    'POST /api/get-complex-groups': [],
    'POST /api/search-places': {
      places: [{ address: '1600 E Colfax Ave', lat: 39.74, lng: -104.97, neighbourhood: 'City Park West' }],
    },
    'POST /api/add-complex': { complexId: ID, propertyId: VISIT },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add a complex' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Colfax Court' } })
  fireEvent.change(within(dialog).getByLabelText('Address'), { target: { value: '1600 E Col' } })
  fireEvent.click(await within(dialog).findByRole('button', { name: /1600 E Colfax Ave/ }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/add-complex')?.body).toMatchObject({
    name: 'Colfax Court',
    address: '1600 E Colfax Ave',
    lat: 39.74,
    units: 20,
    groupName: null,
  })
})

test('a complex shows what a unit costs, its nights with what came of them, and opens the proof', async () => {
  await show(<CustomerComplex />, `?id=${ID}&night=${VISIT}`, {
    'GET /api/complex': complex,
    'GET /api/complex-night': {
      ...round,
      completedAt: '2026-03-02T03:10:00Z',
      violations: [
        {
          id: VISIT,
          buildingId: NORTH,
          buildingName: 'North',
          unitLabel: '104',
          kind: 'overweight',
          note: '',
          reportedAt: '2026-03-02T03:05:00Z',
          photo: PHOTO,
        },
      ],
    },
  })
  expect(screen.getByText('$26.29')).toBeDefined()
  expect(screen.getByText('Valet trash · by Kayla · 1 of 1 buildings · 2 violations')).toBeDefined()
  const proof = await screen.findByRole('dialog')
  expect(within(proof).getByText('Completed by Kayla at 8:10 PM')).toBeDefined()
  expect(within(proof).getByText('Too heavy')).toBeDefined()
  expect(within(proof).getByRole('link', { name: 'Proof as PDF' }).getAttribute('href')).toBe(
    `/api/complex-report?visitId=${VISIT}`,
  )
})

test('who pays by invoice gives a complex a purchase order of its own', async () => {
  let invoicing = { poNumber: '', usualPoNumber: 'PO-2118' }
  const { calls, settle } = await show(<CustomerComplex />, `?id=${ID}`, {
    'GET /api/complex': () => ({ ...complex, invoicing }),
    'POST /api/save-complex-po-number': () => {
      invoicing = { ...invoicing, poNumber: 'LOFTS-9' }
      return { ok: true }
    },
  })
  expect(screen.getByText('PO-2118, as on all your invoices')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Change the purchase order' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Purchase order/), { target: { value: 'LOFTS-9' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('LOFTS-9')).toBeDefined()
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/save-complex-po-number')?.body).toEqual({
    complexId: ID,
    poNumber: 'LOFTS-9',
  })
})

test('who pays by card is asked for no purchase order', async () => {
  await show(<CustomerComplex />, `?id=${ID}`, { 'GET /api/complex': complex })
  expect(screen.queryByText('Purchase order')).toBeNull()
})

test('doors that cannot be read are said under the field, and nothing is lost', async () => {
  const { settle } = await show(<CustomerComplex />, `?id=${ID}`, {
    'GET /api/complex': complex,
    'POST /api/save-building': () => {
      throw refusal(400, { error: 'x', code: 'bad_input', fields: { units: '“9-1” counts backwards.' } })
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Add a building' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'South' } })
  fireEvent.change(within(dialog).getByLabelText('Doors'), { target: { value: '9-1' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await settle()
  expect(within(dialog).getByText('“9-1” counts backwards.')).toBeDefined()
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Doors').value).toBe('9-1')
})

test('whoever may only see changes neither buildings nor nights', async () => {
  await show(<CustomerComplex />, `?id=${ID}`, { 'GET /api/complex': complex }, onlySees)
  expect(screen.queryByRole('button', { name: /^(Add|Actions for|Remove)/ })).toBeNull()
})

test('a complex that is not there leads back to the list', async () => {
  await show(<CustomerComplex />, `?id=${ID}`, {
    'GET /api/complex': () => {
      throw refusal(404, { error: 'We couldn’t find that.', code: 'not_found' })
    },
  })
  expect(screen.getByRole('link', { name: 'All complexes' }).getAttribute('href')).toBe('/customer-complexes')
})

test('a crew sees complexes with open nights, nearest first, with pay', async () => {
  await show(
    <OpenComplexes />,
    '',
    {
      'POST /api/get-open-complexes': {
        hasBase: true,
        complexes: [
          {
            complexId: ID,
            name: 'The Lofts',
            neighbourhood: 'Highland',
            lat: 39.75,
            lng: -105,
            distanceFeet: 5_280,
            units: 48,
            buildingCount: 3,
            nights: [],
            payCents: 20_000,
          },
        ],
      },
    },
    { type: 'Crew' },
  )
  expect(screen.getByText('Highland · 48 units · 1.0 mi away')).toBeDefined()
  expect(screen.getByText('$200 a week')).toBeDefined()
})

test('on the round each building is one tap: the photo goes first, then the mark', async () => {
  const sent: string[] = []
  stubUpload(sent)
  const { calls } = await show(
    <CrewComplex />,
    `?id=${ID}&night=${VISIT}`,
    {
      'GET /api/night-round': round,
      'POST /api/check-building': { checkedCount: 1, buildingCount: 1 },
    },
    { type: 'Crew' },
  )
  expect(screen.getByText('0 of 1 buildings done')).toBeDefined()
  expect(screen.getByText('Skip: 103')).toBeDefined()
  const file = new File(['photo'], 'north.jpg', { type: 'image/jpeg' })
  fireEvent.change(screen.getByLabelText('Photo and done: North'), { target: { files: [file] } })
  await waitFor(() => expect(calls.map(({ key }) => key)).toContain('POST /api/check-building'))
  expect(sent).toHaveLength(1)
  expect(calls.find(({ key }) => key === 'POST /api/check-building')?.body).toEqual({
    visitId: VISIT,
    buildingId: NORTH,
    photoId: NORTH,
  })
})

test('field 39: without a connection the photo of a building is kept, and it is said what does not count yet', async () => {
  class NoNetwork extends EventTarget {
    upload = new EventTarget()
    open() {}
    setRequestHeader() {}
    send() {
      queueMicrotask(() => this.dispatchEvent(new Event('error')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', NoNetwork)
  const { client, calls } = await show(
    <CrewComplex />,
    `?id=${ID}&night=${VISIT}`,
    { 'GET /api/night-round': round },
    { type: 'Crew' },
  )
  await openFor(client, crypto.randomUUID())
  const file = new File(['photo'], 'north.jpg', { type: 'image/jpeg' })
  fireEvent.change(screen.getByLabelText('Photo and done: North'), { target: { files: [file] } })
  expect((await screen.findByRole('alert')).textContent).toContain('The photo is saved on this phone')
  expect(currentQueue().entries).toMatchObject([
    { visitId: VISIT, placeName: 'The Lofts', act: { kind: 'photo', sizeBytes: 5 } },
  ])
  expect(calls.map(({ key }) => key)).not.toContain('POST /api/check-building')
})

test('without a connection the round says what is kept and what has to wait', async () => {
  const hint = /codes and photos are kept and sent later/
  const open = () =>
    show(<CrewComplex />, `?id=${ID}&night=${VISIT}`, { 'GET /api/night-round': round }, { type: 'Crew' })
  await open()
  expect(screen.queryByText(hint)).toBeNull()
  cleanup()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await open()
  expect(screen.getByText(hint)).toBeDefined()
  vi.restoreAllMocks()
})

test('before its night a round cannot be walked, and says so', async () => {
  await show(
    <CrewComplex />,
    `?id=${ID}&night=${VISIT}`,
    { 'GET /api/night-round': { ...round, canWork: false } },
    { type: 'Crew' },
  )
  expect(screen.getByText(/The round opens on the night itself/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Photo and done' })).toBeNull()
})

/** Uploads go by XMLHttpRequest, for their progress. */
function stubUpload(sent: string[]): void {
  class Upload extends EventTarget {
    upload = new EventTarget()
    status = 200
    withCredentials = false
    responseText = JSON.stringify({ photo: PHOTO, photoCount: 1, photosRequired: 2 })
    open(_method: string, url: string) {
      sent.push(url)
    }
    setRequestHeader() {}
    send() {
      queueMicrotask(() => this.dispatchEvent(new Event('load')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload)
}
