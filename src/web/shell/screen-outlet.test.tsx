import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pageOf } from '#web/pages/find-page.ts'
import { urls } from '#web/urls.ts'
import { renderScreen } from './render-screen.testing.tsx'
import { ScreenOutlet } from './screen-outlet.tsx'

vi.mock(import('#web/pages/find-screen.ts'), async (original) => ({
  ...(await original()),
  findScreen: () => undefined,
}))
afterEach(cleanup)

test('§2 pages to come: one honest sentence stands there, and the way home', async () => {
  await renderScreen(<ScreenOutlet page={pageOf('openTaxForms')!} />, {
    path: urls.openTaxForms.path,
    user: { type: 'Crew' },
  })
  expect(screen.getAllByText('This page isn’t ready yet.')).toHaveLength(1)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/'])
})
