import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { toId, type UserId } from '#domain/ids.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Catalogue } from './catalogue.tsx'
import type { EditedService } from '#web/services/service-form.tsx'

// What comes after the list; here it is there.
beforeAll(async () => void (await import('#web/checklists/service-checklist.tsx')), 60_000)
afterEach(cleanup)

const facts = {
  nameEn: 'Lawn mowing',
  nameEs: 'Corte de césped',
  unitEn: 'yard',
  unitsEn: 'yards',
  unitEs: 'jardín',
  unitsEs: 'jardines',
  icon: 'leaf',
  minutes: 20,
  minutesPerUnit: 5,
  photosRequired: 2,
  needs: [] as string[],
}
const lawn: EditedService = {
  ...facts,
  key: 'lawn',
  version: 3,
  isWeekly: true,
  isOnDemand: true,
  planned: [],
  past: [{ ...facts, minutes: 30, replacedAt: '2030-03-01T17:00:00Z', replacedByName: 'Olivia Hart' }],
}

const pool: EditedService = {
  ...lawn,
  key: 'pool',
  nameEn: 'Pool care',
  past: [],
  planned: [
    {
      from: localDate('2030-04-01'),
      minutes: 45,
      minutesPerUnit: 5,
      photosRequired: 2,
      needs: ['lawn'],
      plannedByName: 'Olivia Hart',
    },
  ],
}
const effect: Reply<'POST /api/preview-service'> = {
  jobs: 12,
  visits: 40,
  minutesBefore: 1_000,
  minutesAfter: 1_600,
  photosBefore: 2,
  photosAfter: 2,
  crewsBefore: 5,
  crewsAfter: 4,
  lostCrews: [
    {
      id: toId<UserId>('00000000-0000-4000-8000-000000000001'),
      name: 'Bo Reyes',
      city: 'Denver',
      weeklyStops: 1,
      visits: 3,
    },
  ],
  lostCrewCount: 1,
}

async function open(path: string) {
  return renderScreen(<Catalogue />, {
    path,
    user: { type: 'Operator' },
    replies: {
      'GET /api/service-list': [lawn, pool],
      'POST /api/save-service': { version: 4 },
      'POST /api/preview-service': effect,
      'POST /api/plan-service-change': { from: localDate('2030-05-01') },
      'POST /api/take-back-service-change': { from: localDate('2030-04-01') },
      'POST /api/add-service': { key: 'hedge_trimming' },
      'GET /api/service-checklist': { version: 0, items: [], saved: null, past: [] },
    },
  })
}

test('a service is changed with the version that was read, and shows what held before', async () => {
  const { calls } = await open('/operator/catalogue?show=services')
  expect(await screen.findByText('20 min + 5 min per yard, 2 photos')).toBeTruthy()
  await press('Edit: Lawn mowing')
  expect(screen.getByText(/30 min \+ 5 min per yard/)).toBeTruthy()
  expect(screen.getByText(/Replaced by Olivia Hart/)).toBeTruthy()
  await type('English name', 'Lawn care')
  await press('Save the service')
  expect(await screen.findByText('The service is saved.')).toBeTruthy()
  expect(calls.find(({ key }) => key === 'POST /api/save-service')?.body).toEqual({
    ...facts,
    key: 'lawn',
    version: 3,
    nameEn: 'Lawn care',
  })
})

test('a new service says how it is sold', async () => {
  const { calls } = await open('/operator/catalogue?show=services')
  await screen.findByText('Lawn mowing')
  await press('New service')
  for (const [label, value] of [
    ['English name', 'Hedge trimming'],
    ['Spanish name', 'Poda de setos'],
    ['English unit, of one', 'hedge'],
    ['Of more', 'hedges'],
    ['Spanish unit, of one', 'seto'],
    ['Of more, in Spanish', 'setos'],
  ] as const)
    await type(label, value)
  await act(async () => fireEvent.click(screen.getByLabelText('Can be ordered on demand')))
  await press('Add the service')
  expect(await screen.findByText('The service is added. Now set its price.')).toBeTruthy()
  expect(calls.find(({ key }) => key === 'POST /api/add-service')?.body).toMatchObject({
    nameEn: 'Hedge trimming',
    unitsEs: 'setos',
    isWeekly: true,
    isOnDemand: false,
  })
})

test('what touches work or crews is shown before it is saved', async () => {
  const { calls } = await open('/operator/catalogue?show=services&edit=lawn')
  const form = within(screen.getByRole('form', { name: 'Edit' }))
  await act(async () => fireEvent.click(form.getByRole('checkbox', { name: 'Pool care' })))
  await act(async () => fireEvent.click(form.getByRole('button', { name: 'See what it touches' })))
  expect(calls.some(({ key }) => key === 'POST /api/save-service')).toBe(false)
  expect(form.getByText('Bo Reyes, Denver: 3 visits and 1 weekly stop')).toBeTruthy()
  expect(form.getByText('5 → 4')).toBeTruthy()
  await act(async () => fireEvent.click(form.getByRole('button', { name: 'Save the service' })))
  expect(calls.find(({ key }) => key === 'POST /api/save-service')?.body).toMatchObject({ needs: ['pool'] })
})

test('another wish is looked at anew', async () => {
  await open('/operator/catalogue?show=services&edit=lawn')
  const form = within(screen.getByRole('form', { name: 'Edit' }))
  await act(async () => fireEvent.click(form.getByRole('checkbox', { name: 'Pool care' })))
  await act(async () => fireEvent.click(form.getByRole('button', { name: 'See what it touches' })))
  const more = form.getByLabelText('Photos that prove it')
  await act(async () => fireEvent.change(more, { target: { value: '5' } }))
  expect(form.getByRole('button', { name: 'See what it touches' })).toBeTruthy()
  expect(form.queryByText('5 → 4')).toBeNull()
})

test('what held before is brought back into the form', async () => {
  await open('/operator/catalogue?show=services&edit=lawn')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Bring back/ })))
  const form = within(screen.getByRole('form', { name: 'Edit' }))
  expect(form.getByLabelText<HTMLInputElement>('Minutes for coming').value).toBe('30')
  expect(form.getByRole('button', { name: 'See what it touches' })).toBeTruthy()
})

test('a change begins on a day: seen, planned, and taken back', async () => {
  const { calls } = await open('/operator/catalogue?show=services&edit=pool')
  expect(screen.getByText('From Apr 1, 2030')).toBeTruthy()
  expect(screen.getByText(/crews that also offer Lawn mowing/)).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'From a day on' })))
  const form = within(screen.getByRole('form', { name: 'Plan the change' }))
  await act(async () =>
    fireEvent.change(form.getByLabelText('Begins on'), { target: { value: '2030-05-01' } }),
  )
  await act(async () => fireEvent.click(form.getByRole('button', { name: 'See what it touches' })))
  await act(async () => fireEvent.click(form.getByRole('button', { name: 'Plan the change' })))
  expect(calls.find(({ key }) => key === 'POST /api/plan-service-change')?.body).toEqual({
    key: 'pool',
    from: '2030-05-01',
    minutes: 20,
    minutesPerUnit: 5,
    photosRequired: 2,
    needs: [],
  })
  await press('Take back: Apr 1, 2030')
  expect(calls.find(({ key }) => key === 'POST /api/take-back-service-change')?.body).toEqual({
    key: 'pool',
    from: '2030-04-01',
  })
})

test('the checklist of a service opens beside the list, in place of what the service is', async () => {
  const { calls } = await open('/operator/catalogue?show=services&edit=lawn')
  await press('Checklist: Lawn mowing')
  const panel = within(screen.getByRole('complementary'))
  expect(await panel.findByText(/^Crews go through no list/)).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Save the service' })).toBeNull()
  expect(calls.find(({ key }) => key === 'GET /api/service-checklist')?.query).toEqual({ key: 'lawn' })
})

test('a panel that is closed leaves the list, also where scrolling answers a promise', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
  await open('/operator/catalogue?show=services&edit=lawn')
  const panel = within(screen.getByRole('complementary'))
  await act(async () => fireEvent.click(panel.getByRole('button', { name: 'Close' })))
  expect(screen.getByRole('button', { name: 'Edit: Lawn mowing' })).toBeTruthy()
  expect(scroll).toHaveBeenCalled()
  scroll.mockRestore()
})

async function press(name: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}

async function type(label: string, value: string) {
  await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
}
