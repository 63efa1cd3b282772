import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { cents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Referrals } from './referrals.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Review = Reply<'GET /api/referral-reviews'>['reviews'][number]
const parked: Review = {
  broughtId: 'kim' as UserId,
  broughtName: 'Kim Nguyen',
  broughtEmail: 'kim@example.test',
  broughtType: 'Customer',
  sponsorId: 'bea' as UserId,
  sponsorName: 'Bea Ortiz',
  sponsorEmail: 'bea@example.test',
  state: 'parked',
  reasons: ['sponsor_shares_address', 'sponsor_shares_device'],
  foundAt: '2026-03-02T16:40:00.000Z',
  decidedAt: null,
  decidedByName: null,
  note: '',
  unpaidCents: cents(2_000),
  paidCents: cents(500),
  refusedCents: cents(0),
}
const refused: Review = {
  ...parked,
  broughtId: 'lee' as UserId,
  broughtName: 'Ann Lee',
  state: 'refused',
  reasons: ['sponsor_shares_card'],
  unpaidCents: cents(0),
  refusedCents: cents(1_500),
}

function open(replies: Replies = {}, language: Language = 'en') {
  return renderScreen(<Referrals />, {
    user: { type: 'Operator' },
    language,
    replies: {
      'GET /api/referral-reviews': ({ query }) => ({
        reviews: query['state'] === 'refused' ? [refused] : [parked],
        nextCursor: null,
      }),
      ...replies,
    },
  })
}

test('an operator sees what a sponsor and a newcomer share and what hangs on it, and lets them through with a note', async () => {
  const decided: unknown[] = []
  const view = await open({
    'POST /api/decide-referral': ({ body }) => {
      decided.push(body)
      return { ok: true }
    },
  })
  for (const texts of [
    'Bea Ortiz brought Kim Nguyen',
    'Same address',
    'Same device',
    '$20 not paid yet · $5 paid already',
  ])
    expect(screen.getByText(texts)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Approve: Bea Ortiz brought Kim Nguyen' }))
  await view.settle()
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  fireEvent.change(dialog.getByLabelText('Why'), { target: { value: 'Two flats in one house.' } })
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Approve' })))
  expect(decided).toEqual([
    { broughtId: 'kim', decision: 'approve', seenState: 'parked', note: 'Two flats in one house.' },
  ])
})

test('a decision that somebody else made meanwhile stays open with its sentence', async () => {
  const sentence = 'Someone decided this in the meantime. Check it again.'
  const view = await open({
    'POST /api/decide-referral': () => {
      throw refusal(409, { error: sentence, code: 'referral_decided' })
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Refuse: Bea Ortiz brought Kim Nguyen' }))
  await view.settle()
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  expect(dialog.getByText(/^What is not paid yet is taken back: \$20\./)).toBeDefined()
  fireEvent.change(dialog.getByLabelText('Why'), { target: { value: 'One person.' } })
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Refuse' })))
  expect(dialog.getByText(sentence)).toBeDefined()
})

test('what the rule refused is listed, and can be let through, in Spanish too', async () => {
  const view = await open({}, 'es')
  fireEvent.click(screen.getByRole('radio', { name: 'Rechazadas' }))
  await view.settle()
  for (const texts of [
    'Bea Ortiz trajo a Ann Lee',
    'La misma tarjeta',
    'Rechazada por la regla: dos personas no comparten esto.',
    /\$15 retirados$/,
  ])
    expect(screen.getByText(texts)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Rechazar/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Admitir: Bea Ortiz/ })).toBeDefined()
})
