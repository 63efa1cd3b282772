import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { PropertyGroupId, PropertyId, PropertyImportId, VisitId, WeeklyJobId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import { localTime } from '#domain/time.ts'
import { EVERY_WEEK } from '#domain/schedule/rhythm.ts'
import type { Reply } from '#web/api.ts'
import type { PropertyCard } from '#web/places/group-rows.ts'
import { PropertiesByGroup } from '#web/places/properties-by-group.tsx'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { ImportProperties } from './import-properties.tsx'
import { PlacesTesting } from './places-testing.tsx'
import { PropertyScreen } from './property.tsx'
import type { ImportProgress, Property, UploadedFile } from './reply-types.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Dialogs are downloaded when they first open. */
const LAZY = { timeout: 5_000 }
const customer = { type: 'Customer' as const }
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const choose = (label: RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))

const cottage: PropertyCard = {
  id: 'p1' as PropertyId,
  name: 'Cottage',
  address: null,
  neighbourhood: 'Baker',
  lat: 39.72,
  lng: -104.99,
  groupId: 'g1' as PropertyGroupId,
  groupName: 'East side',
  weeklyJobCount: 1,
  nextVisit: { date: '2026-03-03' as LocalDate, state: 'confirmed' },
}
const visit = (id: string, state: Property['comingVisits'][number]['state']) => ({
  id: id as VisitId,
  serviceKey: 'bins',
  date: '2026-03-03' as LocalDate,
  startsAt: '2026-03-03T16:00:00Z',
  endsAt: '2026-03-03T19:00:00Z',
  state,
  crewFirstName: 'Cleo',
  photoCount: 2,
})
const detail: Property = {
  ...cottage,
  kind: 'House',
  externalRef: '~0123',
  timeZone: 'America/Denver',
  accessNotes: '',
  isRemoved: false,
  weeklyJobs: [
    {
      id: 'j1' as WeeklyJobId,
      serviceKey: 'bins',
      weekdays: [2] as Property['weeklyJobs'][number]['weekdays'],
      rhythm: EVERY_WEEK,
      windowStart: localTime('09:00'),
      windowEnd: localTime('12:00'),
      quantity: 1,
      state: 'active',
    },
  ],
  comingVisits: [visit('v1', 'confirmed')],
  pastVisits: [visit('v0', 'completed')],
  nextPastCursor: 'older',
}
const services = [
  { key: 'bins', nameEn: 'Bins to the curb', nameEs: 'Botes', icon: 'bin' },
] as unknown as Reply<'GET /api/services'>

function renderProperty(more: Replies = {}, property = detail) {
  const replies: Replies = { 'GET /api/services': services, 'GET /api/property': property, ...more }
  return renderScreen(<PropertyScreen />, {
    path: '/property/p1',
    pattern: '/property/:property_id',
    user: customer,
    replies,
  })
}

test('properties stand below their group with what comes next', async () => {
  await renderScreen(<PropertiesByGroup />, { user: customer, replies: { 'GET /api/properties': [cottage] } })
  const list = screen.getByRole('list', { name: 'Properties' })
  expect(
    within(list)
      .getByRole('button', { name: /^East side/ })
      .getAttribute('aria-expanded'),
  ).toBe('true')
  const row = within(list).getByRole('link', { name: /Cottage/ })
  expect(row.getAttribute('href')).toBe('/property/p1')
  expect(row.textContent).toContain('Baker · 39.7200, -104.9900')
  expect(row.textContent).toContain('Next Tue, Mar 3')
  await press(/^East side/)
  expect(within(list).queryByRole('link')).toBeNull()
})

test('without properties the list says how to begin', async () => {
  await renderScreen(<PropertiesByGroup />, { user: customer, replies: { 'GET /api/properties': [] } })
  expect(screen.getByText('No properties yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Import from a file' }).getAttribute('href')).toBe(
    '/import-properties',
  )
})

test('a list that fails says so and is asked for again', async () => {
  let isAway = true
  const { settle } = await renderScreen(<PropertiesByGroup />, {
    user: customer,
    replies: {
      'GET /api/properties': () => {
        if (isAway) throw refusal(503, { error: 'We are not available right now.', code: 'unavailable' })
        return [cottage]
      },
    },
  })
  expect(screen.getByRole('alert').textContent).toContain('We are not available right now.')
  isAway = false
  await press('Try again')
  await settle()
  expect(screen.getByRole('link', { name: /Cottage/ })).toBeTruthy()
})

test('a property is added at an address chosen from the search', async () => {
  const place = {
    address: '1234 N Vine St, Denver, CO',
    neighbourhood: 'Cheesman Park',
    lat: 39.7358,
    lng: -104.9621,
    timeZone: 'America/Denver',
  }
  const { calls, settle } = await renderScreen(<PropertiesByGroup />, {
    user: customer,
    replies: {
      'GET /api/properties': [],
      'GET /api/property-groups': [{ id: 'g1' as PropertyGroupId, name: 'East side', propertyCount: 1 }],
      'POST /api/search-places': { places: [place] },
      'POST /api/add-property': { propertyId: 'p2' as PropertyId },
    },
  })
  await press('Add property')
  const dialog = await screen.findByRole('dialog', {}, LAZY)
  type(/^Name/, 'Vine')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Add property' })))
  expect(screen.getAllByText('Choose an address from the list.').length).toBeGreaterThan(0)
  type(/^Address/, '1234 n vine')
  await settle()
  await press(/1234 N Vine St/)
  type(/^Group/, 'East side')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Add property' })))
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/add-property')?.body).toEqual({
    name: 'Vine',
    address: place.address,
    lat: place.lat,
    lng: place.lng,
    groupName: 'East side',
    accessNotes: '',
  })
  expect(screen.getByText('Vine is added.')).toBeTruthy()
})

test('a property is added at coordinates, and words are no coordinates', async () => {
  const { calls, settle } = await renderScreen(<PropertiesByGroup />, {
    user: customer,
    replies: {
      'GET /api/properties': [],
      'GET /api/property-groups': [],
      'POST /api/add-property': { propertyId: 'p2' as PropertyId },
    },
  })
  await press('Add property')
  await screen.findByRole('dialog', {}, LAZY)
  await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'On the map' })))
  type(/^Name/, 'Pin')
  type(/^Latitude/, 'north')
  type(/^Longitude/, '-104,99')
  const dialog = screen.getByRole('dialog')
  const submit = () =>
    act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Add property' })))
  await submit()
  expect(screen.getAllByText('Give degrees like 39.7392.').length).toBeGreaterThan(0)
  type(/^Latitude/, '39.7392')
  await submit()
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/add-property')?.body).toMatchObject({
    lat: 39.7392,
    lng: -104.99,
    address: null,
    groupName: null,
  })
})

test('one property shows its services, what comes, what was, and hides an inner reference', async () => {
  const { settle } = await renderProperty({
    'GET /api/property': ({ query }) =>
      query['pastCursor'] === undefined
        ? detail
        : { ...detail, pastVisits: [visit('v-1', 'missed')], nextPastCursor: null },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cottage')
  expect(screen.getByText('Tue · 9:00 AM – 12:00 PM')).toBeTruthy()
  expect(screen.queryByText('~0123')).toBeNull()
  const past = screen.getByRole('list', { name: 'Past visits' })
  expect(past.textContent).toContain('with Cleo · 2 photos')
  await press('Show earlier visits')
  await settle()
  expect(within(past).getAllByRole('link')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Show earlier visits' })).toBeNull()
})

test('access notes are written in place', async () => {
  const { calls } = await renderProperty({ 'POST /api/update-property': { ok: true } })
  await press('Edit the notes')
  fireEvent.change(screen.getByRole('textbox', { name: /Access notes/ }), {
    target: { value: 'Gate code 12' },
  })
  await press('Save')
  expect(calls.find(({ key }) => key === 'POST /api/update-property')?.body).toEqual({
    propertyId: 'p1',
    accessNotes: 'Gate code 12',
  })
})

test('removing says which services end with it before anything ends', async () => {
  const { calls, settle } = await renderProperty({
    'POST /api/remove-property': ({ body }) => ({
      isRemoved: (body as { endsWeeklyJobs?: boolean }).endsWeeklyJobs === true,
      weeklyJobs: detail.weeklyJobs,
    }),
  })
  await press('Actions for this property')
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'Remove' })))
  expect(
    await screen.findByText(/These weekly services end with it: Bins to the curb\./, {}, LAZY),
  ).toBeTruthy()
  expect(calls.filter(({ key }) => key === 'POST /api/remove-property')).toHaveLength(1)
  await press('Remove and end them')
  await settle()
  expect(calls.findLast(({ key }) => key === 'POST /api/remove-property')?.body).toEqual({
    propertyId: 'p1',
    endsWeeklyJobs: true,
  })
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

test('a property that is not there says so kindly', async () => {
  await renderProperty({
    'GET /api/property': () => {
      throw refusal(404, { error: 'We couldn’t find that.', code: 'not_found' })
    },
  })
  expect(screen.getByRole('link', { name: 'All properties' }).getAttribute('href')).toBe('/')
})

test('the test of the address search shows the raw answer', async () => {
  const place = {
    address: '1 N Vine St',
    neighbourhood: null,
    lat: 39.7,
    lng: -104.9,
    timeZone: 'America/Denver',
  }
  const { settle } = await renderScreen(<PlacesTesting />, {
    user: customer,
    replies: { 'POST /api/search-places': { places: [place] } },
  })
  type(/^Address/, 'vine')
  await settle()
  expect(screen.getByRole('list', { name: '1 address found' }).textContent).toContain(
    '39.7, -104.9 · America/Denver',
  )
  expect(screen.getByText(/"timeZone": "America\/Denver"/)).toBeTruthy()
})

const uploaded: UploadedFile = {
  importId: 'i1' as PropertyImportId,
  fileName: 'listings.csv',
  delimiter: ',',
  header: ['id', 'title', 'y', 'x'],
  sampleRows: [['360', 'Chickadee Cottage', '39.76', '-105.00']],
  mapping: { reference: 0, name: 1 },
  totalRows: 5_151,
  sizeBytes: 1_000,
  encoding: 'utf-8',
  guessedWord: null,
  sheet: null,
}
const progress: ImportProgress = {
  id: 'i1' as PropertyImportId,
  fileName: 'listings.csv',
  state: 'done',
  totalRows: 5_151,
  readRows: 5_151,
  added: 5_000,
  updated: 100,
  unchanged: 49,
  refused: 2,
  failure: null,
  createdAt: '2026-03-02T16:00:00Z',
  finishedAt: '2026-03-02T16:00:02Z',
  refusals: [
    { rowNumber: 13, column: 'Breitengrad', sentence: 'These coordinates are not a place on the map.' },
  ],
}

test('where it is a guess how a file is written, a word of it is shown', async () => {
  stubUpload(200, { ...uploaded, encoding: 'windows-1252', guessedWord: 'Señor' })
  await renderScreen(<ImportProperties />, {
    path: '/import-properties',
    pattern: '/import-properties',
    user: customer,
    replies: { 'GET /api/property-imports': [] },
  })
  await chooseFile('listings.csv')
  expect(screen.getByText(/we read it as Windows text\. Does “Señor” look right\?/)).toBeTruthy()
})

test('of a workbook it is said which sheet was read', async () => {
  stubUpload(200, { ...uploaded, sheet: { name: 'Rentals', otherSheets: 2 } })
  await renderScreen(<ImportProperties />, {
    path: '/import-properties',
    pattern: '/import-properties',
    user: customer,
    replies: { 'GET /api/property-imports': [] },
  })
  await chooseFile('units.xlsx')
  expect(screen.getByText('Read from the sheet “Rentals”; 2 other sheets are left out.')).toBeTruthy()
})

test('a file is sent, its columns are chosen, and the result counts', async () => {
  const sent = stubUpload(200, uploaded)
  const { calls, settle } = await renderScreen(<ImportProperties />, {
    path: '/import-properties',
    pattern: '/import-properties',
    user: customer,
    replies: {
      'GET /api/property-imports': [],
      'POST /api/start-property-import': { ok: true },
      'GET /api/property-import': progress,
      'GET /api/properties': [],
      'GET /api/property-groups': [],
    },
  })
  await chooseFile('listings.csv')
  expect(sent).toEqual(['/api/upload-property-csv?fileName=listings.csv'])
  expect(screen.getByText('5,151 rows and 4 columns found')).toBeTruthy()
  await press('Import 5,151 rows')
  expect(screen.getAllByText('Choose both coordinates, or the address.').length).toBeGreaterThan(0)
  await choose(/^Latitude/, '2')
  await choose(/^Longitude/, '3')
  const preview = screen.getByRole('table', { name: 'Preview of the first rows' })
  expect(preview.textContent).toContain('Chickadee Cottage')
  await press('Import 5,151 rows')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/start-property-import')?.body).toEqual({
    importId: 'i1',
    mapping: { reference: 0, name: 1, lat: 2, lng: 3 },
  })
  expect(screen.getByText('The import is done')).toBeTruthy()
  expect(screen.getByText('5,000')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Download the refused rows' }).getAttribute('href')).toBe(
    '/api/property-import-refusals.csv?importId=i1',
  )
  expect(screen.getByRole('list', { name: 'Rows that were not taken' }).textContent).toBe(
    'Row 13, Breitengrad: These coordinates are not a place on the map.',
  )
  expect(screen.getByText('And 1 more row in the file.')).toBeTruthy()
})

test('ux 17: an address in several columns is shown as such, and all of them are sent', async () => {
  stubUpload(200, {
    ...uploaded,
    header: ['Listing nickname', 'Where is it', 'Town', 'State', 'ZIP'],
    sampleRows: [['Heron House', '12 Elm St', 'Golden', 'CO', '80401']],
    mapping: { name: 0, address: 1, city: 2, state: 3, zip: 4 },
  })
  const { calls, settle } = await renderScreen(<ImportProperties />, {
    path: '/import-properties',
    pattern: '/import-properties',
    user: customer,
    replies: {
      'GET /api/property-imports': [],
      'POST /api/start-property-import': { ok: true },
      'GET /api/property-import': progress,
    },
  })
  await chooseFile('listings.csv')
  const preview = screen.getByRole('table', { name: 'Preview of the first rows' })
  for (const text of ['Address', 'City', 'State', 'ZIP code', '12 Elm St', 'Golden', '80401'])
    expect(preview.textContent).toContain(text)
  await press('Import 5,151 rows')
  await settle()
  expect(calls.find(({ key }) => key === 'POST /api/start-property-import')?.body).toEqual({
    importId: 'i1',
    mapping: { name: 0, address: 1, city: 2, state: 3, zip: 4 },
  })
})

test('a refused file says why and another can be chosen', async () => {
  stubUpload(422, { error: 'Line 17 is not in UTF-8.', code: 'file_not_utf8' })
  await renderScreen(<ImportProperties />, { user: customer, replies: { 'GET /api/property-imports': [] } })
  await chooseFile('latin.csv')
  expect(screen.getByRole('alert').textContent).toContain('Line 17 is not in UTF-8.')
  expect(screen.getByLabelText(/Choose an Excel or CSV file/)).toBeTruthy()
})

test('an import under way shows how far it is, and goes on after a reload', async () => {
  await renderScreen(<ImportProperties />, {
    path: '/import-properties?id=i1',
    user: customer,
    replies: { 'GET /api/property-import': { ...progress, state: 'running', readRows: 2_000 } },
  })
  expect(screen.getByText('2,000 of 5,151 rows')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('39')
})

test('the import speaks Spanish', async () => {
  await renderScreen(<ImportProperties />, {
    user: customer,
    language: 'es',
    replies: { 'GET /api/property-imports': [progress] },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Importar propiedades')
  expect(screen.getByText(/5,000 agregadas, 100 actualizadas, 2 rechazadas/)).toBeTruthy()
})

async function chooseFile(name: string): Promise<void> {
  const file = new File(['id,name'], name, { type: 'text/csv' })
  await act(async () =>
    fireEvent.change(screen.getByLabelText(/Choose an Excel or CSV file/), { target: { files: [file] } }),
  )
}

/** Stands in for the browser's way of sending with progress; answers at once. */
function stubUpload(status: number, answer: unknown): string[] {
  const sent: string[] = []
  class StubRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly status = status
    readonly responseText = JSON.stringify(answer)
    withCredentials = false
    open(_method: string, address: string): void {
      sent.push(address)
    }
    setRequestHeader(): void {}
    send(): void {
      this.dispatchEvent(new Event('load'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubRequest)
  return sent
}
