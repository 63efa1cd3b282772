import { dateAt, type Instant, timeAt } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { OperatorScope } from '../scope.ts'
import { findMarket, listLog } from './log-queries.ts'
import { type AskedLog, describeRows, filtersOf } from './read-log.ts'

const COLUMNS = ['date', 'time', 'time_zone', 'who', 'what', 'whom', 'market', 'subject', 'detail']
const MOST_ROWS = 20_000
const AT_ONCE = 1_000

/** Page after page, so that no single read grows with the log. */
export async function exportLog(
  db: Db,
  scope: OperatorScope,
  asked: AskedLog,
  now: Instant,
): Promise<FileReply> {
  const market = await findMarket(db, scope)
  const zone = market.time_zone
  const filters = filtersOf(asked, zone)
  const lines = [csvRow(COLUMNS)]
  for (let after: string | undefined; lines.length <= MOST_ROWS; ) {
    const { rows, nextCursor } = await listLog(db, scope, { filters, after, limit: AT_ONCE })
    for (const entry of await describeRows(db, rows))
      lines.push(
        csvRow([
          dateAt(entry.at, zone),
          timeAt(entry.at, zone),
          zone,
          entry.actor?.name ?? '',
          entry.action,
          entry.people.map(({ name }) => name).join('; '),
          entry.isEveryMarket ? '' : market.name,
          entry.subject,
          JSON.stringify(entry.detail),
        ]),
      )
    if (nextCursor === null) break
    after = nextCursor
  }
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `crew-log-${dateAt(now, zone)}.csv`,
    content: lines.join(''),
  }
}
