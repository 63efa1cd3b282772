/** Columns that say more about a property than where it is: its neighbourhood and its kind. Neither refuses a row. */

import { cellText, isPlainText } from '../accounts/shown-text.ts'
import { type ColumnNames, columnsNamed } from './guess-columns.ts'

export const DETAIL_FIELDS = ['neighbourhood', 'kind'] as const
type DetailField = (typeof DETAIL_FIELDS)[number]
export type DetailMapping = Readonly<Partial<Record<DetailField, number>>>
export type PropertyDetails = Readonly<Record<DetailField, string | null>>

const SYNONYMS: ColumnNames<DetailField> = {
  neighbourhood: ['neighbourhood', 'neighborhood', 'district', 'area', 'barrio', 'vecindario', 'stadtteil'],
  kind: ['kind', 'type', 'roomtype', 'propertytype', 'tipo', 'art', 'objektart'],
}
const LONGEST = 100

/** The index of each detail's column; absent where the header names none. */
export function guessDetailColumns(header: readonly string[]): DetailMapping {
  return columnsNamed(header, SYNONYMS)
}

/** What cannot be shown or is too long is left out. */
export function readDetails(row: readonly string[], mapping: DetailMapping): PropertyDetails {
  return { neighbourhood: cell(row, mapping.neighbourhood), kind: cell(row, mapping.kind) }
}

function cell(row: readonly string[], column: number | undefined): string | null {
  const text = cellText(row[column ?? -1])
  return text !== '' && isPlainText(text) && [...text].length <= LONGEST ? text : null
}
