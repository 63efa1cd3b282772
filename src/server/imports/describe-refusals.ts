/** Why rows were refused, in words: each by its number and by the column as the customer's own file names it. */
import type { PropertyImportId } from '#domain/ids.ts'
import { keysOf } from '#domain/keys.ts'
import type { Language } from '#domain/language.ts'
import { isRefusalReason } from '#domain/refusals.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { Db } from '../db/client.ts'
import { findColumns, pageOfRefusals, type RefusalRow } from './refusal-queries.ts'
import { importTexts } from './texts.ts'

const SHOWN = 20

type Described = { readonly rowNumber: number; readonly column: string; readonly sentence: string }

/** The first of them, for a screen. */
export async function firstRefusals(
  db: Db,
  importId: PropertyImportId,
  locale: Language,
): Promise<Described[]> {
  const describe = await refusalTexts(db, importId, locale)
  return (await pageOfRefusals(db, importId, { after: [0, '', ''], limit: SHOWN })).map(describe)
}

/** No column where the whole row is at fault. */
export async function refusalTexts(
  db: Db,
  importId: PropertyImportId,
  locale: Language,
): Promise<(row: RefusalRow) => Described> {
  const { header, mapping } = await findColumns(db, importId)
  const { fields } = importTexts[locale]
  const columnOf = (name: string) => {
    const field = keysOf(fields).find((each) => each === name)
    return field === undefined ? '' : header[mapping?.[field] ?? -1]?.trim() || fields[field]
  }
  return ({ row_number, field, reason }) => ({
    rowNumber: row_number,
    column: columnOf(field),
    sentence: isRefusalReason(reason) ? refusalSentence(reason, locale) : reason,
  })
}
