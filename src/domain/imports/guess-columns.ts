/** Which column of a file is meant by its name: letters and digits only, without accents. */
import { keysOf } from '../keys.ts'

/** Names of each field, the surest first. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** The index of each field's column; of two that fit the surer name wins, then the earlier column. */
export function columnsNamed<Field extends string>(
  header: readonly string[],
  synonyms: ColumnNames<Field>,
): Partial<Record<Field, number>> {
  const names = header.map(plain)
  const mapping: Partial<Record<Field, number>> = {}
  for (const field of keysOf(synonyms)) {
    const column = synonyms[field].map((synonym) => names.indexOf(synonym)).find((index) => index >= 0)
    if (column !== undefined) mapping[field] = column
  }
  return mapping
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]/g, '')
}
