import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { GetStarted } from './get-started.tsx'

// Fetched for those alone whom nobody serves; here it is there at once.
beforeAll(() => import('#web/places/waitlist-form.tsx'))
afterEach(cleanup)

const cents = (value: number) => value as Cents
const bins: Reply<'GET /api/services'>[number] = {
  key: 'bins',
  nameEn: 'Bins to the curb and back',
  nameEs: 'Botes a la acera y de vuelta',
  unitEn: 'bin',
  unitEs: 'bote',
  unitsEn: 'bins',
  unitsEs: 'botes',
  icon: 'bin',
  minutes: 5,
  minutesPerUnit: 1,
  photosRequired: 1,
  isWeekly: true,
  isOffered: true,
  price: null,
}
const facts: Reply<'GET /get-started/_payload.json'> = {
  cities: [{ name: 'Denver', lat: 39.7, lng: -104.9 }],
  lately: { days: 28, visitCount: 1_240, isMore: false, rating: 4.84, ratingCount: 310 },
  quarters: [{ name: 'Highland', visitCount: 60, lat: 39.76, lng: -105.01 }],
  crews: { shareBasisPoints: 7_000, weekCents: cents(61_200), hourCents: null },
}
const replies: Replies = {
  'GET /api/services': [bins],
  'GET /get-started/_payload.json': facts,
  'POST /api/price-street': ({ body }) => {
    const { items } = body as { items: { serviceKey: string; quantity: number }[] }
    return {
      market: { name: 'Denver' },
      prices: items.map(({ serviceKey, quantity }) => ({
        serviceKey,
        quantity,
        totalCents: cents(700 + 150 * quantity),
        taxCents: cents(0),
        hasCrews: true,
      })),
    }
  },
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('ux 9: a stranger sees prices before typing anything, and tries quantities and quarters', async () => {
  const view = await renderScreen(<GetStarted />, { path: '/get-started', replies })
  await view.settle()
  const prices = screen.getByRole('region', { name: 'Prices for Denver' })
  expect(within(prices).getByText('2 bins')).toBeTruthy()
  expect(within(prices).getByText('$10')).toBeTruthy()
  await press('Bins to the curb and back: more')
  await view.settle()
  expect(within(prices).getByText('$11.50')).toBeTruthy()
  await press('Highland')
  await view.settle()
  expect(screen.getByRole('region', { name: 'Prices for Highland' })).toBeTruthy()
  expect(view.calls.findLast(({ key }) => key === 'POST /api/price-street')?.body).toMatchObject({
    lat: 39.76,
    lng: -105.01,
    items: [{ serviceKey: 'bins', quantity: 3 }],
  })
})

test('it says what crews earn, where we are and how well it went, and leads both ways', async () => {
  const view = await renderScreen(<GetStarted />, { path: '/get-started', replies })
  await view.settle()
  for (const text of ['$612', '70%', 'Denver']) expect(screen.getByText(text)).toBeTruthy()
  expect(
    screen.getByText(/1,240 visits done in the last 28 days.*4\.8 of 5 stars in 310 ratings/),
  ).toBeTruthy()
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('Create an account')).toBe('/register-customer')
  expect(href('Join as crew')).toBe('/register-crew')
  expect(href('Book something for today')).toBe('/ondemand')
})

test('a house that is new has no figures to boast of, and a street that is not served says so', async () => {
  const view = await renderScreen(<GetStarted />, {
    path: '/get-started',
    language: 'es',
    replies: {
      ...replies,
      'GET /get-started/_payload.json': {
        ...facts,
        lately: { ...facts.lately, visitCount: 0, rating: null, ratingCount: 0 },
        quarters: [],
        crews: { ...facts.crews, weekCents: null },
      },
      'POST /api/price-street': { market: null, prices: [] },
    },
  })
  await view.settle()
  expect(screen.getByText('Todavía no trabajamos aquí')).toBeTruthy()
  expect(screen.queryByText(/visitas hechas/)).toBeNull()
  expect(screen.getByText('70%')).toBeTruthy()
})
