/** The refused rows as a file for a spreadsheet. */
import { Readable } from 'node:stream'
import type { Language } from '#domain/language.ts'
import type { PropertyImportId } from '#domain/ids.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { Db } from '../db/client.ts'
import { refusalsOf } from './queries.ts'
import { importTexts } from './texts.ts'

/** The byte order mark tells Excel that it is UTF-8. */
export function refusalsCsv(db: Db, importId: PropertyImportId, locale: Language): Readable {
  return Readable.from(lines(db, importId, locale))
}

async function* lines(db: Db, importId: PropertyImportId, locale: Language): AsyncGenerator<string> {
  yield `\uFEFF${importTexts[locale].columns.map(toCell).join(',')}\r\n`
  for await (const { row_number, field, reason, raw } of refusalsOf(db, importId)) {
    const sentence = refusalSentence(reason as RefusalReason, locale)
    yield `${[String(row_number), field, sentence, raw].map(toCell).join(',')}\r\n`
  }
}

/** A cell that a spreadsheet would take for a formula is led by an apostrophe (threats I5). */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
