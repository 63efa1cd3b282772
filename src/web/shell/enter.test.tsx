import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient, endpointQuery } from '#web/api.ts'
import { answerCalls } from './render-screen.testing.tsx'
import { SIGNED_IN_COOKIE, writeCookie } from '#web/session/cookies.ts'
import { useEnter } from '#web/session/enter.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Bell() {
  const { data } = useQuery(endpointQuery('GET /api/unread-notices', {}))
  const enter = useEnter()
  return (
    <>
      <output>{data === undefined ? 'nothing yet' : `${data.unreadCount} unread`}</output>
      <button type="button" onClick={() => void enter(null)}>
        Enter
      </button>
    </>
  )
}

test('whoever signs in finds nothing that was read for somebody else', async () => {
  writeCookie(SIGNED_IN_COOKIE, '1')
  let who = 'Ana'
  const answered = Promise.withResolvers<{ unreadCount: number }>()
  answerCalls({
    'GET /api/user': () => ({ type: 'Customer', name: who }),
    'GET /api/unread-notices': () => (who === 'Ana' ? { unreadCount: 3 } : answered.promise),
  })
  const client = createQueryClient()
  // Read on another page, and on none by now.
  const elsewhere = endpointQuery('GET /api/property-groups', {}).queryKey
  client.setQueryData(elsewhere, [])
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Bell />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  expect(await screen.findByText('3 unread')).toBeTruthy()
  who = 'Ben'
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Enter' })))
  expect(client.getQueryData(elsewhere)).toBeUndefined()
  expect(screen.getByText('nothing yet')).toBeTruthy()
  await act(async () => answered.resolve({ unreadCount: 0 }))
  expect(await screen.findByText('0 unread')).toBeTruthy()
})
