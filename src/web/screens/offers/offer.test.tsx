import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OfferId, VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import type { LocalDate, LocalTime } from '#domain/time.ts'
import { isConcerned } from '#web/live/live-reads.ts'
import { OffersLine, OffersWaiting } from '#web/screens/crew/offers-waiting.tsx'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { services } from '#web/stops/crew-screens.testing.ts'
import { urls } from '#web/urls.ts'
import { OfferScreen } from './offer.tsx'
import type { Offer } from './taking-offers.ts'
import { minutesAndSeconds } from './time-left.ts'

const NOW = Date.parse('2026-03-02T16:00:00Z')
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const ID = '0c9c3f6e-5b0a-4a59-9d43-0a1b2c3d4e5f' as OfferId

function offerWith(more: Partial<Offer> = {}): Offer {
  return {
    offerId: ID,
    state: 'open',
    isStanding: false,
    isChosen: false,
    isOnDemand: false,
    payCents: cents(1_735),
    raiseCents: cents(85),
    sentAt: new Date(NOW).toISOString(),
    expiresAt: new Date(NOW + 545_000).toISOString(),
    serviceKey: 'bins',
    quantity: 2,
    minutes: 7,
    date: '2026-03-03' as LocalDate,
    window: { from: '08:00' as LocalTime, until: '12:00' as LocalTime },
    timeZone: 'America/Denver',
    neighbourhood: 'Highland',
    lat: 39.77,
    lng: -105.01,
    distanceFeet: 10_560,
    canUndo: false,
    drivingMinutes: 9,
    base: { lat: 39.74, lng: -104.99 },
    visitId: null,
    withdrawnBecause: null,
    openOfferId: null,
    exactPlace: null,
    hindrance: null,
    taking: { left: 20, againAt: null },
    payoutWarning: null,
    payoutDueAt: null,
    now: new Date(NOW).toISOString(),
    ...more,
  }
}

function renderOffer(offer: Replies['GET /api/offer'], replies: Replies = {}, language: Language = 'en') {
  return renderScreen(<OfferScreen />, {
    path: `/offer/${ID}`,
    pattern: urls.offer.path,
    user: { type: 'Crew' },
    language,
    replies: { 'GET /api/services': services, 'GET /api/offer': offer!, ...replies },
  })
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('says pay, raise, day, area, way and time left, and no more of the place', async () => {
  await renderOffer(offerWith())
  expect(screen.getByRole('heading', { level: 1, name: 'Bins to the curb and back' })).toBeTruthy()
  for (const texts of [
    '$17.35',
    '$0.85 more than usual',
    'In Highland',
    '2.0 mi from your base, about 9 min of driving',
    'You see the exact address once you accept.',
  ])
    expect(screen.getAllByText(texts).length).toBeGreaterThan(0)
  expect(screen.getByText(/Tuesday, March 3 · 8:00/)).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toBe('9:05')
})

test('counts by the server’s clock, whatever the phone’s says', async () => {
  await renderOffer(offerWith({ now: new Date(NOW + 300_000).toISOString() }))
  expect(screen.getByRole('timer').textContent).toBe('4:05')
  expect([59_001, 60_000, 600_000].map(minutesAndSeconds)).toEqual(['1:00', '1:00', '10:00'])
})

test('is accepted with one tap and then shows where to go', async () => {
  let offer = offerWith()
  const { calls, settle } = await renderOffer(() => offer, {
    'POST /api/accept-offer': () => {
      const visitId = ID as string as VisitId
      const exactPlace = { propertyName: 'Blue house', address: '1 Larimer St', lat: 39.765, lng: -105.012 }
      offer = offerWith({ state: 'accepted', visitId, exactPlace })
      return { offerId: ID, visitId, state: 'accepted', payCents: cents(1_735) }
    },
  })
  await press('Accept')
  await settle()
  expect(calls.find((each) => each.key === 'POST /api/accept-offer')?.body).toEqual({ offerId: ID })
  expect(screen.getByText('This visit is yours')).toBeTruthy()
  expect(screen.getByText('1 Larimer St')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the visit' }).getAttribute('href')).toBe(`/visit/${ID}`)
})

test('field 13: whoever was slower gets a kind answer, with other work to look at', async () => {
  let offer = offerWith()
  const { settle } = await renderOffer(() => offer, {
    'POST /api/accept-offer': () => {
      offer = offerWith({ state: 'lost' })
      throw refusal(409, {
        error: 'This offer has been taken. Another crew was a little faster.',
        code: 'offer_taken',
      })
    },
  })
  await press('Accept')
  await settle()
  expect(screen.getByText('This offer has been taken')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Find other work' }).getAttribute('href')).toBe('/jobs')
  expect(screen.queryByText(/exact address/)).toBeNull()
})

test('field 18: a no can be taken back', async () => {
  let offer = offerWith()
  const { settle } = await renderOffer(() => offer, {
    'POST /api/decline-offer': () => {
      offer = offerWith({ state: 'declined', canUndo: true })
      return { offerId: ID, state: 'declined' }
    },
    'POST /api/undo-decline-offer': () => {
      offer = offerWith()
      return { offerId: ID, state: 'open' }
    },
  })
  await press('No, thanks')
  await settle()
  expect(screen.getByText('You said no')).toBeTruthy()
  await press('I changed my mind')
  await settle()
  expect(screen.getByRole('button', { name: 'Accept' })).toBeTruthy()
})

test.each([
  [{ state: 'expired' }, 'This offer has expired'],
  [{ state: 'withdrawn', withdrawnBecause: 'called_off' }, 'This work is no longer needed'],
  [{ state: 'withdrawn', withdrawnBecause: 'moved' }, 'This work was changed'],
  [{ state: 'withdrawn', withdrawnBecause: 'closed' }, 'This offer is closed'],
] as const)('says what became of one that is %j', async (more, title) => {
  await renderOffer(offerWith(more))
  expect(screen.getByText(title)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find other work' })).toBeTruthy()
})

test('what is taken back while one looks at it is said live, with the way to the new offer', async () => {
  let offer = offerWith()
  const { client, settle } = await renderOffer(() => offer, {}, 'es')
  const announced = document.querySelector('[aria-live=polite]:not(section)')
  expect(announced?.textContent).toBe('')
  offer = offerWith({ state: 'withdrawn', withdrawnBecause: 'moved', openOfferId: 'o2' as OfferId })
  // As the stream of changes does.
  const hint = { kind: 'offer', ids: [ID] } as const
  await act(() => client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey, hint) }))
  await settle()
  expect(announced?.textContent).toContain('Este trabajo cambió')
  expect(screen.queryByRole('button', { name: 'Aceptar' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Ver la nueva oferta' }).getAttribute('href')).toBe('/offer/o2')
})

test('is over the moment its time is, before the server is asked again', async () => {
  await renderOffer(offerWith({ expiresAt: new Date(NOW - 1).toISOString() }))
  expect(screen.getByText('This offer has expired')).toBeTruthy()
})

test('an old or foreign link gets a kind answer', async () => {
  await renderOffer(() => {
    throw refusal(404, { error: 'We couldn’t find that.', code: 'not_found' })
  })
  expect(screen.getByText('We could not find this offer')).toBeTruthy()
})

test('field §3, 7: money that would wait and a freeze are said before accepting', async () => {
  await renderOffer(offerWith({ hindrance: 'account_frozen', payoutWarning: 'restricted' }))
  expect(screen.getByText(/Your account is frozen/)).toBeTruthy()
  expect(screen.getByText(/Your payout account needs something from you/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Accept' })).toHaveProperty('disabled', true)
})

test('security 12: a limit is said before it is reached, and with the time when it is', async () => {
  await renderOffer(offerWith({ taking: { left: 3, againAt: null } }))
  expect(screen.getByText(/You can take 3 more offers for now/)).toBeTruthy()
  cleanup()
  const taking = { left: 0, againAt: '2026-03-03T18:53:00.000Z' }
  await renderOffer(offerWith({ hindrance: 'too_many_taken', taking }))
  expect(screen.getByText(/Do some of them first\. You can take offers again from Mar 3.*11:53/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Accept' })).toHaveProperty('disabled', true)
})

test('a payout account with a question to answer says until when', async () => {
  await renderOffer(offerWith({ payoutWarning: 'due', payoutDueAt: '2026-04-01T18:00:00.000Z' }))
  expect(screen.getByText(/Answer by Apr 1, 2026, or payouts stop/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Payout account' }).getAttribute('href')).toBe('/stripe-connect')
  expect(screen.getByRole('button', { name: 'Accept' })).toHaveProperty('disabled', false)
})

test('what stands until somebody takes it says its end, in Spanish too', async () => {
  await renderOffer(offerWith({ isStanding: true, expiresAt: '2026-03-03T18:53:00.000Z' }), {}, 'es')
  expect(screen.getByText('Abierta hasta que alguien la tome')).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toContain('11:53')
  expect(screen.getByRole('button', { name: 'Aceptar' })).toBeTruthy()
})

test('the home shows three offers, the rest on demand, and nothing where there are none', async () => {
  const offers = Array.from({ length: 5 }, (_, index) =>
    offerWith({ offerId: `${ID.slice(0, -1)}${index}` as OfferId }),
  )
  const replies = { 'GET /api/services': services }
  const waiting = { offers, now: new Date(NOW).toISOString() }
  await renderScreen(<OffersWaiting />, {
    user: { type: 'Crew' },
    replies: { ...replies, 'GET /api/offers': waiting },
  })
  const list = screen.getByRole('list', { name: 'Offers waiting for you' })
  expect(within(list).getAllByRole('link')).toHaveLength(3)
  expect(within(list).getAllByText('Answer by 9:09 AM')).toHaveLength(3)
  await press('2 more offers')
  expect(within(list).getAllByRole('link')).toHaveLength(5)
  cleanup()
  await renderScreen(<OffersLine />, {
    user: { type: 'Crew' },
    replies: { ...replies, 'GET /api/offers': waiting },
  })
  expect(screen.getByText('5 offers wait for you')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the first' }).getAttribute('href')).toBe(
    `/offer/${offers[0]!.offerId}`,
  )
  cleanup()
  await renderScreen(<OffersWaiting />, {
    user: { type: 'Crew' },
    replies: { ...replies, 'GET /api/offers': { ...waiting, offers: [] } },
  })
  expect(screen.queryByText('Offers waiting for you')).toBeNull()
})
