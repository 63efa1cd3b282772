import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { OperatorScope } from '../scope.ts'
import { readCohortRows } from './read-cohorts.ts'

const MOST_ROWS = 20_000
const AT_ONCE = 1_000

type Asked = { readonly joined: LocalDate; readonly month: LocalDate }

/** Who of a cohort had a visit done in a month; page after page, so that no single read grows with the cohort. */
export async function exportCohortRows(db: Db, scope: OperatorScope, asked: Asked): Promise<FileReply> {
  const lines = [csvRow(['customer', 'first_visit', 'visits', 'revenue', 'person_id'])]
  for (let cursor: string | undefined; lines.length <= MOST_ROWS; ) {
    const { rows, nextCursor } = await readCohortRows(db, scope, { ...asked, cursor }, AT_ONCE)
    for (const row of rows)
      lines.push(
        csvRow([
          row.personName,
          row.firstOn,
          { figure: String(row.visits) },
          { figure: (row.revenueCents / 100).toFixed(2) },
          row.personId,
        ]),
      )
    if (nextCursor === null) break
    cursor = nextCursor
  }
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `crew-cohort-${asked.joined.slice(0, 7)}-in-${asked.month.slice(0, 7)}.csv`,
    content: lines.join(''),
  }
}
