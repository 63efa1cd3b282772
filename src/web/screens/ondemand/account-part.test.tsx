import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { AccountPart } from './account-part.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('who registers with an order is told why a sponsor’s code was refused', async () => {
  const sentence = 'This code belongs to someone with the same phone.'
  const view = await renderScreen(<AccountPart />, {
    replies: {
      'POST /api/check-code': { coupon: null, sponsor: null },
      'POST /api/register-customer': { type: 'Customer', locale: 'en', codeRefused: sentence },
      'GET /api/user': {},
    },
  })
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fill('Your name', 'Kim Nguyen')
  fill('Email', 'kim@example.test')
  fill('Mobile phone', '3035550123')
  fill('Password', 'seventeen quiet herons')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Continue' })))
  await view.settle()
  expect(await screen.findByText(sentence, {}, { timeout: 10_000 })).toBeDefined()
})
