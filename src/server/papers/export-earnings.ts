/** A crew's year as a table for their books: a row per earning, with the payout that it went out with. */
import { Readable } from 'node:stream'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { nameIn } from '../db/names.ts'
import { csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { CrewScope } from '../scope.ts'
import { findYearEarnings } from './queries.ts'

const COLUMNS = ['date', 'kind', 'service', 'place', 'amount', 'payout', 'payout_state', 'paid_at']

export function exportEarnings(app: App, scope: CrewScope, year: number): FileReply {
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `crew-earnings-${year}.csv`,
    content: Readable.from(rowsOf(app, scope, year)),
  }
}

async function* rowsOf(app: App, scope: CrewScope, year: number): AsyncGenerator<string> {
  yield csvRow(COLUMNS)
  for (const row of await findYearEarnings(app.db, scope, year))
    yield csvRow([
      row.date ?? dateAt(row.earned_at, scope.timeZone),
      row.kind,
      nameIn(scope.locale, row) ?? '',
      row.place_name ?? '',
      { figure: (row.amount_cents / 100).toFixed(2) },
      row.payout_id ?? '',
      row.payout_state ?? '',
      row.paid_at === null ? '' : new Date(row.paid_at).toISOString(),
    ])
}
