import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { GoingLive } from './going-live.tsx'

afterEach(cleanup)

const found: Reply<'GET /api/going-live'> = {
  at: '2026-03-02T16:00:00Z',
  timeZone: 'America/Denver',
  environment: 'production',
  checks: [
    { topic: 'maps', name: 'Maps', state: 'ok', sentence: 'The maps can be read.', detail: '' },
    {
      topic: 'mail',
      name: 'Email',
      state: 'missing',
      sentence: 'Look at SMTP_URL.',
      detail: 'connect ECONNREFUSED',
    },
    { topic: 'sms', name: 'Text messages', state: 'double', sentence: 'A double keeps them.', detail: '' },
  ],
}

test('what is missing stands first, says what to do and what was seen, and is looked at again when asked', async () => {
  const { calls } = await renderScreen(<GoingLive />, {
    path: '/operator/readiness',
    user: { type: 'Operator' },
    replies: { 'GET /api/going-live': found },
  })
  expect(screen.getByText('Still to do before real people are served: 2')).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual([
    expect.stringContaining('Look at SMTP_URL.connect ECONNREFUSED'),
    expect.stringContaining('Double'),
    expect.stringContaining('The maps can be read.'),
  ])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Look again' })))
  expect(calls.filter(({ key }) => key === 'GET /api/going-live')).toHaveLength(2)
})

test('a house that lacks nothing says so', async () => {
  await renderScreen(<GoingLive />, {
    path: '/operator/readiness',
    user: { type: 'Operator' },
    language: 'es',
    replies: { 'GET /api/going-live': { ...found, checks: found.checks.slice(0, 1) } },
  })
  expect(screen.getByText('Está todo.')).toBeTruthy()
})
