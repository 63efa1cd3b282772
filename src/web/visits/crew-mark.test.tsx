import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { CrewMark } from './crew-mark.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a customer asks first for a crew, never again for it, and neither', async () => {
  let mark: 'favourite' | 'blocked' | 'none' = 'none'
  const { calls, settle } = await renderScreen(<CrewMark visitId="visit-1" title="Who came" />, {
    user: { type: 'Customer' },
    replies: {
      'GET /api/crew-mark': () => ({ crewFirstName: 'Devon', mark }),
      'GET /api/visit-crew': {
        crew: { firstName: 'Devon', photoUrl: null, stars: 4.86, ratingCount: 31, doneCount: 1_000 },
      },
      'POST /api/mark-crew': ({ body }) => {
        mark = (body as { mark: typeof mark }).mark
        return { mark }
      },
    },
  })
  const press = async (name: string) => {
    await act(async () => fireEvent.click(screen.getByRole('button', { name })))
    await settle()
  }
  expect(screen.getByText('4.9 from 31 ratings')).toBeTruthy()
  expect(screen.getByText(/1,000 jobs done/)).toBeTruthy()
  await press('Ask first')
  expect(screen.getByText('We ask Devon first when one of your visits is open.')).toBeTruthy()
  await press('Never ask')
  expect(screen.getByRole('button', { name: 'Never ask' }).getAttribute('aria-pressed')).toBe('true')
  await press('Never ask')
  expect(calls.filter((each) => each.key === 'POST /api/mark-crew').map((each) => each.body)).toEqual(
    ['favourite', 'blocked', 'none'].map((each) => ({ visitId: 'visit-1', mark: each })),
  )
})

test('nobody is marked while nobody has the visit', async () => {
  await renderScreen(<CrewMark visitId="visit-1" title="Who came" />, {
    user: { type: 'Customer' },
    replies: { 'GET /api/crew-mark': { crewFirstName: null, mark: 'none' } },
  })
  expect(screen.queryByRole('button', { name: 'Ask first' })).toBeNull()
})
