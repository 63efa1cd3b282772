/** A file that was sent and what its columns are, as this browser keeps it until the import is started. */
import { fieldsIn, textOf } from '#contract/outside.ts'
import { type PropertyImportId, toId } from '#domain/ids.ts'
import type { KeptForm } from '#web/steps/use-kept-draft.ts'
import { COLUMN_FIELDS, type ColumnField, guessedColumns } from './column-choice.ts'
import type { UploadedFile } from './reply-types.ts'

/** What the second step shows of it. */
export type SentFile = Pick<
  UploadedFile,
  'importId' | 'header' | 'sampleRows' | 'totalRows' | 'guessedWord' | 'sheet'
>
export type Import = { readonly file: SentFile | null } & Readonly<Record<ColumnField, string>>

export const ROWS_SHOWN = 5
export const EMPTY_IMPORT: Import = { file: null, ...guessedColumns({}) }

export function importOf({ sampleRows, mapping, ...sent }: UploadedFile): Import {
  const { importId, header, totalRows, guessedWord, sheet } = sent
  const file = {
    importId,
    header,
    sampleRows: sampleRows.slice(0, ROWS_SHOWN),
    totalRows,
    guessedWord,
    sheet,
  }
  return { file, ...guessedColumns(mapping) }
}

export const IMPORT: KeptForm<Import> = {
  name: 'import-places',
  version: 1,
  read: (kept, empty) => ({
    ...empty,
    ...Object.fromEntries(COLUMN_FIELDS.map((field) => [field, textOf(kept[field]) ?? empty[field]])),
    file: fileIn(kept['file']),
  }),
}

function fileIn(kept: unknown): SentFile | null {
  const { importId, header, sampleRows, totalRows, guessedWord, sheet } = fieldsIn(kept)
  if (typeof importId !== 'string' || typeof totalRows !== 'number' || !Array.isArray(sampleRows)) return null
  return {
    importId: toId<PropertyImportId>(importId),
    header: textsOf(header),
    sampleRows: sampleRows.map(textsOf),
    totalRows,
    guessedWord: textOf(guessedWord) ?? null,
    sheet: sheetIn(sheet),
  }
}

function sheetIn(kept: unknown): SentFile['sheet'] {
  const { name, otherSheets } = fieldsIn(kept)
  return typeof name === 'string' && typeof otherSheets === 'number' ? { name, otherSheets } : null
}

function textsOf(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
}
