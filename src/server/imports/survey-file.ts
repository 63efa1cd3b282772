/** The first look at a file that was sent: its columns, its first rows, how many there are. */

import { type Delimiter, guessDelimiter, refuseTable } from '#domain/imports/file.ts'
import { Refused, unlessRefused } from '../refused.ts'
import { firstByte, isBlank, readLine, readRecords } from './read-csv.ts'

const SAMPLE_ROWS = 20
const LONGEST_CELL = 200
/** A file with more broken rows than this is something else. */
const MOST_BROKEN_ROWS = 500

export type Survey = {
  readonly delimiter: Delimiter
  readonly header: readonly string[]
  readonly sampleRows: readonly (readonly string[])[]
  readonly totalRows: number
  /** Where the first row below the header begins, and its number in a spreadsheet. */
  readonly nextByte: number
  readonly nextRow: number
}

/** Refuses what cannot hold what is looked for, with the reason: by `refuse`, and with more rows than `maximumRows`. */
export async function surveyFile(
  path: string,
  { refuse, maximumRows }: { refuse: typeof refuseTable; maximumRows: number },
): Promise<Survey> {
  const start = await firstByte(path)
  const delimiter = guessDelimiter((await readLine(path, start)).text)
  let header: readonly string[] | null = null
  let nextByte = start
  let totalRows = 0
  let brokenRows = 0
  const sampleRows: string[][] = []
  for await (const { cells, endByte } of readRecords(path, { delimiter, fromByte: start })) {
    if (header === null) {
      header = cells ?? []
      nextByte = endByte
      unlessRefused(refuseTable(header, [header]) ?? {})
      continue
    }
    if (isBlank(cells)) continue
    totalRows += 1
    if (cells === null) brokenRows += 1
    else if (sampleRows.length < SAMPLE_ROWS)
      sampleRows.push(cells.map((cell) => cell.slice(0, LONGEST_CELL)))
    if (totalRows > maximumRows) throw new Refused('rows_too_many')
    if (brokenRows > MOST_BROKEN_ROWS) throw new Refused('file_not_text')
  }
  unlessRefused(refuse(header, sampleRows) ?? {})
  return { delimiter, header: header ?? [], sampleRows, totalRows, nextByte, nextRow: 2 }
}
