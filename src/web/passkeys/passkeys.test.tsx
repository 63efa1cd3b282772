import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { toId } from '#domain/ids.ts'
import { askAgain } from '#web/session/ask-again.ts'
import { lastWay } from '#web/session/last-way.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { CREATION, fakePasskeys, REQUEST, SHOWN } from './fake-passkeys.testing.ts'
import { offerPasskey } from './offer-passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** It comes when the first question is asked. */
beforeAll(async () => void (await import('#web/ui/dialogs/prompt-dialog.tsx')))
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const onEntered = vi.fn(async () => {})
const ways = { hasPassword: true, phone: null, email: 'ana@demo.test', passkeys: 1 }
const replies: Replies = {
  'POST /api/ask-passkey': REQUEST,
  'POST /api/ask-own-passkey': REQUEST,
  'POST /api/sign-in-with-passkey': { type: 'Customer', locale: 'en' },
  'POST /api/confirm-passkey': { ok: true },
  'POST /api/begin-passkey': CREATION,
  'POST /api/add-passkey': { id: toId('00000000-0000-4000-8000-000000000001'), name: 'Chrome · Mac' },
  'GET /api/sign-in-ways': { ...ways, passkeys: 0 },
}
const show = (more: Replies = {}) =>
  renderScreen(<PasskeyButton isFirst={false} onEntered={onEntered} />, { replies: { ...replies, ...more } })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('a passkey signs in, and this device remembers that it was one', async () => {
  const { get } = fakePasskeys()
  const { calls } = await show()
  await press('Sign in with a passkey')
  await waitFor(() => expect(onEntered).toHaveBeenCalled(), { timeout: 10_000 })
  expect(get.mock.lastCall?.[0].publicKey?.challenge).toEqual(new Uint8Array([251, 255, 1]))
  expect(calls.at(-1)?.body).toEqual({ credential: SHOWN })
  expect(lastWay()).toBe('passkey')
})

test('who closes the browser’s question is where it was, without a word', async () => {
  fakePasskeys(() => {
    throw new DOMException('closed', 'NotAllowedError')
  })
  onEntered.mockClear()
  const { calls } = await show()
  await press('Sign in with a passkey')
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull())
  expect(calls.map(({ key }) => key)).toEqual(['POST /api/ask-passkey'])
  expect(onEntered).not.toHaveBeenCalled()
})

test('what the server says of a passkey is said', async () => {
  fakePasskeys()
  const error = 'This passkey opens no account here. Sign in another way.'
  await show({
    'POST /api/sign-in-with-passkey': () => {
      throw refusal(401, { error, code: 'passkey_unknown' })
    },
  })
  await press('Sign in with a passkey')
  expect(await screen.findByText(error, {}, { timeout: 10_000 })).toBeDefined()
})

test('one is offered once on a device, and made when it is wanted', async () => {
  const { create } = fakePasskeys()
  await show()
  const offered = offerPasskey()
  await screen.findByText('Next time without a code?', {}, { timeout: 10_000 })
  await press('Add a passkey')
  await act(() => offered)
  expect(create).toHaveBeenCalledTimes(1)
  expect(await screen.findByText('Chrome · Mac signs you in from now on.')).toBeDefined()
  await act(() => offerPasskey())
  expect(screen.queryByText('Next time without a code?')).toBeNull()
})

test.each([
  ['a passkey', 'Use a passkey', 'POST /api/confirm-passkey'],
  ['the password, where that is wanted', 'Use another way', 'POST /api/confirm-password'],
])('who has one is asked again for %s', async (_what, button, last) => {
  fakePasskeys()
  const { calls, client } = await show({
    'GET /api/sign-in-ways': ways,
    'POST /api/confirm-password': { ok: true },
  })
  const asked = askAgain(client)
  await screen.findByText('Is it you?', {}, { timeout: 10_000 })
  await press(button)
  if (last === 'POST /api/confirm-password') {
    const field = await screen.findByLabelText('Password', {}, { timeout: 10_000 })
    fireEvent.change(field, { target: { value: 'my long password' } })
    await press('Continue')
  }
  expect(await act(() => asked)).toBe(true)
  expect(calls.at(-1)?.key).toBe(last)
})
