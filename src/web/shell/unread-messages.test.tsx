import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from './render-screen.testing.tsx'
import { UnreadMessages, UnreadOutside } from './unread-messages.tsx'

afterEach(cleanup)

const open = (unreadCount: number) =>
  renderScreen(
    <>
      <UnreadMessages />
      <UnreadOutside />
    </>,
    { user: { type: 'Customer' }, replies: { 'GET /api/unread-conversations': { unreadCount } } },
  )

test('what is new stands in the menu, in the title of every page and on the icon', async () => {
  const setAppBadge = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', Object.assign(navigator, { setAppBadge }))
  document.head.append(document.createElement('title'))
  document.title = 'Billing · Crew'
  await open(2)
  expect((await screen.findByText('2')).textContent).toBe('2 New')
  await waitFor(() => expect(document.title).toBe('(2) Billing · Crew'), { timeout: 10_000 })
  document.title = 'Jobs · Crew'
  await waitFor(() => expect(document.title).toBe('(2) Jobs · Crew'), { timeout: 10_000 })
  expect(setAppBadge).toHaveBeenCalledWith(2)
})

test('with nothing new nothing is said', async () => {
  document.title = '(3) Billing · Crew'
  await open(0)
  await waitFor(() => expect(document.title).toBe('Billing · Crew'), { timeout: 10_000 })
  expect(screen.queryByText('New')).toBeNull()
})
