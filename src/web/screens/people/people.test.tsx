import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { onlyReads } from '#contract/acting.ts'
import { NOT_LOGGED, SHARED_CALLS } from '#contract/shared-calls.ts'
import { type ComplexGroupId, type PropertyGroupId, toId } from '#domain/ids.ts'
import { keysOf } from '#domain/keys.ts'
import type { Language } from '#domain/language.ts'
import type { Reply } from '#web/api.ts'
import { JoinShare } from '#web/screens/go/join-share.tsx'
import { mayHere } from '#web/session/looks-after.ts'
import { mayOpenHere } from '#web/session/user.ts'
import type { User } from '#web/session/user.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { sharing as english } from '#web/text/hosts-en/sharing.ts'
import { sharing as spanish } from '#web/text/hosts-es/sharing.ts'
import { People } from './people.tsx'

beforeAll(async () => void (await import('#web/ui/dialogs/prompt-dialog.tsx')))
const assign = vi.spyOn(window.location, 'assign')
beforeEach(() => void assign.mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  assign.mockClear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const lake = {
  id: toId<PropertyGroupId>('00000000-0000-4000-8000-000000000011'),
  kind: 'places',
  name: 'Lake houses',
} as const
const towers = {
  id: toId<ComplexGroupId>('00000000-0000-4000-8000-000000000012'),
  kind: 'complexes',
  name: 'Towers',
} as const
const hana: Reply<'GET /api/shares'>['people'][number] = {
  shareId: toId('00000000-0000-4000-8000-000000000001'),
  name: 'Hana Helper',
  email: 'hana@helpers.test',
  role: 'schedule',
  isWhole: false,
  groups: [lake],
  joinedAt: '2026-03-02T16:00:00.000Z',
  sentAt: '2026-03-01T16:00:00.000Z',
  isOver: false,
}
const ivo: typeof hana = {
  ...hana,
  shareId: toId('00000000-0000-4000-8000-000000000002'),
  name: 'Ivo Invited',
  role: 'pay',
  isWhole: true,
  groups: [],
  joinedAt: null,
  isOver: true,
}
const account: Reply<'GET /api/accounts'>['accounts'][number] = {
  shareId: hana.shareId,
  ownerName: 'Olga Owner',
  role: 'schedule',
  rights: ['see', 'prices', 'schedule'],
  isWhole: false,
  groups: [lake],
  getsNotices: true,
  getsReminders: false,
}
const action: Reply<'GET /api/share-actions'>['actions'][number] = {
  id: toId('00000000-0000-4000-8000-000000000003'),
  helperId: toId('00000000-0000-4000-8000-000000000004'),
  helperName: 'Hana Helper',
  call: 'POST /api/skip-visit',
  propertyId: null,
  propertyName: 'Maple House',
  visitId: toId('00000000-0000-4000-8000-000000000005'),
  at: '2026-03-02T16:00:00.000Z',
}
const helping: NonNullable<User['looks_after']> = {
  shareId: hana.shareId,
  ownerName: 'Olga Owner',
  role: 'see',
  rights: ['see'],
  isWhole: false,
}

function open(replies: Replies = {}, language: Language = 'en', user = {}, path = '/people') {
  return renderScreen(<People />, {
    path,
    language,
    user: { type: 'Customer', locale: language, looks_after: null, ...user },
    replies: {
      'GET /api/shares': { people: [hana, ivo], groups: [lake, towers] },
      'GET /api/share-actions': { actions: [action], nextCursor: null },
      'GET /api/accounts': { accounts: [], current: null },
      ...replies,
    },
  })
}

test('everybody is there with what they may do and where, and what they did with whom and when', async () => {
  await open()
  for (const words of [
    'See and schedule · Lake houses',
    'See and pay · Every place',
    'Skipped a visit',
    'Maple House',
  ])
    expect(screen.getByText(words)).toBeDefined()
  expect(screen.getByText(/^Hana Helper, /)).toBeDefined()
  expect(screen.getByText('Invitation is over')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Take back: Ivo Invited' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send again: Hana Helper' })).toBeNull()
})

test('somebody is invited to groups of both kinds, and not to nothing', async () => {
  const { calls } = await open({ 'POST /api/invite-helper': { shareId: hana.shareId } })
  fireEvent.click(screen.getByRole('button', { name: 'Invite somebody' }))
  const sheet = within(await screen.findByRole('dialog'))
  fireEvent.change(sheet.getByLabelText('Name'), { target: { value: 'Nora New' } })
  fireEvent.change(sheet.getByLabelText('Email address'), { target: { value: 'nora@helpers.test' } })
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: 'Send invitation' })))
  expect(sheet.getByText('Choose at least one group.')).toBeDefined()
  fireEvent.click(sheet.getByLabelText('Lake houses'))
  fireEvent.click(sheet.getByLabelText('Towers'))
  await act(async () => fireEvent.click(sheet.getByRole('button', { name: 'Send invitation' })))
  expect(calls.find(({ key }) => key === 'POST /api/invite-helper')?.body).toEqual({
    name: 'Nora New',
    email: 'nora@helpers.test',
    locale: 'en',
    role: 'schedule',
    reach: { isWhole: false, propertyGroupIds: [lake.id], complexGroupIds: [towers.id] },
  })
})

test('access is ended after saying what that means', async () => {
  const { calls } = await open({ 'POST /api/end-share': { ok: true } })
  fireEvent.click(screen.getByRole('button', { name: 'End access: Hana Helper' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/ends at once on all their devices/)).toBeDefined()
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'End access' })))
  expect(calls.find(({ key }) => key === 'POST /api/end-share')?.body).toEqual({ shareId: hana.shareId })
})

test('whoever looks after places goes there, and back, by a page that begins anew', async () => {
  const replies: Replies = {
    'GET /api/accounts': { accounts: [account], current: null },
    'POST /api/use-account': { ok: true },
  }
  await open(replies)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Go there: Olga Owner' })))
  expect(assign).toHaveBeenCalledWith('/')
  expect(localStorage.getItem('crew_helping')).toBe(account.shareId)
  cleanup()
  const there = { ...replies, 'GET /api/accounts': { accounts: [account], current: account.shareId } }
  await open(there, 'en', { looks_after: helping })
  expect(screen.queryByRole('button', { name: 'Invite somebody' })).toBeNull()
  await act(async () =>
    fireEvent.click(screen.getByRole('button', { name: 'Back to my own places: Olga Owner' })),
  )
  expect(localStorage.getItem('crew_helping')).toBeNull()
})

test('a notice leads to the account first and then to the page, and to no other site', async () => {
  const replies: Replies = {
    'GET /api/accounts': { accounts: [account], current: null },
    'POST /api/use-account': { ok: true },
  }
  await open(replies, 'en', {}, `/people?share=${account.shareId}&to=%2Fvisit%2F1`)
  expect(assign).toHaveBeenCalledWith('/visit/1')
  cleanup()
  assign.mockClear()
  await open(replies, 'en', {}, `/people?share=${account.shareId}&to=https%3A%2F%2Fevil.test`)
  expect(assign).toHaveBeenCalledWith('/')
})

test('an invitation is taken with the account that is signed in, in either language', async () => {
  const opened: Reply<'POST /api/open-share-invitation'> = {
    name: 'Hana Helper',
    email: 'hana@helpers.test',
    ownerName: 'Olga Owner',
    role: 'schedule',
    isWhole: false,
    groups: [lake],
    expiresAt: '2026-03-09T16:00:00.000Z',
    hasAccount: true,
  }
  const replies: Replies = {
    'POST /api/open-share-invitation': opened,
    'POST /api/accept-share': { shareId: hana.shareId },
    'POST /api/use-account': { ok: true },
  }
  const user = { type: 'Customer', name: 'Hana Helper' } as const
  await renderScreen(<JoinShare token="t" />, { language: 'es', user, replies })
  expect(screen.getByText('Olga Owner te invita a cuidar lugares en Crew.')).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Aceptar' })))
  expect(assign).toHaveBeenCalledWith('/')
  cleanup()
  await renderScreen(<JoinShare token="t" />, { replies })
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined()
  cleanup()
  const stranger = { ...replies, 'POST /api/open-share-invitation': { ...opened, hasAccount: false } }
  await renderScreen(<JoinShare token="t" />, { replies: stranger })
  expect(screen.getByRole('button', { name: 'Open my account' })).toBeDefined()
})

test('whoever looks after places chooses what comes from there', async () => {
  const view = await open({
    'GET /api/accounts': { accounts: [account], current: null },
    'POST /api/save-share-notices': { ok: true },
  })
  for (const name of ['Remind me of visits there the day before', 'Notify me of what happens there'])
    fireEvent.click(await screen.findByRole('checkbox', { name }))
  await view.settle()
  const { shareId } = account
  expect(view.calls.flatMap(({ key, body }) => (key === 'POST /api/save-share-notices' ? body : []))).toEqual(
    [
      { shareId, getsNotices: true, getsReminders: true },
      { shareId, getsNotices: false },
    ],
  )
})

test('what a helper may not is not offered', () => {
  const own = { looks_after: null }
  const whole: Pick<User, 'looks_after'> = {
    looks_after: { ...helping, role: 'pay', rights: ['see', 'prices', 'pay'], isWhole: true },
  }
  expect([mayHere(own, 'schedule'), mayHere({ looks_after: helping }, 'schedule')]).toEqual([true, false])
  const pages = ['billing', 'ondemand', 'customerCommissions', 'jobs']
  expect(pages.map((key) => mayOpenHere(own, key))).toEqual([true, true, true, true])
  expect(pages.map((key) => mayOpenHere({ looks_after: helping }, key))).toEqual([false, false, false, true])
  expect(pages.map((key) => mayOpenHere(whole, key))).toEqual([true, false, false, true])
})

test('everything that a helper can change has words in the list of what was done', () => {
  const noLine = ['POST /api/preview-schedule-change', ...NOT_LOGGED]
  const changes = keysOf(SHARED_CALLS).filter((key) => !onlyReads(key) && !noLine.includes(key))
  expect(Object.keys(english.actions.did).sort()).toEqual([...changes].sort())
  expect(Object.keys(spanish.actions.did).sort()).toEqual([...changes].sort())
})
