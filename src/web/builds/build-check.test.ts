import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const hour = 60 * 60_000

async function startedWith(answer: () => Promise<Response>) {
  const fetched = vi.fn<() => Promise<Response>>(answer)
  vi.stubGlobal('fetch', fetched)
  const checks = await import('./build-check.ts')
  const stop = checks.startBuildChecks('own')
  return { checks, fetched, stop }
}

test('§9 build check: the build is asked for every 60 minutes, not before', async () => {
  const { fetched, stop } = await startedWith(async () => Response.json({ id: 'own' }))
  await vi.advanceTimersByTimeAsync(hour - 1)
  expect(fetched).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(hour)
  expect(fetched).toHaveBeenCalledTimes(2)
  stop()
})

test('§4 build check: any different build is taken on the next navigation, the same one is not', async () => {
  const { checks, stop } = await startedWith(async () => Response.json({ id: 'own' }))
  await vi.advanceTimersByTimeAsync(hour)
  expect(checks.shouldReloadOnNavigation()).toBe(false)
  vi.stubGlobal('fetch', async () => Response.json({ id: 'older' }))
  await vi.advanceTimersByTimeAsync(hour)
  expect(checks.shouldReloadOnNavigation()).toBe(true)
  stop()
})

test('a failed check is silent and the next one follows', async () => {
  const { checks, fetched, stop } = await startedWith(() => Promise.reject(new TypeError('offline')))
  await vi.advanceTimersByTimeAsync(2 * hour)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(checks.shouldReloadOnNavigation()).toBe(false)
  stop()
})

test('field 41: nothing reloads while other work is unsent', async () => {
  const { checks, stop } = await startedWith(async () => Response.json({ id: 'new' }))
  await vi.advanceTimersByTimeAsync(hour)
  let isPending = true
  checks.holdReloadWhile(() => isPending)
  expect(checks.shouldReloadOnNavigation()).toBe(false)
  isPending = false
  expect(checks.shouldReloadOnNavigation()).toBe(true)
  stop()
})

test('field 41: a form with unsent words holds the reload until it is sent or left', async () => {
  const { checks, stop } = await startedWith(async () => Response.json({ id: 'new' }))
  await vi.advanceTimersByTimeAsync(hour)
  const { hasUnsentDrafts } = await import('#web/ui/forms/draft.ts')
  expect(hasUnsentDrafts()).toBe(false)
  const drafts = await import('#web/ui/forms/draft.ts')
  const { result, unmount } = renderHook(() => drafts.useDraft({ name: '' }))
  act(() => result.current.field('name').onChange('Rosa'))
  expect(hasUnsentDrafts()).toBe(true)
  expect(checks.shouldReloadOnNavigation()).toBe(false)
  act(() => result.current.reset())
  expect(hasUnsentDrafts()).toBe(false)
  expect(checks.shouldReloadOnNavigation()).toBe(true)
  act(() => result.current.field('name').onChange('Rosa'))
  expect(checks.shouldReloadOnNavigation()).toBe(false)
  unmount()
  expect(checks.shouldReloadOnNavigation()).toBe(true)
  stop()
})
