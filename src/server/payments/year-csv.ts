/** A customer's year as a table for their books: a row per line of every payment made out in it. */
import { localDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import type { FileReply } from '../http/handler.ts'
import type { CustomerScope } from '../scope.ts'

/** A portfolio of a hundred places has some 40,000 visits a year. */
const MOST_ROWS = 100_000

const COLUMNS = [
  'payment',
  'period_start',
  'period_end',
  'state',
  'paid_at',
  'date',
  'kind',
  'service',
  'place',
  'amount',
]

export async function yearCsv(db: Db, scope: CustomerScope, year: number): Promise<FileReply> {
  const rows = await findRows(db, scope, year)
  const lines = rows.map((row) =>
    [
      row.id,
      row.period_start,
      row.period_end,
      row.state,
      row.paid_at === null ? '' : new Date(row.paid_at).toISOString(),
      row.date ?? '',
      row.kind,
      nameIn(scope.locale, row) ?? row.description,
      row.place_name ?? '',
      (row.amount_cents / 100).toFixed(2),
    ]
      .map(cell)
      .join(','),
  )
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `crew-payments-${year}.csv`,
    content: `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`,
  }
}

/** By the year in which the week that is charged ended. */
function findRows(db: Db, scope: CustomerScope, year: number) {
  return db
    .selectFrom('payment')
    .innerJoin('payment_line', 'payment_line.payment_id', 'payment.id')
    .leftJoin('visit', 'visit.id', 'payment_line.visit_id')
    .leftJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('service', 'service.key', 'visit.service_key')
    .where('payment.customer_id', '=', scope.userId)
    .where('payment.period_end', '>=', localDate(`${year}-01-01`))
    .where('payment.period_end', '<=', localDate(`${year}-12-31`))
    .orderBy('payment.period_start')
    .orderBy('visit.date', (order) => order.asc().nullsLast())
    .orderBy('payment_line.id')
    .limit(MOST_ROWS)
    .select([
      'payment.id',
      'payment.period_start',
      'payment.period_end',
      'payment.state',
      'payment.paid_at',
      'payment_line.kind',
      'payment_line.description',
      'payment_line.amount_cents',
      'visit.date',
      'service.name_en',
      'service.name_es',
      'property.name as place_name',
    ])
    .execute()
}

/** Quoted where it must be; a text that a spreadsheet would take for a formula is made plain. */
function cell(text: string): string {
  const plain = /^[=+@\t]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
