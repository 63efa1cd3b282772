import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { toId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Reply } from '#web/api.ts'
import { JoinStaff } from '#web/screens/go/join-staff.tsx'
import { askSecondFactor } from '#web/session/ask-second-factor.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Security } from './security.tsx'
import { Staff } from './staff.tsx'

/** It comes when the first question is asked. */
beforeAll(async () => void (await import('#web/ui/dialogs/prompt-dialog.tsx')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const cities = [
  { id: 'denver', name: 'Denver' },
  { id: 'phoenix', name: 'Phoenix' },
]
const owner: Reply<'GET /api/staff'>['people'][number] = {
  id: toId('00000000-0000-4000-8000-000000000001'),
  name: 'Olga Owner',
  email: 'olga@staff.test',
  everywhere: 'owner',
  cities: [],
  isSelf: true,
  secondFactor: 'app',
  lastSeenAt: '2026-03-02T16:00:00.000Z',
}
const dispatcher: typeof owner = {
  ...owner,
  id: toId('00000000-0000-4000-8000-000000000002'),
  name: 'Dana Desk',
  email: 'dana@staff.test',
  everywhere: null,
  cities: [{ marketId: 'denver', name: 'Denver', role: 'dispatcher' }],
  isSelf: false,
  secondFactor: 'passkey',
  lastSeenAt: null,
}
const gone: typeof owner = {
  ...dispatcher,
  id: toId('00000000-0000-4000-8000-000000000003'),
  name: 'Emil Ended',
  cities: [],
}
const invited: Reply<'GET /api/staff-invitations'>['invitations'][number] = {
  id: toId('00000000-0000-4000-8000-000000000004'),
  name: 'Nina New',
  email: 'nina@staff.test',
  everywhere: null,
  cities: [{ marketId: 'phoenix', name: 'Phoenix', role: 'support' }],
  invitedByName: 'Olga Owner',
  sentAt: '2026-03-02T16:00:00.000Z',
  expiresAt: '2026-03-09T16:00:00.000Z',
  isOver: false,
}

function open(replies: Replies = {}, language: Language = 'en', path = '/operator/staff') {
  return renderScreen(<Staff />, {
    path,
    user: { type: 'Operator', locale: 'en' },
    language,
    replies: {
      'GET /api/staff': {
        people: [dispatcher, gone, owner],
        nextCursor: null,
        cities,
        mayGiveEverywhere: true,
      },
      'GET /api/staff-invitations': { invitations: [invited] },
      ...replies,
    },
  })
}
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('everybody is there with their roles, when they were seen, and who is invited', async () => {
  await open()
  for (const words of ['Every city: Owner', 'Denver: Dispatcher', 'No access', 'You', 'App', 'Passkey'])
    expect(screen.getByText(words)).toBeDefined()
  expect(screen.getAllByText(/dana@staff.test · not signed in now/)[0]).toBeDefined()
  expect(screen.getByText(/nina@staff.test · Phoenix: Support/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'End access: Emil Ended' })).toBeNull()
})

test('roles are changed by city, with the reason', async () => {
  const sent: unknown[] = []
  await open({
    'POST /api/change-staff-roles': ({ body }) => {
      sent.push(body)
      return { ok: true }
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Roles: Dana Desk' }))
  await screen.findByLabelText('Role in Phoenix', {}, { timeout: 10_000 })
  choose('Role in Phoenix', 'reader')
  choose('Why', 'Covers for Olga')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save roles' })))
  expect(sent).toEqual([
    {
      userId: dispatcher.id,
      reason: 'Covers for Olga',
      was: { everywhere: null, cities: [{ marketId: 'denver', role: 'dispatcher' }] },
      roles: {
        everywhere: null,
        cities: [
          { marketId: 'denver', role: 'dispatcher' },
          { marketId: 'phoenix', role: 'reader' },
        ],
      },
    },
  ])
})

test('the last owner reads what to do first', async () => {
  const error = 'Nobody else owns Denver. Make somebody else an owner there first.'
  await open({
    'POST /api/change-staff-roles': () => {
      throw refusal(409, { error, code: 'last_owner' })
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'End access: Olga Owner' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  fireEvent.change(dialog.getByLabelText('Why'), { target: { value: 'Leaves us' } })
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'End access' })))
  expect(await screen.findByText(error, {}, { timeout: 10_000 })).toBeDefined()
})

test('somebody is invited with a role; without one nothing is sent, in Spanish too', async () => {
  const sent: unknown[] = []
  await open(
    {
      'POST /api/invite-staff': ({ body }) => {
        sent.push(body)
        return { invitationId: invited.id }
      },
    },
    'es',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Invitar' }))
  await screen.findByLabelText('Nombre', {}, { timeout: 10_000 })
  choose('Nombre', 'Nina New')
  choose('Correo electrónico', 'nina@staff.test')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Enviar invitación' })))
  expect(
    await screen.findByText('Elige una función en al menos una ciudad.', {}, { timeout: 10_000 }),
  ).toBeDefined()
  expect(sent).toEqual([])
  choose('Función en Phoenix', 'support')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Enviar invitación' })))
  expect(sent).toEqual([
    {
      name: 'Nina New',
      email: 'nina@staff.test',
      locale: 'en',
      roles: { everywhere: null, cities: [{ marketId: 'phoenix', role: 'support' }] },
    },
  ])
})

test('an invitation is withdrawn once it is asked', async () => {
  const { calls } = await open({ 'POST /api/withdraw-staff-invitation': { ok: true } })
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw: Nina New' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Withdraw' })))
  expect(calls.find(({ key }) => key === 'POST /api/withdraw-staff-invitation')?.body).toEqual({
    invitationId: invited.id,
  })
})

test('for a city that looks for its first dispatcher the role is chosen', async () => {
  const sent: unknown[] = []
  await open(
    {
      'POST /api/invite-staff': ({ body }) => {
        sent.push(body)
        return { invitationId: invited.id }
      },
    },
    'en',
    '/operator/staff?invite=phoenix',
  )
  await screen.findByLabelText('Role in Phoenix', {}, { timeout: 10_000 })
  choose('Name', 'Nina New')
  choose('Email', 'nina@staff.test')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send invitation' })))
  expect(sent).toMatchObject([{ roles: { cities: [{ marketId: 'phoenix', role: 'dispatcher' }] } }])
})

test('the mailed link shows who invites, and opens the account', async () => {
  const { calls } = await renderScreen(<JoinStaff token="abc" />, {
    replies: {
      'POST /api/open-staff-invitation': { ...invited, locale: 'en' },
      'POST /api/join-staff': { ok: true },
      'GET /api/user': { type: 'Operator', name: 'Nina New' },
    },
  })
  expect(screen.getByText(/Olga Owner invited you. Your account is nina@staff.test/)).toBeDefined()
  choose('Password', 'quiet harbor lantern 42')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Open my account' })))
  expect(calls.find(({ key }) => key === 'POST /api/join-staff')?.body).toEqual({
    token: 'abc',
    name: 'Nina New',
    password: 'quiet harbor lantern 42',
  })
})

test('an app is set up with its key, and shows the codes for when it is lost once', async () => {
  const own = { isNeeded: true, isDemo: false, passkeys: 0, hasApp: false, recoveryCodesLeft: 0 }
  const { calls } = await renderScreen(<Security />, {
    user: { type: 'Operator' },
    replies: {
      'GET /api/second-factor': own,
      'POST /api/begin-second-factor': {
        secret: 'ABCDEFGHIJKL',
        link: 'otpauth://totp/x',
        qrCode: { size: 29, path: 'M2 2h7v1h-7z' },
      },
      'POST /api/confirm-second-factor': { recoveryCodes: ['abcde-fghjk'] },
    },
  })
  expect(screen.getByText(/Your role needs a second factor/)).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Set up an app' })))
  expect(await screen.findByText('ABCD EFGH IJKL', {}, { timeout: 10_000 })).toBeDefined()
  choose('Code that the app shows', '123456')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Confirm' })))
  expect(await screen.findByText('abcde-fghjk', {}, { timeout: 10_000 })).toBeDefined()
  expect(calls.find(({ key }) => key === 'POST /api/confirm-second-factor')?.body).toEqual({ code: '123456' })
})

test('whoever is asked for it gives a code of the app, and the call is worth repeating', async () => {
  const own = { isNeeded: true, isDemo: false, passkeys: 0, hasApp: true, recoveryCodesLeft: 10 }
  const { calls } = await open({
    'GET /api/second-factor': own,
    'POST /api/give-second-factor': { ok: true },
  })
  const asked = askSecondFactor(() => undefined)
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  fireEvent.change(dialog.getByLabelText('Code'), { target: { value: '123456' } })
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Continue' })))
  expect(await act(() => asked)).toBe(true)
  expect(calls.at(-1)?.body).toEqual({ code: '123456' })
})

test('whoever has none is led to where one is set up', async () => {
  const own = { isNeeded: true, isDemo: false, passkeys: 0, hasApp: false, recoveryCodesLeft: 0 }
  await open({ 'GET /api/second-factor': own })
  const paths: string[] = []
  const asked = askSecondFactor((path) => paths.push(path))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Set up now' })))
  expect(await act(() => asked)).toBe(false)
  expect(paths).toEqual(['/operator/security'])
})
