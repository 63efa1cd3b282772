/** The violations behind a number as a CSV file, read a page at a time while it is sent. */
import { Readable } from 'node:stream'
import type { ComplexId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { timeAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findComplex } from '../complexes/queries.ts'
import { reportTexts } from '../complexes/report-texts.ts'
import { csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { CustomerScope } from '../scope.ts'
import { type AskedViolations, listViolations } from './queries.ts'
import { trendTexts } from './texts.ts'

const ROWS_AT_ONCE = 500
const ROWS_AT_MOST = 20_000

type Asked = Omit<AskedViolations, 'cursor'> & { readonly id: ComplexId }

export async function exportViolations(
  app: App,
  scope: CustomerScope,
  { id, ...asked }: Asked,
  locale: Language,
): Promise<FileReply> {
  const { time_zone: zone } = await findComplex(app.db, scope, id)
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `violations-${asked.from}-${asked.to}.csv`,
    content: Readable.from(linesOf(app, { id, ...asked }, zone, locale)),
  }
}

async function* linesOf(app: App, { id, ...asked }: Asked, zone: string, locale: Language) {
  const { kinds } = reportTexts[locale]
  yield csvRow(trendTexts[locale].columns)
  let cursor: string | undefined
  for (let sent = 0; sent < ROWS_AT_MOST; sent += ROWS_AT_ONCE) {
    const { rows, nextCursor } = await listViolations(app.db, id, { ...asked, cursor }, ROWS_AT_ONCE)
    const lines = rows.map((row) =>
      csvRow([
        row.night,
        timeAt(row.reported_at, zone),
        row.building_name,
        row.unit_label ?? '',
        kinds[row.kind],
        row.note,
      ]),
    )
    if (lines.length > 0) yield lines.join('')
    if (nextCursor === null) return
    cursor = nextCursor
  }
}
