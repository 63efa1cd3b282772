import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useDraft } from '#web/ui/forms/draft.ts'
import { loadChunk, reloadOnce } from './chunk-reload.ts'

function pageAt(path: string, now: number, storage: Map<string, string>) {
  return {
    path,
    now,
    reload: vi.fn<() => void>(),
    storage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    },
  }
}

test('§4 chunk failure: a page reloads at most once in ten seconds on the same path (field 41)', () => {
  const storage = new Map<string, string>()
  const reloads = [
    ['/jobs', 0],
    ['/jobs', 9_999],
    ['/billing', 10_000],
    ['/billing', 20_001],
  ] as const
  expect(reloads.map(([path, now]) => reloadOnce(pageAt(path, now, storage)))).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('there is one slot: another path in between opens the way again', () => {
  const storage = new Map<string, string>()
  expect(reloadOnce(pageAt('/jobs', 0, storage))).toBe(true)
  expect(reloadOnce(pageAt('/billing', 1, storage))).toBe(true)
  expect(reloadOnce(pageAt('/jobs', 2, storage))).toBe(true)
})

test('without storage nothing reloads by itself', () => {
  const page = pageAt('/jobs', 0, new Map())
  page.storage.setItem = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  expect(reloadOnce(page)).toBe(false)
  expect(page.reload).not.toHaveBeenCalled()
})

test('damaged storage does not stop a reload for ever', () => {
  expect(reloadOnce(pageAt('/jobs', 0, new Map([['crew_reload', '"odd"']])))).toBe(true)
})

test('field 41: what was typed is never loaded away for a part that does not come', async () => {
  const { result, unmount } = renderHook(() => useDraft({ name: '' }))
  act(() => result.current.field('name').onChange('Rosa'))
  await expect(loadChunk(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(sessionStorage.getItem('crew_reload')).toBeNull()
  unmount()
})

test('a part that fails once is asked for again, silently', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('gone'))
    .mockResolvedValueOnce('screen')
  expect(await loadChunk(load)).toBe('screen')
  expect(load).toHaveBeenCalledTimes(2)
})
