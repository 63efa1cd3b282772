/** The refused rows as a file for a spreadsheet. */

import { Readable } from 'node:stream'
import type { PropertyImportId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Db } from '../db/client.ts'
import { csvRow } from '../http/csv.ts'
import { refusalTexts } from './describe-refusals.ts'
import { refusalsOf } from './refusal-queries.ts'
import { importTexts } from './texts.ts'

/** The byte order mark tells Excel that it is UTF-8. */
export function refusalsCsv(db: Db, importId: PropertyImportId, locale: Language): Readable {
  return Readable.from(lines(db, importId, locale))
}

async function* lines(db: Db, importId: PropertyImportId, locale: Language): AsyncGenerator<string> {
  yield `\uFEFF${csvRow(importTexts[locale].columns)}`
  const describe = await refusalTexts(db, importId, locale)
  for await (const refused of refusalsOf(db, importId)) {
    const { rowNumber, column, sentence } = describe(refused)
    yield csvRow([String(rowNumber), column, sentence, refused.raw])
  }
}
