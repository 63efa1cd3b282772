import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Terms } from './house-text.tsx'
import { OperatorTexts } from './operator-texts.tsx'

afterEach(cleanup)

const body =
  '## Paying\n- On **Monday**\n- [Help](/get-started/help)\n\n<script>alert(1)</script> [x](javascript:alert(1))'

test('a text is drawn as headings, lists and links, and nothing in it is more than text', async () => {
  const { container } = await renderScreen(<Terms />, {
    path: '/get-started/terms?version=1',
    replies: {
      'GET /api/house-text': ({ query }) => ({
        page: 'terms',
        version: Number(query['version']),
        newestVersion: 3,
        publishedAt: '2026-01-01T07:00:00Z',
        body,
      }),
    },
  })
  expect(screen.getByRole('heading', { level: 2, name: 'Paying' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/get-started/help')
  expect(container.querySelector('script, [href^="javascript"]')).toBeNull()
  expect(screen.getByText(/<script>alert\(1\)<\/script>/)).toBeTruthy()
  expect(screen.getByText('Version 1, Jan 1, 2026')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Read the newest' }).getAttribute('href')).toBe(
    '/get-started/terms',
  )
})

const texts: Reply<'POST /api/get-house-texts'> = {
  texts: (['terms', 'privacy', 'help'] as const).map((page) => ({
    page,
    version: 1,
    publishedAt: '2026-01-01T07:00:00Z',
    bodyEn: `## ${page}`,
    bodyEs: `## ${page} (es)`,
    history: [{ version: 1, publishedAt: '2026-01-01T07:00:00Z', note: '', publisherName: null }],
  })),
}

test('an operator sees what is written as people will, and publishes it over the version that was edited', async () => {
  const view = await renderScreen(<OperatorTexts />, {
    user: { type: 'Operator' },
    replies: {
      'POST /api/get-house-texts': texts,
      'POST /api/publish-house-text': { ok: true, version: 2 },
    },
  })
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await press('Publish')
  expect(screen.getByText('Nothing is changed yet.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(/English text/), { target: { value: '## New terms' } })
  const preview = screen.getByRole('region', { name: 'As people will see it' })
  expect(within(preview).getByRole('heading', { name: 'New terms' })).toBeTruthy()
  await press('Publish')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Only one language is changed. Is the other one still true?')).toBeTruthy()
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Publish' })))
  await view.settle()
  expect(view.calls.find(({ key }) => key === 'POST /api/publish-house-text')?.body).toEqual({
    page: 'terms',
    basedOn: 1,
    bodyEn: '## New terms',
    bodyEs: '## terms (es)',
    note: '',
  })
})
