/** The refused rows as a file for a spreadsheet. */

import { Readable } from 'node:stream'
import type { PropertyImportId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { isRefusalReason } from '#domain/refusals.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { Db } from '../db/client.ts'
import { csvRow } from '../http/csv.ts'
import { refusalsOf } from './queries.ts'
import { importTexts } from './texts.ts'

/** The byte order mark tells Excel that it is UTF-8. */
export function refusalsCsv(db: Db, importId: PropertyImportId, locale: Language): Readable {
  return Readable.from(lines(db, importId, locale))
}

async function* lines(db: Db, importId: PropertyImportId, locale: Language): AsyncGenerator<string> {
  yield `\uFEFF${csvRow(importTexts[locale].columns)}`
  for await (const { row_number, field, reason, raw } of refusalsOf(db, importId)) {
    const sentence = isRefusalReason(reason) ? refusalSentence(reason, locale) : reason
    yield csvRow([String(row_number), field, sentence, raw])
  }
}
