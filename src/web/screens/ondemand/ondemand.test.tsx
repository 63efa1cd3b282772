import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OnDemandOrderId, PropertyId, UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { type Cents, cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { DEVICE, keepAnswers } from '#web/steps/kept-answers.ts'
import { Ondemand } from './ondemand.tsx'
import { stepsOf } from './order-timeline.tsx'

// Chunks of their own; here they are there from the start.
beforeAll(() => Promise.all([import('./account-part.tsx'), import('#web/money/card-form.tsx')]))
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const PLACE = {
  address: '101 W Colfax Ave, Denver',
  neighbourhood: null,
  lat: 39.7,
  lng: -104.9,
  timeZone: 'America/Denver',
}
const TOKEN = 'a'.repeat(43)
const ORDER = '0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c01' as OnDemandOrderId

const rules = {
  freeMinutes: 5,
  freeHoursBefore: 24,
  acceptedFeeCents: cents(2_280),
  onTheWayFeeCents: cents(4_560),
  noAccessFeeCents: cents(5_700),
  missedCreditCents: cents(1_000),
}
const quote: Reply<'POST /api/quote-on-demand'> = {
  lines: [
    { kind: 'service', amountCents: cents(9_500) },
    { kind: 'same_day', amountCents: cents(1_900) },
  ],
  totalCents: cents(11_400),
  date: localDate('2026-03-05'),
  startsAt: '2026-03-05T17:00:00Z',
  endsAt: '2026-03-05T19:00:00Z',
  timeZone: 'America/Denver',
  rules,
  holiday: { nameEn: 'Arbor Day', nameEs: 'Día del Árbol' },
}
const handyman: Reply<'GET /api/services'>[number] = {
  key: 'handyman',
  nameEn: 'Handyman hour',
  nameEs: 'Hora de reparaciones',
  unitEn: 'hour',
  unitEs: 'hora',
  unitsEn: 'hours',
  unitsEs: 'horas',
  icon: 'tool',
  minutes: 10,
  minutesPerUnit: 60,
  photosRequired: 2,
  isWeekly: false,
  isOffered: true,
  price: { baseCents: cents(1_500), unitCents: cents(8_000), minimumCents: cents(9_500) },
}
const open: Replies = {
  'GET /api/services': [handyman],
  'POST /api/search-places': { places: [PLACE] },
  'POST /api/get-on-demand-services': {
    isServed: true,
    services: [
      { serviceKey: 'handyman', hasCrews: true },
      { serviceKey: 'snow', hasCrews: false },
    ],
  },
  'POST /api/quote-on-demand': quote,
}
const order: Reply<'GET /api/on-demand-order'> = {
  ...quote,
  id: ORDER,
  serviceKey: 'handyman',
  propertyId: 'p' as PropertyId,
  placeName: '101 W Colfax Ave',
  progress: 'accepted',
  createdAt: '2026-03-05T17:00:00Z',
  quantity: 1,
  isNow: true,
  notes: '',
  address: PLACE.address,
  lat: PLACE.lat,
  lng: PLACE.lng,
  visitId: 'v' as never,
  declineCode: null,
  canTryAgain: false,
  crew: { firstName: 'Maria', rating: 4.8, ratingCount: 12, expectedAt: '2026-03-05T17:30:00Z' },
  timeline: [
    { progress: 'looking', at: '2026-03-05T17:00:00Z' },
    { progress: 'accepted', at: '2026-03-05T17:02:00Z' },
  ],
  orderPhotos: [],
  workPhotos: [],
  cancellation: { feeCents: cents(2_280), freeUntil: null },
  feeCents: cents(0),
  creditCents: cents(0),
  payment: null,
}

/** As an earlier page of a stranger kept it. */
function keep(answers: object) {
  keepAnswers({ name: 'on-demand-order', version: 1 }, DEVICE, answers, Date.now())
}

async function toThePrice(replies: Replies = open, language: Language = 'en') {
  const page = await renderScreen(<Ondemand />, { path: '/ondemand', replies, language })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '101 W Colfax' } })
  await page.settle()
  fireEvent.click(screen.getByRole('button', { name: /101 W Colfax/ }))
  await page.settle()
  fireEvent.click(screen.getByRole('button', { name: language === 'en' ? 'Next' : 'Siguiente' }))
  await page.settle()
  fireEvent.click(screen.getByRole('button', { name: /Handyman|reparaciones/ }))
  await page.settle()
  fireEvent.click(screen.getByRole('button', { name: language === 'en' ? 'See the price' : 'Ver el precio' }))
  await page.settle()
  return page
}

describe('before there is an account', () => {
  test('leads from the place over service and time to the exact price and the rules', async () => {
    await toThePrice()
    expect(screen.getByText('Same day')).toBeTruthy()
    expect(screen.getByText('$114')).toBeTruthy()
    expect(screen.getByText('Later it costs $22.80.')).toBeTruthy()
    expect(screen.getByLabelText('Mobile phone')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send me a code' })).toBeTruthy()
    expect(screen.queryByLabelText(/Password/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Book for/ })).toBeNull()
  })

  test('speaks Spanish all the way', async () => {
    await toThePrice(open, 'es')
    expect(screen.getByText('Mismo día')).toBeTruthy()
    expect(screen.getByText('Más tarde cuesta $22.80.')).toBeTruthy()
  })

  test('offers only what somebody nearby does', async () => {
    const page = await renderScreen(<Ondemand />, { path: '/ondemand', replies: open })
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '101 W Colfax' } })
    await page.settle()
    fireEvent.click(screen.getByRole('button', { name: /101 W Colfax/ }))
    await page.settle()
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await page.settle()
    expect(
      screen.getAllByRole('listitem').some((row) => within(row).queryByText('Nobody nearby right now')),
    ).toBe(true)
    expect(screen.getAllByRole('button', { name: /from \$/ })).toHaveLength(1)
  })

  test('says where nobody works, and goes no further', async () => {
    const page = await renderScreen(<Ondemand />, {
      path: '/ondemand',
      replies: { ...open, 'POST /api/get-on-demand-services': { isServed: false, services: [] } },
    })
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '101 W Colfax' } })
    await page.settle()
    fireEvent.click(screen.getByRole('button', { name: /101 W Colfax/ }))
    await page.settle()
    expect(screen.getByText('We do not work there yet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  test('keeps what was entered over a reload', async () => {
    await toThePrice()
    cleanup()
    await renderScreen(<Ondemand />, { path: '/ondemand?step=price', replies: open })
    expect(screen.getByText('$114')).toBeTruthy()
  })
})

describe('how much and when', () => {
  // Chunks of their own; here they are there from the start.
  beforeAll(() => Promise.all([import('./volume-field.tsx'), import('./when-offer.tsx')]))
  const haul = {
    ...handyman,
    key: 'haul_away',
    nameEn: 'Haul-away',
    unitEn: 'cubic yard',
    unitsEn: 'cubic yards',
  }
  const priced = (quantity: number) => ({
    serviceKey: 'haul_away',
    quantity,
    totalCents: cents(6_000 + 2_900 * quantity),
    taxCents: cents(0),
    hasCrews: true,
  })
  const openWhen = async () => {
    keep({ place: PLACE, serviceKey: 'haul_away' })
    return renderScreen(<Ondemand />, {
      path: '/ondemand?step=when',
      replies: {
        ...open,
        'GET /api/services': [haul],
        'POST /api/price-street': { market: { name: 'Denver' }, prices: [1, 2, 4, 8, 16].map(priced) },
        'POST /api/quote-on-demand': ({ body }) => ({
          ...quote,
          totalCents: JSON.stringify(body).includes('"now"') ? cents(14_160) : cents(11_800),
        }),
      },
    })
  }

  test('ux 15: a load is chosen by what people know, each with its price', async () => {
    const page = await openWhen()
    await page.settle()
    expect(screen.queryByRole('button', { name: /^More/ })).toBeNull()
    const sofa = screen.getByRole('radio', { name: /A sofa, or a full pickup bed.*2 cubic yards.*\$118/ })
    fireEvent.click(sofa)
    await page.settle()
    expect(page.calls.findLast(({ key }) => key === 'POST /api/quote-on-demand')?.body).toMatchObject({
      quantity: 2,
    })
  })

  test('ux 15: what a time costs is said before the last step, and a cheaper day is a tap away', async () => {
    const page = await openWhen()
    await page.settle()
    expect(screen.getByText('$141.60 at this time')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Take / }))
    await page.settle()
    expect(screen.getByText('$118 at this time')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Take / })).toBeNull()
  })
})

describe('booking as a customer', () => {
  const customer = {
    id: 'c' as UserId,
    type: 'Customer',
    name: 'Pat Miller',
    time_zone: 'America/Denver',
  } as const
  const card = {
    kind: 'card' as const,
    brand: 'visa',
    last4: '4242',
    expiresMonth: 12,
    expiresYear: 2030,
    isExpired: false,
  }
  const draft = {
    serviceKey: 'handyman',
    place: null,
    propertyId: ORDER as never,
    when: { kind: 'now' as const },
    quantity: 1,
    notes: '',
  }
  const signedIn: Replies = {
    ...open,
    'GET /api/properties': [],
    'POST /api/get-on-demand-orders': { orders: [] },
    'GET /api/config': {
      environment: 'development' as const,
      isDemo: true,
      supportEmail: 'help@crew.test',
      pixelId: null,
      map: { styleUrl: null, tilesUrl: null, hasDrivenLines: false },
      paymentsProvider: 'embedded' as const,
      cardScript: null,
    },
    'POST /api/get-payment-method': { hasCard: true, card, orderCard: card, dueCents: cents(0) },
    'POST /api/save-on-demand-draft': { token: TOKEN, expiresAt: '2026-03-12T17:00:00Z' },
    'POST /api/claim-on-demand-draft': { draft, photos: [], expiresAt: '2026-03-12T17:00:00Z' },
    'GET /api/on-demand-order': order,
  }

  function stored() {
    keep({
      place: { address: PLACE.address, lat: PLACE.lat, lng: PLACE.lng },
      serviceKey: 'handyman',
    })
  }

  test('claims the draft, books for the price that was shown, and follows the order', async () => {
    stored()
    const page = await renderScreen(<Ondemand />, {
      path: '/ondemand?step=price',
      user: customer,
      replies: {
        ...signedIn,
        'POST /api/book-on-demand': {
          orderId: ORDER,
          progress: 'looking',
          declineCode: null,
          nextAction: null,
        },
      },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Book for $114' }))
    await page.settle()
    const sent = page.calls.find(({ key }) => key === 'POST /api/book-on-demand')!
    expect(sent.body).toEqual({ token: TOKEN, expectedTotalCents: 11_400 })
    expect(sent.headers.get('Idempotency-Key')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'A crew is coming' })).toBeTruthy()
    expect(JSON.stringify(localStorage)).not.toContain('handyman')
  })

  test('says why a card was declined, and keeps the order', async () => {
    stored()
    const page = await renderScreen(<Ondemand />, {
      path: '/ondemand?step=price',
      user: customer,
      replies: {
        ...signedIn,
        'POST /api/book-on-demand': {
          orderId: ORDER,
          progress: 'declined',
          declineCode: 'insufficient_funds',
          nextAction: null,
        },
      },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Book for $114' }))
    await page.settle()
    expect(screen.getByRole('alert').textContent).toContain('Nothing was charged, and your order is kept.')
    fireEvent.click(screen.getByRole('button', { name: 'Use another card' }))
    expect(await screen.findByLabelText(/Card number/)).toBeTruthy()
  })

  test('shows a price that changed meanwhile again instead of booking it', async () => {
    stored()
    const page = await renderScreen(<Ondemand />, {
      path: '/ondemand?step=price',
      user: customer,
      replies: {
        ...signedIn,
        'POST /api/book-on-demand': () => {
          throw refusal(409, { error: 'The price has changed.', code: 'price_changed' })
        },
      },
    })
    const before = page.calls.filter(({ key }) => key === 'POST /api/quote-on-demand').length
    fireEvent.click(screen.getByRole('button', { name: 'Book for $114' }))
    await page.settle()
    expect(screen.getByText('The price has changed.')).toBeTruthy()
    expect(page.calls.filter(({ key }) => key === 'POST /api/quote-on-demand').length).toBeGreaterThan(before)
  })

  test('cancels for the fee that it says', async () => {
    const page = await renderScreen(<Ondemand />, {
      path: `/ondemand?order=${ORDER}`,
      user: customer,
      replies: { ...signedIn, 'POST /api/cancel-on-demand': { ok: true, feeCents: cents(2_280) } },
    })
    expect(screen.getByText('Maria is on the job.')).toBeTruthy()
    expect(screen.getByText('4.8 stars · 12 ratings')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel for $22.80' }))
    const dialog = await screen.findByRole('alertdialog').catch(() => screen.findByRole('dialog'))
    expect(within(dialog).getByRole('button', { name: 'Keep the order' })).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel for $22.80' }))
    await page.settle()
    await waitFor(() => {
      const sent = page.calls.find(({ key }) => key === 'POST /api/cancel-on-demand')
      expect(sent?.body).toEqual({ orderId: ORDER, expectedFeeCents: 2_280 })
    })
  })

  test.each<[Reply<'GET /api/on-demand-order'>['progress'], string, Partial<typeof order>]>([
    ['booking', 'Checking with your bank', {}],
    ['looking', 'Looking for a crew', {}],
    ['nobody_found', 'No crew was free', {}],
    ['missed', 'Nobody came', { creditCents: 1_000 as Cents }],
    ['no_access', 'The crew could not get in', {}],
    ['cancelled', 'Canceled', { feeCents: 2_280 as Cents }],
    ['done', 'Done', {}],
  ])('an order that is %s says so: %s', async (progress, title, change) => {
    const shown = { ...order, crew: null, cancellation: null, progress, ...change }
    await renderScreen(<Ondemand />, {
      path: `/ondemand?order=${ORDER}`,
      user: customer,
      replies: { ...signedIn, 'GET /api/on-demand-order': shown },
    })
    expect(screen.getByRole('heading', { name: title, level: 1 })).toBeTruthy()
    const again = screen.queryByRole('button', { name: 'Book again' })
    expect(again === null).toBe(progress === 'booking' || progress === 'looking')
  })

  test('a finished order sums up its extra work, one that came to nothing asks for nothing', async () => {
    const extra = { kind: 'extra' as const, amountCents: cents(2_500) }
    const page = { path: `/ondemand?order=${ORDER}`, user: customer }
    const show = (change: Partial<typeof order>) =>
      renderScreen(<Ondemand />, {
        ...page,
        replies: { ...signedIn, 'GET /api/on-demand-order': { ...order, cancellation: null, ...change } },
      })
    await show({ progress: 'done', lines: [...order.lines, extra] })
    const sum = order.lines.reduce((all, { amountCents }) => all + amountCents, 2_500)
    expect(screen.getByText('Total').parentElement?.textContent).toBe(`Total$${sum / 100}`)
    cleanup()
    await show({ progress: 'nobody_found' })
    expect(screen.getByText('It would have cost')).toBeTruthy()
    expect(screen.queryByText('You pay after the work')).toBeNull()
  })

  test('an order of somebody else and none look the same', async () => {
    await renderScreen(<Ondemand />, {
      path: `/ondemand?order=${ORDER}`,
      user: customer,
      replies: {
        'GET /api/on-demand-order': () => {
          throw refusal(404, { error: 'We couldn’t find that.', code: 'not_found' })
        },
      },
    })
    expect(screen.getByText('We could not find this order')).toBeTruthy()
  })
})

test('the timeline begins anew where a crew gave the work back, and marks what was passed over', () => {
  const at = (minute: number) => `2026-03-05T17:0${minute}:00Z`
  const released = [
    { progress: 'looking' as const, at: at(0) },
    { progress: 'accepted' as const, at: at(1) },
    { progress: 'looking' as const, at: at(2) },
  ]
  expect(stepsOf({ progress: 'looking', timeline: released }).map((step) => step.at)).toEqual([
    at(2),
    null,
    null,
    null,
    null,
  ])
  const straight = [
    { progress: 'looking' as const, at: at(0) },
    { progress: 'accepted' as const, at: at(1) },
    { progress: 'working' as const, at: at(3) },
  ]
  expect(stepsOf({ progress: 'working', timeline: straight }).map((step) => step.at)).toEqual([
    at(0),
    at(1),
    at(3),
    at(3),
    null,
  ])
  const finished = [...straight, { progress: 'done' as const, at: at(5) }]
  expect(stepsOf({ progress: 'done', timeline: finished }).map((step) => step.at)).toEqual([
    at(0),
    at(1),
    at(3),
    at(3),
    at(5),
  ])
  const ended = stepsOf({
    progress: 'cancelled',
    timeline: [...straight.slice(0, 2), { progress: 'cancelled', at: at(4) }],
  })
  expect(ended.map((step) => step.progress)).toEqual(['looking', 'accepted', 'cancelled'])
})
