/** A customer's year as a table for their books: a row per line of every payment made out in it. */
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import type { FileReply } from '../http/handler.ts'
import type { CustomerScope } from '../scope.ts'
import { findYearRows } from './year-queries.ts'

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

export async function readYear(db: Db, scope: CustomerScope, year: number): Promise<FileReply> {
  const rows = await findYearRows(db, scope, year)
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

/** Quoted where it must be; a text that a spreadsheet would take for a formula is made plain. */
function cell(text: string): string {
  const plain = /^[=+@\t]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
