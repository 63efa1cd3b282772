import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DataExportId, UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { DEVICE, keepAnswers } from '#web/steps/kept-answers.ts'
import { LeavingPart } from './leaving-part.tsx'

// A chunk of its own; here it is there from the start.
beforeAll(() => import('#web/ui/dialogs/prompt-dialog.tsx'))
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const USER = { id: '0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c09' as UserId, type: 'Customer' as const }
const FILE = '0b0c7c2e-3f0e-4a57-9d26-0e6a2a1b5c10' as DataExportId
const leaving: Reply<'GET /api/leaving'> = {
  weeklyJobCount: 331,
  visitCount: 12,
  underWayCount: 0,
  promisedCount: 0,
  orders: [],
  feeCents: cents(0),
  owedCents: cents(0),
  unbilledCents: cents(4_200),
  unpaidCents: cents(0),
  creditCents: cents(1_000),
  openCaseCount: 0,
  graceDays: 14,
  dueAt: null,
  refusal: null,
}
const replies: Replies = {
  'GET /api/leaving': leaving,
  'GET /api/data-exports': [],
  'POST /api/cancel-everything': { weeklyJobCount: 331, orderCount: 0, feeCents: cents(0) },
  'POST /api/leave': { dueAt: '2030-01-16T17:00:00Z' },
}

async function open(more: Replies = {}, language: Language = 'en') {
  const page = await renderScreen(<LeavingPart user={USER} />, {
    path: '/account',
    pattern: '/account',
    user: USER,
    replies: { ...replies, ...more },
    language,
  })
  await page.settle()
  return page
}

test('ux 21: everything is canceled in one go, with what ends said before', async () => {
  const page = await open()
  expect(screen.getAllByText('331 weekly services end')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel everything' }))
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 })
  expect(dialog.textContent).toContain('331 weekly services end. 12 visits are canceled.')
  fireEvent.click(
    [...dialog.querySelectorAll('button')].find((each) => each.textContent === 'Cancel everything')!,
  )
  await page.settle()
  expect(page.calls.find(({ key }) => key === 'POST /api/cancel-everything')?.body).toEqual({
    expectedFeeCents: 0,
  })
})

test('ux 21: deleting says what happens with money and for how long it can be taken back; nothing stays here', async () => {
  keepAnswers({ name: 'weekly-booking', version: 1 }, USER.id, { notes: 'gate 4711' }, Date.now())
  keepAnswers({ name: 'register-crew', version: 1 }, DEVICE, { name: 'Other' }, Date.now())
  const page = await open()
  for (const text of [
    'Finished work for $42 is charged first, as always',
    'Your credit of $10 is lost. Use it first, or ask support',
    'You are signed out everywhere. Sign in within 14 days to keep the account',
  ])
    expect(screen.getByText(text)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 })
  fireEvent.click(
    [...dialog.querySelectorAll('button')].find((each) => each.textContent === 'Delete my account')!,
  )
  await screen.findByText('elsewhere', {}, { timeout: 10_000 })
  expect(page.calls.some(({ key }) => key === 'POST /api/leave')).toBe(true)
  expect(JSON.stringify(localStorage)).not.toContain('4711')
  expect(JSON.stringify(localStorage)).toContain('Other')
})

test('what stands in the way is said, and the account stays', async () => {
  await open({
    'POST /api/leave': () => {
      throw refusal(409, { error: 'Something is not paid yet.', code: 'leaves_with_debt' })
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }))
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 })
  fireEvent.click(
    [...dialog.querySelectorAll('button')].find((each) => each.textContent === 'Delete my account')!,
  )
  expect(await screen.findByText('Something is not paid yet.', {}, { timeout: 10_000 })).toBeDefined()
  expect(screen.queryByText('elsewhere')).toBeNull()
})

test('a written file can be fetched until it expires, in Spanish too', async () => {
  const file = {
    id: FILE,
    askedAt: '2030-01-02T17:00:00Z',
    readyAt: '2030-01-02T17:01:00Z',
    expiresAt: '2030-01-09T17:01:00Z',
    sizeBytes: 4_000,
  }
  await open({ 'GET /api/data-exports': [file] }, 'es')
  expect(screen.getByText(/Disponible hasta el/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Descargar' }).getAttribute('href')).toContain(`id=${FILE}`)
})
