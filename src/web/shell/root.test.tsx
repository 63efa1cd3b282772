import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import { call, createQueryClient, endpointQuery } from '#web/api.ts'
import { yieldToBrowser } from '#web/browser/yield-to-browser.ts'
import { clearCookie, SIGNED_IN_COOKIE, writeCookie } from '#web/session/cookies.ts'
import { SECOND_LOAD_DELAY_MS } from '#web/start/startup.ts'
import { setLanguage } from '#web/text/store.ts'
import { dismissNotice } from '#web/ui/dialogs/notice.ts'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { answerCalls, type Replies, refusal } from './render-screen.testing.tsx'
import { Root } from './root.tsx'

const config = {
  environment: 'development',
  isDemo: false,
  supportEmail: 'help@crew.test',
  pixelId: null,
  map: { styleUrl: null, tilesUrl: null, hasDrivenLines: false },
  paymentsProvider: 'embedded',
  cardScript: null,
} as const
const nothing: Replies = {
  'GET /api/config': config,
  'POST /api/get-payment-method': { hasCard: false, card: null, orderCard: null, dueCents: 0 as never },
  'GET /api/property-groups': [],
  'GET /api/properties': [],
  'GET /api/pricing': [],
  'POST /api/get-complexes': [],
  'POST /api/get-complex-groups': [],
}

beforeEach(async () => {
  await setLanguage('en', { remember: false })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
// What a page reads ahead waits for its part of the app and for its turn; none is left when the browser is gone.
afterAll(async () => {
  await vi.dynamicImportSettled()
  for (let turn = 0; turn < 20; turn++) await yieldToBrowser()
})

afterEach(() => {
  cleanup()
  for (let count = 0; count < 5; count += 1) dismissNotice()
  clearCookie(SIGNED_IN_COOKIE)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(path: string, replies: Replies = {}, isSignedIn = true) {
  if (isSignedIn) writeCookie(SIGNED_IN_COOKIE, '1')
  const calls = answerCalls({ ...nothing, ...replies })
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <Root />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  return { calls, client }
}

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}
const address = () => screen.getByTestId('address').textContent

test('§6 other paths: without sign-in a page leads to sign in, with the way back', async () => {
  await open('/billing?due=1', {}, false)
  expect(address()).toBe('/login?to=%2Fbilling%3Fdue%3D1')
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy()
  expect(document.title).toBe('Crew · Sign in')
})

test('§8 not found: an unknown path says which one, with query and hash', async () => {
  await open('/no-such-page?x=1#y', { 'GET /api/user': { type: 'Customer' } })
  expect(screen.getByText('Page not found: /no-such-page?x=1#y')).toBeTruthy()
})

test('a page of another kind of account says so', async () => {
  await open('/billing', { 'GET /api/user': { type: 'Crew' } })
  expect(
    await screen.findByRole('heading', { name: 'This page is for another kind of account' }),
  ).toBeTruthy()
})

test('§6 other paths: an operator’s page, known or not, sends strangers to sign in', async () => {
  for (const path of ['/operator/people', '/operator/no-such-page']) {
    await open(path, {}, false)
    expect(address()).toBe(`/login?to=${encodeURIComponent(path)}`)
    cleanup()
  }
})

test('an operator’s page brings its part of the shell: title, navigation, screen', async () => {
  await open('/operator/outbox', {
    'GET /api/user': { type: 'Operator' },
    'GET /api/outbox': () => new Promise(() => undefined),
  })
  await waitFor(() => expect(document.title).toBe('Crew · Outbox'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Outbox' })).toBeTruthy()
  const navigation = await screen.findByRole('navigation', { name: 'Main' })
  await waitFor(() =>
    expect([...navigation.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toContain(
      '/operator/money',
    ),
  )
})

test('below /operator an unknown path is not found, and another’s page is for another account', async () => {
  await open('/operator/no-such-page', { 'GET /api/user': { type: 'Operator' } })
  expect(await screen.findByText('Page not found: /operator/no-such-page')).toBeTruthy()
  cleanup()
  await open('/operator/people', { 'GET /api/user': { type: 'Customer' } })
  expect(
    await screen.findByRole('heading', { name: 'This page is for another kind of account' }),
  ).toBeTruthy()
})

test('a user that cannot be loaded can be tried again', async () => {
  let isAway = true
  await open('/billing', {
    'GET /api/user': () => {
      if (isAway)
        throw refusal(500, { error: 'Something went wrong on our side. Try again.', code: 'internal' })
      return { type: 'Crew' }
    },
  })
  expect(await screen.findByText('Something went wrong on our side. Try again.')).toBeTruthy()
  isAway = false
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(
    await screen.findByRole('heading', { name: 'This page is for another kind of account' }),
  ).toBeTruthy()
})

test('§8 frozen: the dialog says until when in the user’s zone, why and whom to ask', async () => {
  await open('/nowhere', {
    'GET /api/user': {
      type: 'Crew',
      time_zone: 'America/Denver',
      frozen_until: '2999-03-08T18:00:00Z',
      frozen_notes: 'Insurance papers are missing.',
    },
  })
  const dialog = await screen.findByRole('alertdialog', { name: 'Your Account Is Frozen' })
  expect(dialog.textContent).toContain('Your account is frozen until Mar 8, 2999, 11:00 AM.')
  expect(dialog.textContent).toContain('Insurance papers are missing.')
  expect(dialog.textContent).toContain('help@crew.test')
})

test('§2 staging banner: it stands on every page of a staging environment', async () => {
  await open('/nowhere', { 'GET /api/config': { ...config, environment: 'staging' }, 'GET /api/user': {} })
  expect(await screen.findByText('TEST STAGING ENVIRONMENT')).toBeTruthy()
})

test.each(['/login', '/billing', '/nowhere'])(
  '§2 prompt: it is available on %s as on every page',
  async (path) => {
    await open(path, { 'GET /api/user': { type: 'Crew' } })
    const answer = openPrompt({
      title: 'Why?',
      inputs: [{ name: 'why', label: 'Reason' }],
      submitLabel: 'Send',
    })
    fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Because' } })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
    expect(await answer).toEqual({ why: 'Because' })
  },
)

test('§8 payment method error: a dialog shows the server’s text', async () => {
  await open('/nowhere', {
    'GET /api/user': { type: 'Customer' },
    'POST /api/get-payment-method': {
      hasCard: true,
      card: null,
      orderCard: null,
      dueCents: 0 as never,
      error: 'Your card was declined on Tuesday.',
    },
  })
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Your card was declined on Tuesday.')
})

test('§8 payment method error: a refused call shows its text too', async () => {
  await open('/nowhere', {
    'GET /api/user': { type: 'Customer' },
    'POST /api/get-payment-method': () => {
      throw refusal(503, { error: 'The bank does not answer.', code: 'unavailable' })
    },
  })
  expect((await screen.findByRole('alertdialog')).textContent).toContain('The bank does not answer.')
})

test('a session that has ended leads to sign in and forgets what was seen', async () => {
  let hasEnded = false
  const { client } = await open('/jobs', {
    'GET /api/user': () => {
      if (hasEnded) throw refusal(401, { error: 'Sign in.', code: 'sign_in_needed' })
      return { type: 'Customer' }
    },
  })
  const seen = endpointQuery('GET /api/properties', {}).queryKey
  await waitFor(() => expect(client.getQueryData(seen)).toEqual([]))
  hasEnded = true
  await act(() => client.refetchQueries({ queryKey: ['GET /api/user'] }))
  await waitFor(() => expect(address()).toBe('/login?to=%2Fjobs'))
  expect(client.getQueryData(seen)).toBeUndefined()
  expect(document.cookie).not.toContain(`${SIGNED_IN_COOKIE}=1`)
})

test('where the server wants the password again it is asked for, and the call goes on', async () => {
  let hasPassword = false
  const { calls } = await open('/nowhere', {
    'GET /api/user': { type: 'Customer' },
    'POST /api/change-email': () => {
      if (!hasPassword) throw refusal(403, { error: 'Enter your password.', code: 'password_needed' })
      return { ok: true }
    },
    'GET /api/sign-in-ways': { hasPassword: true, phone: null, email: 'ana@demo.test', passkeys: 0 },
    'POST /api/confirm-password': () => {
      hasPassword = true
      return { ok: true }
    },
  })
  const changed = call('POST /api/change-email', { body: { email: 'new@demo.test' } })
  fireEvent.change(await screen.findByLabelText('Password', {}, { timeout: 10_000 }), {
    target: { value: 'my long password' },
  })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Continue' })))
  expect(await changed).toEqual({ ok: true })
  expect(
    calls.map(({ key }) => key).filter((key) => key.includes('password') || key.includes('email')),
  ).toEqual(['POST /api/change-email', 'POST /api/confirm-password', 'POST /api/change-email'])
})

test('who does not know the password continues by a mailed link', async () => {
  let isFresh = false
  const { calls } = await open('/nowhere', {
    'GET /api/user': { type: 'Customer', email: 'ana@demo.test' },
    'POST /api/change-email': () => {
      if (!isFresh) throw refusal(403, { error: 'Enter your password.', code: 'password_needed' })
      return { ok: true }
    },
    'GET /api/sign-in-ways': { hasPassword: true, phone: null, email: 'ana@demo.test', passkeys: 0 },
    'POST /api/request-sign-in-link': { ok: true },
  })
  await waitFor(() => expect(calls.map(({ key }) => key)).toContain('GET /api/user'))
  const changed = call('POST /api/change-email', { body: { email: 'new@demo.test' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Email me a sign-in link' }, { timeout: 10_000 }))
  expect(await screen.findByText(/We sent a link to ana@demo\.test/)).toBeTruthy()
  expect(calls.find(({ key }) => key === 'POST /api/request-sign-in-link')?.body).toEqual({
    email: 'ana@demo.test',
  })
  isFresh = true
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Continue' })))
  expect(await changed).toEqual({ ok: true })
})

test('who has no password gives a code that is sent to the phone, and the call goes on', async () => {
  let isFresh = false
  const token = 'a'.repeat(43)
  const { calls } = await open('/nowhere', {
    'GET /api/user': { type: 'Customer', email: '' },
    'GET /api/sign-in-ways': { hasPassword: false, phone: '+13035550142', email: null, passkeys: 0 },
    'POST /api/change-email': () => {
      if (!isFresh) throw refusal(403, { error: 'Enter your password.', code: 'password_needed' })
      return { ok: true }
    },
    'POST /api/send-code': { token },
    'POST /api/confirm-code': () => {
      isFresh = true
      return { ok: true }
    },
  })
  const changed = call('POST /api/change-email', { body: { email: 'new@demo.test' } })
  const field = await screen.findByLabelText('Code', {}, { timeout: 10_000 })
  fireEvent.change(field, { target: { value: '123 456' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Continue' })))
  expect(await changed).toEqual({ ok: true })
  const sent = (key: string) => calls.find((each) => each.key === key)?.body
  expect(sent('POST /api/send-code')).toEqual({ phone: '+13035550142' })
  expect(sent('POST /api/confirm-code')).toEqual({ token, code: '123456' })
})

test('start-up runs for each person who signs in on this page', async () => {
  // The delayed loads of the tests before would be counted here.
  await new Promise((resolve) => setTimeout(resolve, SECOND_LOAD_DELAY_MS + 100))
  let id = 'ana' as UserId
  const { calls, client } = await open('/nowhere', { 'GET /api/user': () => ({ type: 'Customer', id }) })
  const propertyReads = () => calls.filter(({ key }) => key === 'GET /api/properties').length
  await waitFor(() => expect(propertyReads()).toBe(1))
  id = 'ben' as UserId
  await act(() => client.resetQueries())
  await waitFor(() => expect(propertyReads()).toBe(2))
})

test('the language of the account is the language of the page', async () => {
  await open('/nowhere', { 'GET /api/user': { type: 'Customer', locale: 'es' } })
  await waitFor(
    () => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Página no encontrada'),
    {
      timeout: 3_000,
    },
  )
})

test('ux 20: a language chosen before the sign-in becomes the account’s', async () => {
  sessionStorage.setItem('crew_language_chosen', 'es')
  const { calls } = await open('/jobs', {
    'GET /api/user': { id: 'p' as never, type: 'Crew', locale: 'en' },
    'POST /api/update-profile': { ok: true },
  })
  await waitFor(
    () => expect(calls.find(({ key }) => key === 'POST /api/update-profile')?.body).toEqual({ locale: 'es' }),
    { timeout: 10_000 },
  )
  expect(sessionStorage.getItem('crew_language_chosen')).toBeNull()
  expect(document.documentElement.lang).toBe('es')
})
