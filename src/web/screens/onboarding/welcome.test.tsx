import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Reply } from '#web/api.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { WelcomeCustomer } from './welcome-customer.tsx'

afterEach(cleanup)

const noCard: Reply<'POST /api/get-payment-method'> = {
  hasCard: false,
  card: null,
  orderCard: null,
  dueCents: 0 as never,
}
const replies: Replies = {
  'GET /api/properties': [],
  'POST /api/get-weekly-jobs': { jobs: [], nextCursor: null, totalCount: 0 },
}

test.each([
  ['without a card', noCard, false],
  ['with an expired card', { ...noCard, hasCard: true, error: 'Your card has expired.' }, false],
  ['with a card', { ...noCard, hasCard: true }, true],
])('ux 5: %s, “Save a card” is a step still to be taken or done', async (_, method, isDone) => {
  await renderScreen(<WelcomeCustomer />, {
    path: '/welcome-customer',
    user: { type: 'Customer', name: 'Ana Ruiz' },
    replies: { ...replies, 'POST /api/get-payment-method': method },
  })
  const row = screen.getByRole('link', { name: /Save a card/ })
  expect(within(row).queryByText('Done') !== null).toBe(isDone)
})
