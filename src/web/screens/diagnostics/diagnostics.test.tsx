import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { MyJobsStaging } from './my-jobs-staging.tsx'
import { OldOffer } from './old-offer.tsx'
import { offsetText, readMoment, TimezoneTester } from './timezone-tester.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const crew = { type: 'Crew', time_zone: 'America/Denver' } as const

test('an old link to an offer goes on to where offers are now', async () => {
  await renderScreen(<OldOffer />, { path: '/offer-OLD?offer_id=AB%2F12', pattern: '/offer-OLD' })
  screen.getByText('elsewhere')
})

test('§2 testing pages: an old link without an offer says so, and leads home', async () => {
  await renderScreen(<OldOffer />, { path: '/offer-OLD?x=1', pattern: '/offer-OLD' })
  screen.getByText('This link names no offer')
  expect(screen.queryByText(/Page not found/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/')
})

test('a moment is shown in three zones with its clock changes', async () => {
  await renderScreen(<TimezoneTester />, { user: crew })
  const type = (value: string) =>
    act(async () => fireEvent.change(screen.getByLabelText('Moment (UTC)'), { target: { value } }))
  await type('2026-03-08T09:00:00Z')
  expect(screen.getAllByText('Mar 8, 2026, 3:00 AM (UTC-06:00)')).toHaveLength(2)
  screen.getByText('Clock changes in America/Denver, 2026')
  screen.getByText('2026-03-08T09:00:00.000Z')
  screen.getByText(/Mar 8, 2026, 1:59 AM before \(UTC-07:00\), Mar 8, 2026, 3:00 AM after \(UTC-06:00\)/)
  await act(async () => fireEvent.change(screen.getByLabelText('Zone'), { target: { value: 'Asia/Tokyo' } }))
  screen.getByText('Mar 8, 2026, 6:00 PM (UTC+09:00)')
  screen.getByText('The clocks never change there in that year.')
  await type('someday')
  screen.getByText('Enter a time like 2026-03-08T09:00:00Z.')
  expect(screen.queryByText(/Clock changes/)).toBeNull()
})

test.each([
  [-420, 'UTC-07:00'],
  [0, 'UTC+00:00'],
  [330, 'UTC+05:30'],
  [-210, 'UTC-03:30'],
])('%i minutes are %s', (minutes, text) => {
  expect(offsetText(minutes)).toBe(text)
})

test.each(['', '2026', '9', 'tomorrow', '2026-13-01T00:00Z', '2026-03-08'])('%j is no moment', (text) => {
  expect(readMoment(text)).toBeNull()
})

test('a crew’s jobs show their states as they are stored, a page at a time', async () => {
  const visit = (visitId: string) =>
    ({
      visitId,
      date: '2026-03-03',
      timeZone: 'America/Denver',
      startsAt: '2026-03-03T15:00:00.000Z',
      endsAt: '2026-03-03T19:00:00.000Z',
      propertyName: 'Cottage',
      state: 'en_route',
      isFlagged: true,
    }) as never
  const { calls } = await renderScreen(<MyJobsStaging />, {
    user: crew,
    replies: {
      'POST /api/get-crew-visits': ({ body }) =>
        (body as { cursor?: string }).cursor === undefined
          ? { visits: [visit('v1')], nextCursor: 'next', totalCount: 2 }
          : { visits: [visit('v2')], nextCursor: null, totalCount: 2 },
    },
  })
  screen.getByText('v1')
  screen.getByText('en_route')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Show more' })))
  await screen.findByText('v2')
  expect(calls.filter(({ key }) => key === 'POST /api/get-crew-visits')).toHaveLength(2)
})
