/** A crew's year as a table for their books: a row per earning, with the payout that it went out with. */
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { dateAt } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { nameIn } from '../db/names.ts'
import { csvRow } from '../http/csv.ts'
import { findEarningsAfter } from './queries.ts'

const COLUMNS = ['date', 'kind', 'service', 'place', 'amount', 'payout', 'payout_state', 'paid_at']

type Of = { readonly userId: UserId; readonly timeZone: string; readonly locale: Language }

/** Slice by slice, however many there are. */
export async function* earningsOfYear(db: Db, of: Of, year: number): AsyncGenerator<string> {
  yield csvRow(COLUMNS)
  let last: Awaited<ReturnType<typeof findEarningsAfter>>[number] | undefined
  do {
    const rows = await findEarningsAfter(db, of, { year, last })
    for (const row of rows)
      yield csvRow([
        row.date ?? dateAt(row.earned_at, of.timeZone),
        row.kind,
        nameIn(of.locale, row) ?? '',
        row.place_name ?? '',
        { figure: (row.amount_cents / 100).toFixed(2) },
        row.payout_id ?? '',
        row.payout_state ?? '',
        row.paid_at === null ? '' : new Date(row.paid_at).toISOString(),
      ])
    last = rows.at(-1)
  } while (last !== undefined)
}
