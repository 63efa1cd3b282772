import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pageOf } from '#web/pages/find-page.ts'
import type { User } from '#web/session/user.ts'
import { setHomeZone, useFormat } from '#web/text/format.ts'
import { urls } from '#web/urls.ts'
import { renderScreen } from './render-screen.testing.tsx'
import { ScreenOutlet } from './screen-outlet.tsx'

vi.mock(import('#web/pages/find-screen.ts'), async (original) => ({
  ...(await original()),
  findScreen: () => ({ name: 'clock', load: async () => Clock, area: { areas: [], screens: {} }, reads: [] }),
}))
afterEach(() => {
  cleanup()
  setHomeZone(undefined)
})

/** Noon in summer, when Denver's clocks are an hour ahead of Phoenix's and Los Angeles's. */
function Clock() {
  return <p>{useFormat().dateTime('2026-07-01T18:00:00Z')}</p>
}

test.each<[who: string, user: Partial<User>, time: string]>([
  ['a customer of Phoenix', { type: 'Customer', time_zone: 'America/Phoenix' }, '11:00 AM'],
  ['a crew of Denver', { type: 'Crew', time_zone: 'America/Denver' }, '12:00 PM'],
  [
    'an operator from Denver with Phoenix on the desk',
    { type: 'Operator', time_zone: 'America/Denver', desk_time_zone: 'America/Phoenix' },
    '11:00 AM',
  ],
  ['somebody of whom no zone is known', { type: 'Customer' }, '12:00 PM'],
])('an instant without a place of its own is shown by the zone of %s', async (_who, user, time) => {
  const { settle } = await renderScreen(<ScreenOutlet page={pageOf('account')!} />, {
    path: urls.account.path,
    user,
  })
  await settle()
  expect((await screen.findByText(/Jul 1, 2026/)).textContent).toContain(time)
})
