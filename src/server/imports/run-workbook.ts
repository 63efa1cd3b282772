/**
 * A workbook as CSV, in a process of its own, which ends where it grows too large: started by `read-workbook.ts` alone,
 * with the path of the workbook and the one to write to. Says what it did as one line of JSON.
 */
import { writeFile } from 'node:fs/promises'
import readXlsxFile, { type SheetData } from 'read-excel-file/node'
import type { WorkbookRead } from './read-workbook.ts'

/** A table of 20,000 rows takes about 150 MB; a bomb is met on its way. */
const MOST_MEMORY_BYTES = 400 * 1_048_576
const LOOKED_AT_MS = 20
const MIDNIGHT = 'T00:00:00.000Z'

const [, , from, to] = process.argv
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY_BYTES) end({ failed: 'too_large' })
}, LOOKED_AT_MS)
end(await convert(from!, to!).catch((): WorkbookRead => ({ failed: 'unreadable' })))

async function convert(workbook: string, csv: string): Promise<WorkbookRead> {
  const sheets = await readXlsxFile(workbook)
  const filled = sheets.filter(({ data }) => data.length > 0)
  const [first] = filled
  if (first === undefined) return { failed: 'unreadable' }
  await writeFile(csv, csvOf(first.data), { mode: 0o600 })
  return { sheet: first.sheet, otherSheets: filled.length - 1 }
}

/** Nothing is guarded against spreadsheets here: it is read by us, cell for cell as it stands. */
function csvOf(rows: SheetData): string {
  return rows.map((row) => `${row.map((cell) => quoted(textOf(cell))).join(',')}\r\n`).join('')
}

function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  if (!(cell instanceof Date)) return ''
  const moment = cell.toISOString()
  return moment.endsWith(MIDNIGHT) ? moment.slice(0, -MIDNIGHT.length) : moment.slice(0, 19)
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function end(said: WorkbookRead): void {
  process.stdout.write(JSON.stringify(said), () => process.exit(0))
}
