/** A file as a whole: how its cells are parted, and whether it is a table, and one that can hold properties. */
import { type Refusal, refuse } from '../refusals.ts'
import { columnsOfAddresses, columnsOfDegrees } from './column-contents.ts'
import { guessColumns, hasPlace, MAX_IMPORT_COLUMNS } from './columns.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** From storage. Throws for a text that is no delimiter of ours. */
export function toDelimiter(text: string): Delimiter {
  const delimiter = DELIMITERS.find((known) => known === text)
  if (delimiter === undefined) throw new Error(`no such delimiter: ${text}`)
  return delimiter
}

/** More rows than any portfolio has; a larger file comes in parts. */
export const MAX_IMPORT_ROWS = 20_000

const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/

/** The delimiter that stands most often in the first line, outside of quotes; a comma where none does. */
export function guessDelimiter(firstLine: string): Delimiter {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const letter of firstLine) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && counts.has(letter)) counts.set(letter, counts.get(letter)! + 1)
  }
  return DELIMITERS.reduce((best, next) => (counts.get(next)! > counts.get(best)! ? next : best))
}

/** What no table may be, whatever it holds. `sample`: the first rows below the header. */
export function refuseTable(
  header: readonly string[] | null,
  sample: readonly (readonly string[])[],
): Refusal | null {
  if (header === null) return refuse('file_empty')
  if (header.length > MAX_IMPORT_COLUMNS) return refuse('columns_too_many')
  if (!isHeader(header)) return refuse('header_missing')
  return sample.length === 0 ? refuse('file_empty') : null
}

/** Null: the file may hold properties, and the columns be chosen. */
export function refuseFile(
  header: readonly string[] | null,
  sample: readonly (readonly string[])[],
): Refusal | null {
  const refused = refuseTable(header, sample)
  if (refused !== null || header === null) return refused
  return canHoldPlaces(header, sample) ? null : refuse('places_missing')
}

/** Names, not values: somewhere a word, nowhere a number. */
function isHeader(cells: readonly string[]): boolean {
  return cells.some((cell) => /\p{L}/u.test(cell)) && !cells.some((cell) => NUMBER.test(cell.trim()))
}

/** By its header, or by what its first rows look like: two columns of degrees, or one of addresses. */
function canHoldPlaces(header: readonly string[], sample: readonly (readonly string[])[]): boolean {
  return (
    hasPlace(guessColumns(header, sample)) ||
    columnsOfDegrees(header.length, sample).length >= 2 ||
    columnsOfAddresses(header.length, sample).length > 0
  )
}
