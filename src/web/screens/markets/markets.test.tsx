import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { toId, type HolidayRuleSetId } from '#domain/ids.ts'
import { areaAround } from '#domain/markets/circle.ts'
import type { Reply } from '#web/api.ts'
import { refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import type { User } from '#web/session/user.ts'
import { MarketPage } from './market.tsx'
import { Markets } from './markets.tsx'

// What comes by itself; here it is there at once.
beforeAll(() =>
  Promise.all([import('./market-form.tsx'), import('./geojson.tsx'), import('./letterhead-dialog.tsx')]),
)
afterEach(cleanup)

const TUCSON = { lat: 32.2226, lng: -110.9747 }
const market: Reply<'GET /api/market'> = {
  id: 'tucson',
  name: 'Tucson',
  timeZone: 'America/Phoenix',
  state: 'waitlist',
  isCurrent: false,
  center: TUCSON,
  area: areaAround(TUCSON, 79_200),
  serviceKeys: null,
  supportEmail: null,
  supportPhone: '+15205550100',
  ruleSetId: toId<HolidayRuleSetId>('00000000-0000-4000-8000-000000000001'),
  version: 3,
  letterhead: { version: 0, legalName: '', postalAddress: '', taxNumber: '' },
  runningJobs: 0,
  lastJobEndsOn: null,
  visitsAhead: 0,
  waiting: 2,
  others: [],
  changes: [
    {
      at: '2026-03-02T16:00:00.000Z',
      action: 'save_market',
      actorName: 'Ines Keller',
      fields: [{ field: 'supportPhone', before: null, after: '+15205550100' }],
    },
  ],
}
const ROW = {
  id: 'tucson',
  name: 'Tucson',
  timeZone: 'America/Phoenix',
  state: 'waitlist' as const,
  isCurrent: false,
}
const counts = { customers: 0, crews: 0, runningJobs: 0, waiting: 2 }

function show(sent: unknown[] = [], refused?: Error, more: Partial<User> = {}) {
  const keep = (body: unknown) => {
    sent.push(body)
    if (refused) throw refused
  }
  return renderScreen(<MarketPage />, {
    path: '/operator/market/tucson',
    pattern: '/operator/market/:market_id',
    user: { type: 'Operator', ...more },
    replies: {
      'GET /api/market': market,
      'GET /api/services': [],
      'POST /api/save-market': ({ body }) => {
        keep(body)
        return { version: 4 }
      },
      'POST /api/step-market': ({ body }) => {
        keep(body)
        return { ok: true }
      },
    },
  })
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const write = (name: string, value: string) =>
  act(async () => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } }))

test('lists the cities with what goes on there', async () => {
  await renderScreen(<Markets />, {
    path: '/operator/markets',
    user: { type: 'Operator' },
    replies: { 'GET /api/markets': [{ ...ROW, ...counts }] },
  })
  const row = (await screen.findByText('Tucson')).closest('tr')!
  expect(row.textContent).toContain('Waitlist')
  expect(row.textContent).toContain('America/Phoenix')
})

test('an area is pasted, said to be wrong in words, and saved with what was read', async () => {
  const sent: unknown[] = []
  await show(sent)
  await screen.findByRole('button', { name: 'Save city' })
  await act(async () => fireEvent.click(screen.getByText('The area as GeoJSON', { selector: 'summary' })))
  const bowTie = [
    [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ],
  ]
  await write('The area as GeoJSON', JSON.stringify({ type: 'Polygon', coordinates: bowTie }))
  await press('Use this GeoJSON')
  expect(screen.getByText(/^The border crosses itself near/)).toBeTruthy()
  const square = [
    [
      [-111, 32],
      [-110, 32],
      [-110, 33],
      [-111, 33],
      [-111, 32],
    ],
  ]
  await write('The area as GeoJSON', JSON.stringify({ type: 'Polygon', coordinates: square }))
  await press('Use this GeoJSON')
  expect(screen.getByText('4 corners')).toBeTruthy()
  await press('Save city')
  expect(sent).toEqual([
    expect.objectContaining({
      marketId: 'tucson',
      version: 3,
      center: TUCSON,
      area: { type: 'MultiPolygon', coordinates: [square] },
      serviceKeys: null,
      supportPhone: '(520) 555-0100',
    }),
  ])
})

test('what the server refuses stands under the field', async () => {
  await show(
    [],
    refusal(400, {
      error: 'Check what you entered.',
      code: 'bad_input',
      fields: { area: 'This overlaps Denver.' },
    }),
  )
  await screen.findByRole('button', { name: 'Save city' })
  await press('Save city')
  expect(screen.getByText('This overlaps Denver.')).toBeTruthy()
})

test('opening says how many get a message, and what was changed is told with who did it', async () => {
  const sent: unknown[] = []
  await show(sent)
  await press('Open city')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('2 people on the waitlist get a message')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Open city' })))
  expect(sent).toEqual([{ marketId: 'tucson', step: 'open' }])
  expect(screen.getByText('Support phone: none → +15205550100')).toBeTruthy()
  expect(screen.getByText(/Ines Keller/).textContent).toContain('9:00 AM')
})

test('the letterhead says what papers will bear, and is changed in a dialog', async () => {
  const sent: unknown[] = []
  await renderScreen(<MarketPage />, {
    path: '/operator/market/tucson',
    pattern: '/operator/market/:market_id',
    user: { type: 'Operator' },
    replies: {
      'GET /api/market': {
        ...market,
        letterhead: {
          version: 2,
          legalName: 'Crew Tucson LLC',
          postalAddress: '1 Main St',
          taxNumber: '00-1',
        },
      },
      'GET /api/services': [],
      'POST /api/save-letterhead': ({ body }) => {
        sent.push(body)
        return { version: 3 }
      },
    },
  })
  expect(await screen.findByText('Tax ID 00-1 · (520) 555-0100')).toBeTruthy()
  await press('Change the letterhead')
  const dialog = screen.getByRole('dialog', { name: 'Letterhead' })
  fireEvent.change(within(dialog).getByLabelText(/^Legal name/), { target: { value: 'Crew AZ LLC' } })
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Save letterhead' })))
  expect(sent).toEqual([
    {
      marketId: 'tucson',
      basedOn: 2,
      legalName: 'Crew AZ LLC',
      postalAddress: '1 Main St',
      taxNumber: '00-1',
    },
  ])
})

test('a reader looks at the ground of a city outside of the form that is closed to it', async () => {
  await show([], undefined, { capabilities: ['see'] })
  const map = screen.getByRole('img', { name: 'Where we work' })
  expect(map.closest('fieldset')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Start again with a circle' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name').closest('fieldset')?.disabled).toBe(true)
})

/** The page of a city that somebody else saves: `save` says with what, and what is read from then on. */
async function showShared() {
  const shared = { current: market }
  const sent: { version: number; name: string; supportPhone: string | null }[] = []
  const rendered = await renderScreen(<MarketPage />, {
    path: '/operator/market/tucson',
    pattern: '/operator/market/:market_id',
    user: { type: 'Operator' },
    replies: {
      'GET /api/market': () => shared.current,
      'GET /api/services': [],
      'POST /api/save-market': ({ body }) => {
        const asked = body as (typeof sent)[number]
        sent.push(asked)
        if (asked.version !== shared.current.version)
          throw refusal(409, { error: 'Someone else changed this city.', code: 'market_changed' })
        const version = asked.version + 1
        shared.current = { ...shared.current, name: asked.name, supportPhone: asked.supportPhone, version }
        return { version }
      },
    },
  })
  const change = (how: Partial<typeof market>) => {
    shared.current = { ...shared.current, ...how, version: shared.current.version + 1 }
  }
  const lookAgain = async () => {
    await act(() => rendered.client.invalidateQueries({ queryKey: ['GET /api/market'] }))
    await rendered.settle()
  }
  return { sent, change, lookAgain }
}
const typed = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value

test('what somebody typed stays where somebody else saved meanwhile, and is saved over it only when asked', async () => {
  const { sent, change } = await showShared()
  await write('Name', 'Tucson Valley')
  change({ supportPhone: '+15205550199', supportEmail: 'help@tucson.test' })
  await press('Save city')
  expect(typed('Name')).toBe('Tucson Valley')
  expect(screen.getByText(/^They changed: Support email, Support phone\./)).toBeTruthy()
  await press('Keep what I typed')
  expect(typed('Name')).toBe('Tucson Valley')
  expect(typed('Support phone (optional)')).toBe('(520) 555-0199')
  await press('Save city')
  expect(sent.map(({ version, name, supportPhone }) => [version, name, supportPhone])).toEqual([
    [3, 'Tucson Valley', '(520) 555-0100'],
    [4, 'Tucson Valley', '(520) 555-0199'],
  ])
  expect(screen.queryByText('Someone else saved this meanwhile')).toBeNull()
  // And goes on from what was saved.
  await write('Name', 'Tucson West')
  await press('Save city')
  expect(sent.at(-1)).toMatchObject({ version: 5, name: 'Tucson West' })
})

test('theirs is taken when asked, and followed unasked where nothing was typed', async () => {
  const { change, lookAgain } = await showShared()
  change({ name: 'Tucson South' })
  await lookAgain()
  expect(typed('Name')).toBe('Tucson South')
  expect(screen.queryByText('Someone else saved this meanwhile')).toBeNull()
  await write('Name', 'Mine')
  change({ name: 'Tucson North' })
  await lookAgain()
  expect(typed('Name')).toBe('Mine')
  await press('Take theirs')
  expect(typed('Name')).toBe('Tucson North')
  expect(screen.queryByText('Someone else saved this meanwhile')).toBeNull()
})
