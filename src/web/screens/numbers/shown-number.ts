/** The numbers of the page: which there are, how each is said, and which rows it leads to. */
import type { RowSet } from '#contract/numbers.ts'
import { isCents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import type { Text } from '#web/text/areas.ts'
import type { Format } from '#web/text/format.ts'
import type { Column } from '#web/ui/lists/data-table.tsx'

export type Sums = Reply<'GET /api/numbers'>['now']
export type NumberKey = keyof Text['numbers']['names']

/** The rows that a number was summed up from. */
export const ROWS_OF: Readonly<Record<NumberKey, RowSet>> = {
  revenueCents: 'completed',
  takeRate: 'completed',
  visits: 'visits',
  completed: 'completed',
  fillRate: 'filled',
  onTimeRate: 'late',
  missed: 'missed',
  refundCents: 'refunds',
  newCustomers: 'newCustomers',
  lostCustomers: 'lostCustomers',
  crewMinutes: 'completed',
  payPerHourCents: 'completed',
  sponsorCents: 'commissions',
}

export function valueColumn(key: NumberKey, texts: Text['numbers'], format: Format): Column<Sums> {
  return { key, title: texts.names[key], isNumber: true, cell: (row) => sayNumber(key, row, texts, format) }
}

export function sayNumber(key: NumberKey, sums: Sums, texts: Text['numbers'], format: Format): string {
  const value = sums[key]
  if (value === null) return texts.none
  if (key === 'takeRate' || key === 'fillRate' || key === 'onTimeRate')
    return format.percent(Math.round(value / 10) * 10)
  if (key === 'crewMinutes') return texts.hours(format.count(Math.round(value / 60)))
  return key.endsWith('Cents') && isCents(value) ? format.money(value) : format.count(value)
}

/** By how much more or less than before: of shares in points, of all else in parts. */
export function sayChange(key: NumberKey, now: Sums, before: Sums, format: Format): string {
  const [value, old] = [now[key], before[key]]
  if (value === null || old === null || (old === 0 && !key.endsWith('Rate'))) return '–'
  const change = key.endsWith('Rate') ? value - old : Math.round(((value - old) / Math.abs(old)) * 10_000)
  const rounded = Math.round(change / 10) * 10
  return `${rounded > 0 ? '+' : ''}${format.percent(rounded)}`
}
