import type { Db } from '../db/client.ts'
import { csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { OperatorScope } from '../scope.ts'
import type { Period } from './number-queries.ts'
import { readCities } from './read-cities.ts'

/** Shares are parts of one, amounts whole dollars with cents, hours minutes. */
const COLUMNS = [
  ['revenue', ({ revenueCents }) => money(revenueCents)],
  ['crew_pay', ({ crewPayCents }) => money(crewPayCents)],
  ['take_rate', ({ takeRate }) => share(takeRate)],
  ['visits', ({ visits }) => String(visits)],
  ['completed', ({ completed }) => String(completed)],
  ['fill_rate', ({ fillRate }) => share(fillRate)],
  ['on_time_rate', ({ onTimeRate }) => share(onTimeRate)],
  ['missed', ({ missed }) => String(missed)],
  ['refunds', ({ refundCents }) => money(refundCents)],
  ['sponsor_cost', ({ sponsorCents }) => money(sponsorCents)],
  ['crew_minutes', ({ crewMinutes }) => String(crewMinutes)],
  ['pay_per_hour', ({ payPerHourCents }) => money(payPerHourCents)],
  ['new_customers', ({ newCustomers }) => String(newCustomers)],
  ['lost_customers', ({ lostCustomers }) => String(lostCustomers)],
] as const satisfies readonly (readonly [string, (numbers: Numbers) => string])[]

type Numbers = Awaited<ReturnType<typeof readCities>>['cities'][number]['now']

/** Two lines for each city: the period, and the one before. */
export async function exportCities(db: Db, scope: OperatorScope, period: Period): Promise<FileReply> {
  const { cities, beforeFrom, beforeTo } = await readCities(db, scope, period)
  const line = (name: string, from: string, to: string, numbers: Numbers) =>
    csvRow([name, from, to, ...COLUMNS.map(([, cell]) => ({ figure: cell(numbers) }))])
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `crew-cities-${period.from}-${period.to}.csv`,
    content: [
      csvRow(['city', 'from', 'to', ...COLUMNS.map(([title]) => title)]),
      ...cities.flatMap(({ name, now, before }) => [
        line(name, period.from, period.to, now),
        line(name, beforeFrom, beforeTo, before),
      ]),
    ].join(''),
  }
}

function money(amount: number | null): string {
  return amount === null ? '' : (amount / 100).toFixed(2)
}

function share(points: number | null): string {
  return points === null ? '' : (points / 10_000).toFixed(4)
}
