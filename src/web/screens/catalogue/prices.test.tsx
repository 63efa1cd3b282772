import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Catalogue } from './catalogue.tsx'

afterEach(cleanup)

type PriceList = Reply<'GET /api/price-list'>

const began = {
  baseCents: cents(700),
  unitCents: cents(150),
  minimumCents: cents(1_000),
  from: localDate('2025-01-01'),
  writerName: null,
  writtenAt: '2025-01-01T07:00:00Z',
}
const bins: PriceList['services'][number] = {
  key: 'bins',
  nameEn: 'Bins to the curb and back',
  nameEs: 'Botes a la acera y de vuelta',
  unitEn: 'bin',
  unitEs: 'bote',
  unitsEn: 'bins',
  unitsEs: 'botes',
  icon: 'bin',
  isWeekly: true,
  minutes: 5,
  minutesPerUnit: 1,
  photosRequired: 1,
  price: began,
  upcoming: [],
  history: [began],
  ofMarket: {
    price: { ...began, baseCents: cents(800) },
    upcoming: [],
    history: [{ ...began, baseCents: cents(800), isEnd: false }],
  },
  specialCount: 0,
}
const effect: Reply<'POST /api/preview-price'> = {
  before: began,
  after: began,
  jobs: 212,
  customers: 96,
  visitsPerWeek: 240,
  perWeekBeforeCents: cents(288_000),
  perWeekAfterCents: cents(336_000),
}

async function open(path = '/operator/catalogue', maySetForEveryone = true) {
  return renderScreen(<Catalogue />, {
    path,
    user: { type: 'Operator' },
    replies: {
      'GET /api/price-list': {
        today: localDate('2030-03-02'),
        marketName: 'Denver',
        maySetForEveryone,
        services: [bins],
      },
      'POST /api/preview-price': effect,
      'POST /api/set-price': { ok: true as const, customersNotified: 96 },
      'POST /api/preview-price-end': effect,
      'POST /api/end-price': { ok: true as const, customersNotified: 96 },
      'POST /api/find-price-scopes': {
        scopes: [
          {
            groupId: null,
            propertyId: '00000000-0000-4000-8000-000000000001' as NonNullable<
              Reply<'POST /api/find-price-scopes'>['scopes'][number]['propertyId']
            >,
            name: 'Elm House',
            customerName: 'Ann Lee',
          },
        ],
      },
    },
  })
}

test('the effect of a price is shown before it is set, and again after a change', async () => {
  const { calls } = await open()
  expect(screen.getByText('$7 + $1.50 per bin, at least $10')).toBeTruthy()
  await press('Change price: Bins to the curb and back')
  await type('For coming', '9')
  await press('Show the effect')
  expect(screen.getByText('212')).toBeTruthy()
  expect(screen.getByText('+$480')).toBeTruthy()
  await type('At least', '12')
  expect(screen.queryByText('212')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Set the price' })).toBeNull()
  await press('Show the effect')
  await press('Set the price')
  expect(calls.filter(({ key }) => key === 'POST /api/set-price').map(({ body }) => body)).toEqual([
    {
      serviceKey: 'bins',
      isOfMarket: false,
      groupId: null,
      propertyId: null,
      baseCents: 900,
      unitCents: 150,
      minimumCents: 1_200,
      from: '2030-03-03',
    },
  ])
  expect(await screen.findByText('The price is set. 96 customers are notified.')).toBeTruthy()
})

test('an amount that is none is refused at its field, and nothing is asked', async () => {
  const { calls } = await open('/operator/catalogue?service=bins')
  await type('For each bin', 'free')
  await press('Show the effect')
  expect(screen.getAllByText('Give an amount in dollars.').length).toBeGreaterThan(0)
  expect(calls.some(({ key }) => key === 'POST /api/preview-price')).toBe(false)
})

test('a place is looked for and gets a price of its own', async () => {
  const { calls } = await open('/operator/catalogue?service=bins')
  await press('A group or place')
  await press('Show the effect')
  expect(screen.getAllByText('Choose the group or place.').length).toBeGreaterThan(0)
  await type('Name, address or customer', 'elm')
  await press('Search')
  await act(async () => fireEvent.click(await screen.findByText('Elm House')))
  await press('Show the effect')
  expect(calls.find(({ key }) => key === 'POST /api/preview-price')?.body).toMatchObject({
    groupId: null,
    propertyId: '00000000-0000-4000-8000-000000000001',
  })
})

test('whoever runs one city sets prices of that city, and is not offered everyone’s', async () => {
  const { calls } = await open('/operator/catalogue?service=bins', false)
  expect(screen.queryByText('Everyone')).toBeNull()
  await press('Show the effect')
  expect(calls.find(({ key }) => key === 'POST /api/preview-price')?.body).toMatchObject({ isOfMarket: true })
})

test('a city has a price of its own, which ends from a day on', async () => {
  const { calls } = await open()
  expect(screen.getByText('In Denver: $8 + $1.50 per bin, at least $10')).toBeTruthy()
  await press('Change price: Bins to the curb and back')
  await press('Denver')
  await press('Show the effect')
  expect(calls.find(({ key }) => key === 'POST /api/preview-price')?.body).toMatchObject({
    isOfMarket: true,
    baseCents: 800,
  })
  await press('End: $8 + $1.50 per bin, at least $10 from Jan 1, 2025')
  const ending = within(screen.getByRole('region', { name: 'Prices of Denver' }))
  await act(async () => fireEvent.click(ending.getByRole('button', { name: 'Show the effect' })))
  await act(async () => fireEvent.click(await ending.findByRole('button', { name: 'End the price' })))
  expect(calls.find(({ key }) => key === 'POST /api/end-price')?.body).toEqual({
    serviceKey: 'bins',
    isOfMarket: true,
    groupId: null,
    propertyId: null,
    from: '2030-03-03',
  })
  expect(await screen.findByText('The price ends. 96 customers are notified.')).toBeTruthy()
})

async function press(name: string) {
  const target = screen.queryByRole('button', { name }) ?? screen.getByRole('radio', { name })
  await act(async () => fireEvent.click(target))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

async function type(label: string, value: string) {
  await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
}
