import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Reply } from '#web/api.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Catalogue } from './catalogue.tsx'

afterEach(cleanup)

type Read = Reply<'POST /api/get-settings'>
type Setting = Read['settings'][number]

const base: Setting = {
  key: 'offerMinutes',
  group: 'offers',
  groupName: 'Offers',
  sentence: 'An offer of a weekly visit is open for this long.',
  kind: 'number',
  unit: 'minutes',
  minimum: 1,
  maximum: 240,
  choices: [],
  byDefault: 10,
  value: 20,
  history: [
    {
      value: 15,
      inForceFrom: '2026-02-01T12:00:00Z',
      writtenBy: null,
      writerName: null,
      writtenAt: '2026-02-01T12:00:00Z',
    },
    {
      value: 20,
      inForceFrom: '2026-03-01T12:00:00Z',
      writtenBy: null,
      writerName: 'Olivia Reyes',
      writtenAt: '2026-03-01T12:00:00Z',
    },
  ],
  upcoming: [],
}
const fee: Setting = {
  ...base,
  key: 'cancelFeeMinimumCents',
  group: 'cancelling',
  groupName: 'Calling off',
  sentence: 'Calling off later costs at least this much.',
  unit: 'cents',
  minimum: 0,
  maximum: 100_000,
  byDefault: 1_000,
  value: 1_000,
  history: [],
  upcoming: [
    {
      value: 1_250,
      inForceFrom: '2030-05-01T06:00:00Z',
      writtenBy: null,
      writerName: 'Olivia Reyes',
      writtenAt: '2026-03-01T12:00:00Z',
    },
  ],
}
const read: Read = {
  market: { id: 'denver', name: 'Denver', zone: 'America/Denver' },
  settings: [base, fee],
}

async function open(path = '/operator/catalogue') {
  return renderScreen(<Catalogue />, {
    path,
    user: { type: 'Operator' },
    replies: { 'POST /api/get-settings': read, 'POST /api/set-setting': { ok: true as const } },
  })
}

test('an operator changes a number at once, in dollars as people write them', async () => {
  const { calls } = await open('/operator/catalogue?show=settings')
  await press('Change: Calling off later costs at least this much.')
  expect(screen.getByText('$0 to $1,000')).toBeTruthy()
  await type(/^New value/, 'lots')
  await press('Save')
  expect(screen.getAllByText('Give a number as the hint says.').length).toBeGreaterThan(0)
  await type(/^New value/, '12.50')
  await press('Save')
  expect(sent(calls)).toEqual([
    { marketId: 'denver', key: 'cancelFeeMinimumCents', value: 1_250, inForceFrom: null },
  ])
})

test('a change from a day on begins at midnight of the market', async () => {
  const { calls } = await open('/operator/catalogue?show=settings&setting=offerMinutes')
  await type(/^New value/, '30')
  await press('From a day on')
  await type(/^From midnight of/, '2030-07-04')
  await press('Save')
  expect(sent(calls)).toEqual([
    { marketId: 'denver', key: 'offerMinutes', value: 30, inForceFrom: '2030-07-04T06:00:00.000Z' },
  ])
})

test('what held before is put back, and what will come is called off', async () => {
  const { calls } = await open('/operator/catalogue?show=settings&setting=offerMinutes')
  const panel = screen.getByRole('complementary')
  expect(within(panel).getByText(/Olivia Reyes/)).toBeTruthy()
  await press('Put back 15 minutes')
  await press('Change: Calling off later costs at least this much.')
  await press('Cancel the change to $12.50')
  expect(sent(calls)).toEqual([
    { marketId: 'denver', key: 'offerMinutes', value: 15, inForceFrom: null },
    {
      marketId: 'denver',
      key: 'cancelFeeMinimumCents',
      value: null,
      inForceFrom: '2030-05-01T06:00:00.000Z',
    },
  ])
})

test('a setting is found by its words, and only what was changed is shown', async () => {
  await open('/operator/catalogue?show=settings')
  await type('Search settings', 'CALLING')
  expect(rows()).toEqual(['Change: Calling off later costs at least this much.'])
  await type('Search settings', '')
  expect(rows()).toHaveLength(2)
  await type('Groups of settings', 'offers')
  expect(rows()).toEqual(['Change: An offer of a weekly visit is open for this long.'])
  await type('Search settings', 'nothing of the kind')
  expect(screen.getByText('No setting matches.')).toBeTruthy()
})

test('all cities have values of their own', async () => {
  const { calls } = await open('/operator/catalogue?show=settings&where=everywhere&setting=offerMinutes')
  expect(calls.find(({ key }) => key === 'POST /api/get-settings')?.body).toEqual({ marketId: null })
  await type(/^New value/, '25')
  await press('Save')
  expect(sent(calls)).toEqual([{ marketId: null, key: 'offerMinutes', value: 25, inForceFrom: null }])
})

function rows() {
  return screen.queryAllByRole('button', { name: /^Change: / }).map((row) => row.getAttribute('aria-label'))
}

function sent(calls: readonly { key: string; body: unknown }[]) {
  return calls.filter(({ key }) => key === 'POST /api/set-setting').map(({ body }) => body)
}

async function press(name: string) {
  const target = screen.queryByRole('button', { name }) ?? screen.getByRole('radio', { name })
  await act(async () => fireEvent.click(target))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}

async function type(label: string | RegExp, value: string) {
  await act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
}
