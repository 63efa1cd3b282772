import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toId, type UserId } from '#domain/ids.ts'
import { refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { YearFile } from './year-file.tsx'

const downloaded: string[] = []
beforeEach(() => {
  downloaded.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(this.getAttribute('href')!)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: /The year$/ })))
const pass = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

test('it says that it is being written, asks again, and downloads once when it is there', async () => {
  let times = 0
  const { calls } = await renderScreen(
    <YearFile kind="payments" year={2025}>
      The year
    </YearFile>,
    { replies: { 'POST /api/write-payments-csv': () => ({ isReady: ++times === 2 }) } },
  )
  await press()
  await press()
  expect(await screen.findByText(/^We’re writing it/)).toBeTruthy()
  const isBusy = () => screen.getByRole('button', { name: /The year$/ }).getAttribute('aria-busy')
  expect(isBusy()).toBe('true')
  expect(downloaded).toEqual([])
  await pass(1_100)
  expect(calls).toHaveLength(2)
  expect(downloaded).toEqual(['/api/payments-csv?year=2025'])
  expect(isBusy()).toBeNull()
})

test('a crew’s is that of the account that is looked at', async () => {
  const account = toId<UserId>('00000000-0000-4000-8000-000000000001')
  const { calls } = await renderScreen(
    <YearFile kind="earnings" year={2025} account={account}>
      The year
    </YearFile>,
    { replies: { 'POST /api/write-earnings-csv': { isReady: true } } },
  )
  await press()
  expect(calls[0]!.body).toEqual({ year: 2025, account })
  expect(downloaded).toEqual([`/api/earnings-csv?year=2025&account=${account}`])
})

test('what is refused is said, and nothing more is asked once the page is left', async () => {
  const { unmount } = await renderScreen(
    <YearFile kind="payments" year={2025}>
      The year
    </YearFile>,
    {
      replies: {
        'POST /api/write-payments-csv': () => {
          throw refusal(429, { error: 'Too much at once.', code: 'too_many_requests' })
        },
      },
    },
  )
  await press()
  expect(await screen.findByText('Too much at once.')).toBeTruthy()
  unmount()
  const { calls, unmount: leave } = await renderScreen(
    <YearFile kind="payments" year={2025}>
      The year
    </YearFile>,
    { replies: { 'POST /api/write-payments-csv': { isReady: false } } },
  )
  await press()
  leave()
  await pass(1_200)
  expect(calls).toHaveLength(1)
  expect(downloaded).toEqual([])
})
