import type { RowSet } from '#contract/numbers.ts'
import type { Db } from '../db/client.ts'
import { type CsvCell, csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { OperatorScope } from '../scope.ts'
import type { Period } from './number-queries.ts'
import { readRows } from './read-rows.ts'

const COLUMNS = [
  'date',
  'person',
  'crew',
  'service',
  'state',
  'amount',
  'crew_pay',
  'crew_minutes',
  'visit',
  'payment',
  'payout',
  'person_id',
]
const MOST_ROWS = 20_000
const AT_ONCE = 1_000

/** Page after page, so that no single read grows with the period. */
export async function exportRows(
  db: Db,
  scope: OperatorScope,
  asked: Period & { readonly set: RowSet },
): Promise<FileReply> {
  const lines = [csvRow(COLUMNS)]
  for (let cursor: string | undefined; lines.length <= MOST_ROWS; ) {
    const { rows, nextCursor } = await readRows(db, scope, { ...asked, cursor }, AT_ONCE)
    for (const row of rows)
      lines.push(
        csvRow([
          row.date,
          row.personName,
          row.crewName ?? '',
          row.nameEn ?? '',
          row.state ?? '',
          money(row.amountCents),
          money(row.crewPayCents),
          row.crewMinutes === null ? '' : { figure: String(row.crewMinutes) },
          row.visitId ?? '',
          row.paymentId ?? '',
          row.payoutId ?? '',
          row.personId,
        ]),
      )
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `crew-${asked.set}-${asked.from}-${asked.to}.csv`,
    content: lines.join(''),
  }
}

function money(amount: number | null): CsvCell {
  return amount === null ? '' : { figure: (amount / 100).toFixed(2) }
}
