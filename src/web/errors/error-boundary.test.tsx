import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { answerCalls } from '#web/shell/render-screen.testing.tsx'
import { setLanguage } from '#web/text/store.ts'
import { ErrorBoundary } from './error-boundary.tsx'

beforeEach(async () => {
  await setLanguage('en', { remember: false })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Broken(): never {
  throw new Error('no such field')
}

function screenAt(resetBy: string, isBroken: boolean) {
  return (
    <MemoryRouter>
      <ErrorBoundary resetBy={resetBy}>{isBroken ? <Broken /> : <p>all well</p>}</ErrorBoundary>
    </MemoryRouter>
  )
}

test('§2 500: a screen that breaks shows the reference of the log, a way on and a way home', async () => {
  const calls = answerCalls({ 'POST /api/report-error': { reference: 'abcd1234' } })
  const { rerender } = render(screenAt('a', true))
  screen.getByText('500')
  await screen.findByText('Reference: abcd1234')
  screen.getByRole('button', { name: 'Load again' })
  screen.getByRole('link', { name: 'Go to the start page' })
  expect(calls).toHaveLength(1)
  expect(calls[0]?.body).toMatchObject({ message: 'no such field', path: '/', buildId: null })
  rerender(screenAt('b', false))
  screen.getByText('all well')
})

test('§2 500: it shows also when nobody can be notified', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')))
  render(screenAt('a', true))
  screen.getByText('500')
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.queryByText(/Reference/)).toBeNull()
})

test('without a connection the missing part is what is named, and nothing loads again by itself', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const calls = answerCalls({})
  render(screenAt('a', true))
  screen.getByText('You’re offline')
  screen.getByRole('button', { name: 'Try again' })
  expect(calls).toEqual([])
  await expect(loadChunk(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(sessionStorage.getItem('crew_reload')).toBeNull()
})
