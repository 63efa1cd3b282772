import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toId, type UserId } from '#domain/ids.ts'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Log } from './log.tsx'

afterEach(cleanup)

const who = {
  id: toId<UserId>('00000000-0000-4000-8000-000000000001'),
  name: 'Ines Keller',
  type: 'Operator' as const,
}
const whom = {
  id: toId<UserId>('00000000-0000-4000-8000-000000000002'),
  name: 'Cleo Crew',
  type: 'Crew' as const,
}
const entry: Reply<'GET /api/audit-log'>['entries'][number] = {
  id: 7,
  at: '2026-03-04T06:30:00Z',
  actor: who,
  action: 'correct_person',
  subject: whom.id,
  people: [whom],
  isEveryMarket: false,
  detail: {
    reason: 'Called us',
    before: { phone: '+13035550100', unitCents: 1250 },
    after: { phone: '+13035550199', unitCents: null },
    crewId: whom.id,
    refusedLines: 3,
  },
}
const page: Reply<'GET /api/audit-log'> = {
  timeZone: 'America/Denver',
  marketName: 'Denver',
  count: 1,
  mostCounted: 1_000,
  person: null,
  actors: [who],
  entries: [entry],
  nextCursor: null,
}
const user = { type: 'Operator' } as const

test('an entry shows when in the zone of the market, who, what and whom, and opens with before and after', async () => {
  await renderScreen(<Log />, {
    path: '/operator/log',
    user,
    replies: { 'GET /api/audit-log': page },
  })
  expect(screen.getByText(/Times are Mountain Time/)).toBeTruthy()
  expect(screen.getByText('1 entry')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Mar 3, 2026, 11:30 PM' })
  await act(async () => fireEvent.click(link))
  const detail = within(screen.getByRole('dialog', { hidden: true }))
  const table = within(detail.getByRole('table', { hidden: true }))
  expect(table.getByText('Phone')).toBeTruthy()
  expect(table.getByText('+13035550100')).toBeTruthy()
  expect(table.getByText('$12.50')).toBeTruthy()
  expect(table.getByText('nothing')).toBeTruthy()
  expect(detail.getByText('Called us')).toBeTruthy()
  expect(detail.getByText('refused lines')).toBeTruthy()
  expect(
    detail.getByRole('link', { name: 'Everything about Cleo Crew', hidden: true }).getAttribute('href'),
  ).toBe(`/operator/log?whom=${whom.id}`)
})

test('what the address asks is asked of the server, and a filter that is chosen goes into the address', async () => {
  const { calls, settle } = await renderScreen(<Log />, {
    path: `/operator/log?whom=${whom.id}&what=nonsense&from=2026-03-01`,
    user,
    language: 'es',
    replies: { 'GET /api/audit-log': { ...page, person: whom, count: 1_000, entries: [entry] } },
  })
  expect(calls.find(({ key }) => key === 'GET /api/audit-log')?.query).toEqual({
    personId: whom.id,
    from: '2026-03-01',
    reach: 'both',
  })
  expect(screen.getByText('Más de 999 entradas')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Solo Cleo Crew' })).toBeTruthy()
  await act(async () =>
    fireEvent.change(screen.getByLabelText('Qué'), { target: { value: 'correct_person' } }),
  )
  await settle()
  expect(calls.filter(({ key }) => key === 'GET /api/audit-log').at(-1)?.query).toEqual({
    personId: whom.id,
    from: '2026-03-01',
    action: 'correct_person',
    reach: 'both',
  })
  expect(screen.getByRole('link', { name: 'Descargar CSV' }).getAttribute('href')).toContain(
    'action=correct_person',
  )
})

test('nothing by these filters says so', async () => {
  await renderScreen(<Log />, {
    path: '/operator/log?reach=every',
    user,
    replies: { 'GET /api/audit-log': { ...page, count: 0, entries: [] } },
  })
  expect(screen.getByText('Nothing in the log by these filters.')).toBeTruthy()
})
