import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PasskeyId } from '#domain/ids.ts'
import { toId } from '#domain/ids.ts'
import { CREATION, fakePasskeys } from '#web/passkeys/fake-passkeys.testing.ts'
import { type Replies, refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { PasskeysPart } from './passkeys-part.tsx'

beforeAll(async () => void (await import('#web/ui/dialogs/prompt-dialog.tsx')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const passkeyId = toId<PasskeyId>('00000000-0000-4000-8000-000000000001')
const phone = {
  id: passkeyId,
  name: 'My phone',
  isSynced: true,
  createdAt: '2026-03-02T16:00:00.000Z',
  lastUsedAt: null,
}
const show = (replies: Replies) => renderScreen(<PasskeysPart />, { replies })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const inDialog = async (name: string) => {
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  const buttons = screen.getAllByRole('button', { name })
  await act(async () => fireEvent.click(buttons.at(-1)!))
}

test('each says when it came, whether it was used, and where it is', async () => {
  fakePasskeys()
  await show({ 'GET /api/passkeys': [phone] })
  expect(
    screen.getByText(/^Added .* · Not used yet · On all devices of your password manager$/),
  ).toBeDefined()
})

test('a device that knows no passkeys offers none', async () => {
  await show({ 'GET /api/passkeys': [] })
  expect(screen.queryByText('Passkeys')).toBeNull()
})

test('one is added by the browser, and one that it has already is said to be there', async () => {
  const replies: Replies = {
    'GET /api/passkeys': [],
    'POST /api/begin-passkey': CREATION,
    'POST /api/add-passkey': { id: passkeyId, name: 'Chrome · Mac' },
  }
  fakePasskeys()
  await show(replies)
  await press('Add a passkey')
  expect(await screen.findByText('Chrome · Mac signs you in from now on.')).toBeDefined()
  fakePasskeys(() => {
    throw new DOMException('known', 'InvalidStateError')
  })
  await press('Add a passkey')
  expect(await screen.findByText('This device has a passkey for your account already.')).toBeDefined()
})

test('one is renamed', async () => {
  fakePasskeys()
  const { calls } = await show({ 'GET /api/passkeys': [phone], 'POST /api/rename-passkey': { ok: true } })
  await press('Rename My phone')
  fireEvent.change(await screen.findByLabelText('Name', {}, { timeout: 10_000 }), {
    target: { value: 'Old phone' },
  })
  await inDialog('Rename')
  const body = { passkeyId, name: 'Old phone' }
  expect(calls.find(({ key }) => key === 'POST /api/rename-passkey')?.body).toEqual(body)
})

test('the last way in stays, and the question says why', async () => {
  fakePasskeys()
  const error = 'Without it you couldn’t sign in anymore. Add another way to sign in first.'
  await show({
    'GET /api/passkeys': [phone],
    'POST /api/remove-passkey': () => {
      throw refusal(409, { error, code: 'last_way_in' })
    },
  })
  await press('Remove My phone')
  await inDialog('Remove')
  expect(await screen.findByText(error)).toBeDefined()
})
