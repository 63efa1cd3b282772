import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ShareId, toId } from '#domain/ids.ts'
import { type Replies, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { bringLookedAfter } from './looked-after.tsx'

const assign = vi.spyOn(window.location, 'assign')
beforeEach(() => void assign.mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const shareId = toId<ShareId>('00000000-0000-4000-8000-000000000001')
const account = {
  shareId,
  ownerName: 'Olga Owner',
  role: 'schedule',
  rights: ['see'],
  isWhole: true,
  groups: [],
  getsNotices: true,
  getsReminders: false,
} as const

async function show(replies: Replies) {
  const { default: LookedAfter } = await bringLookedAfter()
  return renderScreen(<LookedAfter />, { replies })
}

test('whoever has no place of its own goes to those that it looks after', async () => {
  const { calls } = await show({
    'GET /api/accounts': {
      accounts: [{ ...account, rights: [...account.rights], groups: [] }],
      current: null,
    },
    'POST /api/use-account': { ok: true },
  })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Go there: Olga Owner' })))
  expect(calls.find(({ key }) => key === 'POST /api/use-account')?.body).toEqual({ shareId })
  expect(assign).toHaveBeenCalledWith('/')
})

test('nothing shows to whoever looks after nobody’s places', async () => {
  await show({ 'GET /api/accounts': { accounts: [], current: null } })
  expect(screen.queryByRole('button')).toBeNull()
})
