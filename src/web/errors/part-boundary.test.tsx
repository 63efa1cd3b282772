import { cleanup, render, screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '#web/text/store.ts'
import { Toasts } from '#web/ui/dialogs/toasts.tsx'
import { PartBoundary } from './part-boundary.tsx'

beforeEach(async () => {
  await setLanguage('en', { remember: false })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('ux 2: a dialog whose part does not come closes and says later; the page around it stays', async () => {
  const Missing = lazy(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module: /x.js')),
  )
  const onMissing = vi.fn<() => void>()
  render(
    <>
      <p>your day</p>
      <PartBoundary onMissing={onMissing}>
        <Suspense>
          <Missing />
        </Suspense>
      </PartBoundary>
      <Toasts />
    </>,
  )
  await screen.findByText('This part isn’t on your device yet. It opens when you’re back online.')
  screen.getByText('your day')
  expect(onMissing).toHaveBeenCalledTimes(1)
})
