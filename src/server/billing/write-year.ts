/** A customer's year as a table for their books: a row per line of every payment made out in it. */
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import { csvRow } from '../http/csv.ts'
import { findLinesOf, findPaymentsOfYear } from './year-queries.ts'

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

/** A week of five hundred places has a thousand lines. */
const PAYMENTS_AT_ONCE = 4

/** Payment by payment, however many there are. */
export async function* paymentsOfYear(
  db: Db,
  { userId, locale }: { readonly userId: UserId; readonly locale: Language },
  year: number,
): AsyncGenerator<string> {
  yield csvRow(COLUMNS)
  const payments = await findPaymentsOfYear(db, userId, year)
  for (let from = 0; from < payments.length; from += PAYMENTS_AT_ONCE)
    for (const row of await findLinesOf(db, payments.slice(from, from + PAYMENTS_AT_ONCE)))
      yield csvRow([
        row.id,
        row.period_start,
        row.period_end,
        row.state,
        row.paid_at === null ? '' : new Date(row.paid_at).toISOString(),
        row.date ?? '',
        row.kind,
        nameIn(locale, row) ?? row.description,
        row.place_name ?? '',
        { figure: (row.amount_cents / 100).toFixed(2) },
      ])
}
