import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { localDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { refusal, renderScreen } from '#web/shell/render-screen.testing.tsx'
import { TaxDesk } from './tax-desk.tsx'

afterEach(cleanup)

const bins = { state: 290, county: 0, city: 515, district: 110 }
const rates: Reply<'GET /api/sales-tax-rates'> = {
  marketId: 'denver',
  zone: 'America/Denver',
  today: localDate('2026-06-02'),
  services: [
    { key: 'bins', name: 'Bins' },
    { key: 'lawn', name: 'Lawn mowing' },
  ],
  byService: { bins },
  otherBasisPoints: 0,
  changes: [
    {
      from: '2026-07-01T06:00:00.000Z',
      byService: { bins: { ...bins, city: 600 } },
      otherBasisPoints: 0,
      before: { byService: { bins }, otherBasisPoints: 0 },
      isComing: true,
      writtenBy: 'Ines Keller',
    },
  ],
}
const show = (set: (body: unknown) => void = () => undefined) =>
  renderScreen(<TaxDesk />, {
    path: '/operator/tax?show=rates',
    user: { type: 'Operator' },
    replies: {
      'GET /api/sales-tax-rates': rates,
      'POST /api/set-setting': ({ body }) => {
        set(body)
        return { ok: true }
      },
    },
  })
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string, row: string) =>
  fireEvent.change(within(screen.getByRole('group', { name: new RegExp(row) })).getByLabelText(label), {
    target: { value },
  })

test('what each service is taxed by, what is to come and who wanted it', async () => {
  await show()
  const table = screen.getByRole('table', { name: 'In force now' })
  const row = (name: string) => within(table).getByText(name).closest('tr')!.textContent
  expect(row('Bins')).toMatch(/2\.9%.*5\.15%.*9\.15%/)
  expect(row('Lawn mowing')).toContain('Not taxed')
  const change = within(screen.getByRole('list', { name: 'Changes' })).getByRole('listitem').textContent
  expect(change).toContain('From Jul 1, 2026, 12:00 AM')
  expect(change).toContain('Bins: 10% · By Ines Keller')
})

test('rates are set for a day to come, whole, in hundredths of a percent', async () => {
  const sent: unknown[] = []
  await show((body) => sent.push(body))
  await press('Change the rates')
  type('State', '2.9', 'Lawn')
  type('City', '4.81', 'Lawn')
  expect(screen.getByRole('group', { name: /Lawn mowing 7\.71% in all/ })).toBeTruthy()
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-08-01' } })
  await press('Save the rates')
  const lawn = { state: 290, county: 0, city: 481, district: 0 }
  expect(sent).toEqual([
    {
      marketId: 'denver',
      key: 'salesTaxByService',
      value: { bins, lawn },
      inForceFrom: '2026-08-01T06:00:00Z',
    },
  ])
})

test('an emptied row and another rate for the rest are two settings', async () => {
  const sent: unknown[] = []
  await show((body) => sent.push(body))
  await press('Change the rates')
  for (const part of ['State', 'County', 'City', 'Districts']) type(part, '', 'Bins')
  fireEvent.change(screen.getByLabelText('All other services'), { target: { value: '4' } })
  await press('Save the rates')
  expect(sent).toMatchObject([
    { key: 'salesTaxByService', value: {}, inForceFrom: null },
    { key: 'salesTaxBasisPoints', value: 400 },
  ])
})

test.each([
  ['State', '-1', 'Give a percentage like 2.9, with two decimals at most.'],
  ['City', '4.815', 'Give a percentage like 2.9, with two decimals at most.'],
  ['County', '30', 'All four together may be 30% at most.'],
])('%s of %s is refused at its field', async (part, typed, sentence) => {
  const sent: unknown[] = []
  await show((body) => sent.push(body))
  await press('Change the rates')
  type(part, typed, 'Bins')
  await press('Save the rates')
  expect(within(screen.getByRole('group', { name: /Bins/ })).getByText(sentence)).toBeTruthy()
  expect(sent).toEqual([])
})

test('what the server refuses stands at the day', async () => {
  await show(() => {
    throw refusal(400, {
      error: 'Please check.',
      code: 'bad_input',
      fields: { inForceFrom: 'Choose a moment in the future.' },
    })
  })
  await press('Change the rates')
  type('City', '6', 'Bins')
  await press('Save the rates')
  expect(screen.getAllByText('Choose a moment in the future.').length).toBe(2)
})

test('a change to come is taken back with what held before', async () => {
  const sent: unknown[] = []
  await show((body) => sent.push(body))
  await press('Cancel it')
  const dialog = await screen.findByRole('dialog', {}, { timeout: 10_000 })
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel it' })))
  expect(sent).toMatchObject([
    { key: 'salesTaxByService', value: { bins }, inForceFrom: '2026-07-01T06:00:00.000Z' },
  ])
})
