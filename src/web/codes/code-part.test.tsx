import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { codeIn } from '#domain/accounts/sign-in-code.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { CodePart } from './code-part.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

const TOKEN = 'a'.repeat(43)
const onEntered = vi.fn(async () => {})
const replies: Replies = {
  'GET /api/config': {
    environment: 'development',
    isDemo: false,
    supportEmail: 'help@crew.test',
    pixelId: null,
    map: { styleUrl: null, tilesUrl: null, hasDrivenLines: false },
    paymentsProvider: 'embedded',
    cardScript: null,
  },
  'POST /api/send-code': { token: TOKEN },
  'POST /api/sign-in-with-code': { account: null },
  'POST /api/open-account': { type: 'Customer', locale: 'en', codeRefused: null },
}
const show = (more: Replies = {}) =>
  renderScreen(<CodePart channels={['phone', 'email']} onEntered={onEntered} />, {
    replies: { ...replies, ...more },
  })
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

async function asked(more: Replies = {}) {
  const view = await show(more)
  await type('Mobile phone', '3035550142')
  await press('Send me a code')
  await screen.findByText('We sent a code to (303) 555-0142. It works for 10 minutes.')
  return view
}

test('a phone, a code and a name open an account, and the last digit sends the code', async () => {
  const { calls } = await asked()
  const field = screen.getByLabelText<HTMLInputElement>('Code')
  expect(field.autocomplete).toBe('one-time-code')
  expect(document.activeElement).toBe(field)
  await type('Code', '123 456')
  await screen.findByLabelText('Your name')
  await type('Your name', 'Pat Miller')
  await press('Continue')
  await vi.waitFor(() => expect(onEntered).toHaveBeenCalled(), { timeout: 10_000 })
  expect(calls.find(({ key }) => key === 'POST /api/sign-in-with-code')?.body).toEqual({
    token: TOKEN,
    code: '123456',
  })
  expect(calls.find(({ key }) => key === 'POST /api/open-account')?.body).toEqual({
    token: TOKEN,
    name: 'Pat Miller',
    locale: 'en',
  })
  expect(sessionStorage.getItem('crew_code')).toBeNull()
})

test('who opens an account is told why a sponsor’s code was refused', async () => {
  const codeRefused = 'This code belongs to someone with the same phone.'
  await asked({ 'POST /api/open-account': { type: 'Customer', locale: 'en', codeRefused } })
  await type('Code', '123456')
  await screen.findByLabelText('Your name')
  await type('Your name', 'Pat Miller')
  await press('Continue')
  expect(await screen.findByText(codeRefused, {}, { timeout: 10_000 })).toBeDefined()
})

test('a page that was ended while its owner read the text asks for the code, not for the number', async () => {
  await asked()
  cleanup()
  await show()
  expect(screen.getByLabelText('Code')).toBeDefined()
})

test('a code that is older than ten minutes is asked for anew', async () => {
  const old = { channel: 'phone', to: '(303) 555-0142', token: TOKEN, isProven: false }
  sessionStorage.setItem('crew_code', JSON.stringify({ ...old, sentAt: Date.now() - 11 * 60_000 }))
  await show()
  expect(screen.getByLabelText('Mobile phone')).toBeDefined()
})

test('the code is sent again after half a minute, under the same token', async () => {
  const before = { channel: 'phone', to: '(303) 555-0142', token: TOKEN, isProven: false }
  sessionStorage.setItem('crew_code', JSON.stringify({ ...before, sentAt: Date.now() }))
  await show()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Send it again in \d+ s/ }).disabled).toBe(
    true,
  )
  cleanup()
  sessionStorage.setItem('crew_code', JSON.stringify({ ...before, sentAt: Date.now() - 31_000 }))
  const { calls } = await show()
  await press('Send it again')
  expect(calls.at(-1)?.body).toEqual({ phone: '(303) 555-0142', token: TOKEN })
})

test('a wrong code is said under the field, and the number can be changed', async () => {
  const error = 'That’s not the code we sent. Check it and try again.'
  await asked({
    'POST /api/sign-in-with-code': () => {
      throw refusal(400, { error, code: 'code_wrong', fields: { code: error } })
    },
  })
  await type('Code', '123456')
  expect((await screen.findAllByText(error)).length).toBeGreaterThan(0)
  await press('Use another number')
  expect(screen.getByLabelText('Mobile phone')).toBeDefined()
})

test('by mail it does not say whether the address has an account', async () => {
  await show()
  await act(async () => fireEvent.click(screen.getByLabelText('Email me')))
  await type('Email', 'ana@demo.test')
  await press('Send me a code')
  expect(await screen.findByText(/^If ana@demo.test has an account/)).toBeDefined()
})

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['Your Crew code is 123456. It works for 10 minutes.\n\n@crew.example #123456', '123456'],
  ['12a3', '123'],
  ['1234567', '123456'],
  ['', ''],
])('%j is read as %j', (typed, code) => {
  expect(codeIn(typed)).toBe(code)
})
