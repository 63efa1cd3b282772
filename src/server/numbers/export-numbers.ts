import type { Db } from '../db/client.ts'
import { csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { OperatorScope } from '../scope.ts'
import { listDaysByService, type Period } from './number-queries.ts'
import { lengthOf } from './read-numbers.ts'

const COLUMNS = [
  'date',
  'service',
  'visits',
  'filled',
  'completed',
  'on_time',
  'missed',
  'revenue',
  'crew_pay',
  'crew_minutes',
  'refunds',
  'sponsor_cost',
  'new_customers',
  'lost_customers',
]

export async function exportNumbers(db: Db, scope: OperatorScope, period: Period): Promise<FileReply> {
  lengthOf(period)
  const figure = (value: number) => ({ figure: String(value) })
  const money = (amount: number) => ({ figure: (amount / 100).toFixed(2) })
  const rows = (await listDaysByService(db, scope, period)).map((day) =>
    csvRow([
      day.date,
      day.service_key,
      figure(day.visits),
      figure(day.filled),
      figure(day.completed),
      figure(day.on_time),
      figure(day.missed),
      money(day.revenue_cents),
      money(day.crew_pay_cents),
      figure(day.crew_minutes),
      money(day.refund_cents),
      money(day.sponsor_cents),
      figure(day.new_customers),
      figure(day.lost_customers),
    ]),
  )
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `crew-numbers-${period.from}-${period.to}.csv`,
    content: [csvRow(COLUMNS), ...rows].join(''),
  }
}
