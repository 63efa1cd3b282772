import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { localDate } from '#domain/time.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Catalogue } from './catalogue.tsx'
import type { ListedCoupon } from './coupons-part.tsx'

afterEach(cleanup)

const spring: ListedCoupon = {
  code: 'SPRING26',
  version: 2,
  name: 'Spring start',
  creditCents: cents(2_000),
  shareBasisPoints: null,
  mostUses: null,
  mostUsesEach: 2,
  budgetCents: cents(50_000),
  from: localDate('2030-03-01'),
  until: null,
  isOfMarket: true,
  serviceKey: null,
  isFirstOrderOnly: true,
  endedFrom: null,
  state: 'running',
  useCount: 3,
  givenCents: cents(5_500),
}
const { code: _, version: _version, state: _state, useCount: _uses, givenCents: _given, ...facts } = spring

async function open(path: string, change: object = {}) {
  return renderScreen(<Catalogue />, {
    path,
    user: { type: 'Operator' },
    replies: {
      'GET /api/services': [],
      'GET /api/coupon-list': {
        today: localDate('2030-03-05'),
        marketName: 'Denver',
        mayWriteForEveryone: true,
        coupons: [spring],
        nextCursor: null,
      },
      'GET /api/coupon': {
        ...spring,
        mayChange: true,
        history: [{ kind: 'made', facts, savedAt: '2030-03-01T17:00:00Z', savedByName: 'Olivia Hart' }],
        ...change,
      },
      'GET /api/coupon-uses': {
        uses: [
          {
            id: toId('3f1d2c4b-0000-4000-8000-000000000001'),
            customerId: toId('3f1d2c4b-0000-4000-8000-000000000002'),
            customerName: 'Pat Miller',
            serviceKey: 'lawn',
            amountCents: cents(2_000),
            usedAt: '2030-03-02T17:00:00Z',
            visitId: null,
          },
        ],
        nextCursor: null,
      },
      'POST /api/preview-coupon': {
        customers: 40,
        mostCents: cents(50_000),
        days: 30,
        works: 12,
        worksCents: cents(90_000),
        wouldGiveCents: null,
      },
      'POST /api/save-coupon': { code: 'FALL', version: 1 },
      'POST /api/end-coupon': { version: 3 },
    },
  })
}

test('a coupon shows what it gave, to whom, and who wrote it', async () => {
  await open('/operator/catalogue?show=coupons&edit=SPRING26')
  expect(await screen.findByText('Pat Miller')).toBeTruthy()
  expect(screen.getAllByText(/\$55 given, used 3 times/).length).toBeGreaterThan(0)
  expect(screen.getByText(/Olivia Hart/)).toBeTruthy()
  expect(
    screen.getAllByText(/Denver only.*First order only.*2 uses per customer.*At most \$500/),
  ).toHaveLength(2)
})

test('its effect is shown before it is saved, and what cannot be read is said under its field', async () => {
  const { calls } = await open('/operator/catalogue?show=coupons&edit=new+coupon')
  const form = within(await screen.findByRole('form', { name: 'New coupon' }))
  const type = (label: RegExp, value: string) =>
    act(() => fireEvent.change(form.getByLabelText(label), { target: { value } }))
  const press = (name: string) => act(() => fireEvent.click(form.getByRole('button', { name })))
  await type(/^Code/, 'FALL')
  await type(/^Name/, 'Fall')
  await type(/^Dollars for each customer/, 'ten')
  await press('Show the effect')
  expect((await form.findAllByText('Give a number, such as 12.50.')).length).toBeGreaterThan(0)
  await type(/^Dollars for each customer/, '12.50')
  await type(/^Budget in dollars/, '500')
  await press('Show the effect')
  expect(await form.findByText('At most it gives')).toBeTruthy()
  expect(calls.some(({ key }) => key === 'POST /api/save-coupon')).toBe(false)
  await press('Save the coupon')
  expect(await screen.findByText('The coupon is saved.')).toBeTruthy()
  expect(calls.find(({ key }) => key === 'POST /api/save-coupon')?.body).toEqual({
    code: 'FALL',
    version: 0,
    name: 'Fall',
    creditCents: 1_250,
    shareBasisPoints: null,
    mostUses: null,
    mostUsesEach: null,
    budgetCents: 50_000,
    from: null,
    until: null,
    isOfMarket: false,
    serviceKey: null,
    isFirstOrderOnly: false,
  })
})

test('its end is undone', async () => {
  const { calls } = await open('/operator/catalogue?show=coupons&edit=SPRING26', {
    endedFrom: localDate('2030-03-09'),
  })
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Undo' })))
  expect(calls.find(({ key }) => key === 'POST /api/end-coupon')?.body).toEqual({
    code: 'SPRING26',
    version: 2,
    from: null,
  })
})

test('one of every city is only read by who works for one', async () => {
  await open('/operator/catalogue?show=coupons&edit=SPRING26', { mayChange: false })
  expect(await screen.findByText(/Whoever works for all of them changes it/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^End the coupon/ })).toBeNull()
})
