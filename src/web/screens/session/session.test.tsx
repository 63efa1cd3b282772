import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#web/api.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Authenticate } from './authenticate.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { Login } from './login.tsx'
import { Logout } from './logout.tsx'
import { ResetPassword } from './reset-password.tsx'

afterEach(cleanup)
/** It comes when it is wanted. */
beforeAll(async () => void (await import('#web/codes/code-part.tsx')))

const config: Reply<'GET /api/config'> = {
  environment: 'development',
  isDemo: false,
  supportEmail: 'help@crew.test',
  pixelId: null,
  map: { styleUrl: null, tilesUrl: null, hasDrivenLines: false },
  paymentsProvider: 'embedded',
  cardScript: null,
}
const replies: Replies = {
  'GET /api/config': config,
  'GET /api/user': { type: 'Customer', name: 'Ana' },
  'POST /api/sign-in': () => {
    document.cookie = 'crew_signed_in=1; Path=/'
    return { type: 'Customer', locale: 'en' }
  },
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

async function signIn(path: string, more: Replies = {}) {
  const view = await renderScreen(<Login />, { path, pattern: '/login', replies: { ...replies, ...more } })
  type('Email', ' ana@demo.test ')
  type('Password', 'secret secret secret')
  await press('Sign in')
  return view
}

test('signing in sends what was typed and goes on', async () => {
  const { calls } = await signIn('/login?to=%2Fjobs')
  expect(calls.find(({ key }) => key === 'POST /api/sign-in')?.body).toEqual({
    email: 'ana@demo.test',
    password: 'secret secret secret',
  })
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

test('a wrong password is said and the form stays', async () => {
  await signIn('/login', {
    'POST /api/sign-in': () => {
      throw refusal(401, { error: 'Email or password is wrong.', code: 'wrong_sign_in' })
    },
  })
  expect(screen.getByRole('alert').textContent).toBe('Email or password is wrong.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@demo.test')
})

test('demo mode offers the four people, outside it nobody', async () => {
  const demo = { ...replies, 'GET /api/config': { ...config, isDemo: true } }
  const { calls } = await renderScreen(<Login />, { path: '/login', pattern: '/login', replies: demo })
  expect(screen.getAllByText(/@demo\.test$/)).toHaveLength(4)
  await press(/operator@demo\.test/)
  expect(calls.find(({ key }) => key === 'POST /api/sign-in')?.body).toEqual({
    email: 'operator@demo.test',
    password: 'demo-denver-2026',
  })
  cleanup()
  await renderScreen(<Login />, { path: '/login', pattern: '/login', replies })
  expect(screen.queryByText(/@demo\.test$/)).toBeNull()
})

test('ux 9: a stranger is not welcomed back, and is a tap from prices and from booking without an account', async () => {
  localStorage.removeItem('crew_last_type')
  await renderScreen(<Login />, { path: '/login', pattern: '/login', replies })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in')
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('See services and prices')).toBe('/get-started')
  expect(href('Book something for today')).toBe('/ondemand')
})

test('ux 9: who signed in here before is welcomed back', async () => {
  localStorage.setItem('crew_last_type', 'Customer')
  await renderScreen(<Login />, { path: '/login', pattern: '/login', replies })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome back')
})

test('a link by mail signs in without the password, and goes on to where one wanted', async () => {
  const { calls } = await renderScreen(<Login />, {
    path: '/login?to=%2Fjobs',
    pattern: '/login',
    replies: { ...replies, 'POST /api/request-sign-in-link': { ok: true } },
  })
  await press('Email me a sign-in link')
  expect(calls.map(({ key }) => key)).not.toContain('POST /api/request-sign-in-link')
  type('Email', ' ana@demo.test ')
  await press('Email me a sign-in link')
  expect(calls.find(({ key }) => key === 'POST /api/request-sign-in-link')?.body).toEqual({
    email: 'ana@demo.test',
    to: '/jobs',
  })
  expect(await screen.findByText(/If this address has an account/)).toBeTruthy()
})

test('the sign-in page speaks Spanish', async () => {
  localStorage.setItem('crew_last_type', 'Customer')
  await renderScreen(<Login />, { path: '/login', pattern: '/login', replies, language: 'es' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hola de nuevo')
})

test('a forgotten password is answered the same way for everybody', async () => {
  const { calls } = await renderScreen(<ForgotPassword />, {
    replies: { 'POST /api/forgot-password': { ok: true } },
  })
  type('Email', 'nobody@nowhere.test')
  await press('Send the link')
  expect(calls.at(-1)?.body).toEqual({ email: 'nobody@nowhere.test' })
  expect(screen.getByText('Check your email')).toBeTruthy()
})

test('a new password needs eight characters and is sent with the token of the link', async () => {
  const { calls } = await renderScreen(<ResetPassword />, {
    path: '/reset-password/tok-1',
    pattern: '/reset-password/:reset_password_id',
    replies: { 'POST /api/reset-password': { type: 'Customer', locale: 'en' } },
  })
  type('New password', 'fox-rub')
  await press('Save the password')
  expect(screen.getByText('Use at least 8 characters.')).toBeTruthy()
  expect(calls).toHaveLength(0)
  type('New password', 'fox-ruby')
  await press('Save the password')
  expect(calls[0]?.body).toEqual({ token: 'tok-1', password: 'fox-ruby' })
})

test('asvs 6.2.7: passwords may be pasted, and managers know their fields', async () => {
  const paste = (label: string, text: string) => {
    const field = screen.getByLabelText(label)
    const clipboardData = { getData: () => text, types: ['text/plain'] }
    // Nobody keeps the browser from putting it there, nor from what managers and people do to get at it.
    const events = [
      fireEvent.paste(field, { clipboardData }),
      fireEvent.copy(field),
      fireEvent.drop(field),
      fireEvent.contextMenu(field),
      fireEvent.keyDown(field, { key: 'v', ctrlKey: true }),
      fireEvent.keyDown(field, { key: 'v', metaKey: true }),
    ]
    expect(events).toEqual(events.map(() => true))
    fireEvent.input(field, { target: { value: text } })
    expect(field).toHaveProperty('value', text)
    return field.getAttribute('autocomplete')
  }
  await renderScreen(<Login />, { path: '/login', pattern: '/login', replies })
  expect(paste('Email', 'ana@demo.test')).toBe('username webauthn')
  expect(paste('Password', 'x'.repeat(60))).toBe('current-password')
  cleanup()
  const pattern = '/reset-password/:reset_password_id'
  await renderScreen(<ResetPassword />, { path: '/reset-password/tok-1', pattern, replies: {} })
  expect(paste('New password', 'y'.repeat(60))).toBe('new-password')
})

test('a used link says so and offers a new one', async () => {
  await renderScreen(<ResetPassword />, {
    path: '/reset-password/tok-1',
    pattern: '/reset-password/:reset_password_id',
    replies: {
      'POST /api/reset-password': () => {
        throw refusal(409, { error: 'This link was used before.', code: 'link_used' })
      },
    },
  })
  type('New password', 'correct horse battery')
  await press('Save the password')
  expect(screen.getByRole('alert').textContent).toBe('This link was used before.')
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
    '/forgot-password',
  )
})

test('opening a sign-in link changes nothing until the button is pressed', async () => {
  const { calls } = await renderScreen(<Authenticate />, {
    path: '/authenticate?token=tok-2',
    pattern: '/authenticate',
    replies: { ...replies, 'POST /api/authenticate': { type: 'Crew', locale: 'en', to: '/jobs' } },
  })
  expect(calls).toHaveLength(0)
  await press('Continue')
  expect(calls[0]).toMatchObject({ key: 'POST /api/authenticate', body: { token: 'tok-2' } })
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

test('security 13: a token leaves the address as soon as its page stands', async () => {
  const Search = () => <output>{`searched: ${useLocation().search}`}</output>
  const page = (
    <>
      <Authenticate />
      <Search />
    </>
  )
  const { calls } = await renderScreen(page, {
    path: '/authenticate?token=tok-3',
    pattern: '/authenticate',
    replies: { ...replies, 'POST /api/authenticate': { type: 'Crew', locale: 'en', to: '/jobs' } },
  })
  expect(screen.getByRole('status').textContent).toBe('searched: ')
  await press('Continue')
  expect(calls[0]).toMatchObject({ body: { token: 'tok-3' } })
})

test('a sign-in link without its token says what to do', async () => {
  await renderScreen(<Authenticate />, { path: '/authenticate', pattern: '/authenticate' })
  expect(screen.getByRole('link', { name: 'Sign in with a password' })).toBeTruthy()
})

test('signing out notifies the server, clears the cookie and goes to sign in', async () => {
  await renderScreen(<Logout />, {
    path: '/logout',
    pattern: '/logout',
    user: { type: 'Crew' },
    replies: { 'POST /api/sign-out': { ok: true } },
  })
  expect(await screen.findByText('elsewhere')).toBeTruthy()
  expect(document.cookie).not.toContain('crew_signed_in=1')
})

test('signing out that fails does not pretend', async () => {
  let isAway = true
  await renderScreen(<Logout />, {
    path: '/logout',
    pattern: '/logout',
    user: { type: 'Crew' },
    replies: {
      'POST /api/sign-out': () => {
        if (isAway) throw refusal(503, { error: 'We are not available right now.', code: 'unavailable' })
        return { ok: true }
      },
    },
  })
  expect(document.cookie).toContain('crew_signed_in=1')
  isAway = false
  await screen.findByRole('button', { name: 'Try again' })
  await press('Try again')
  expect(await screen.findByText('elsewhere')).toBeTruthy()
})

test('how this device signed in last is offered first, and a mail that leads to the code is followed', async () => {
  localStorage.setItem('crew_last_way', 'code')
  await renderScreen(<Login />, { path: '/login', pattern: '/login', replies })
  expect(await screen.findByLabelText('Mobile phone', {}, { timeout: 10_000 })).toBeTruthy()
  cleanup()
  localStorage.setItem('crew_last_way', 'password')
  await renderScreen(<Login />, { path: '/login', pattern: '/login', replies })
  expect(screen.getByLabelText('Password')).toBeTruthy()
  cleanup()
  await renderScreen(<Login />, { path: '/login?by=code', pattern: '/login', replies })
  expect(await screen.findByLabelText('Mobile phone', {}, { timeout: 10_000 })).toBeTruthy()
  localStorage.removeItem('crew_last_way')
})
