import type { imports } from '#contract/imports.ts'
import type { Language } from '#domain/language.ts'
import { REFUSAL_REASONS } from '#domain/refusals.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import { firstRefusals } from './describe-refusals.ts'
import { findImport, type ImportRow, listImports } from './queries.ts'
import { startPropertyImport } from './start-import.ts'
import { uploadPropertyCsv } from './upload-csv.ts'
import { refusalsCsv } from './write-refusals.ts'

export const importsHandlers: Handlers<typeof imports> = {
  'POST /api/upload-property-csv': async ({ app, scope, file, query }) => {
    const { header, sampleRows, ...uploaded } = await uploadPropertyCsv(app, scope, { file, ...query })
    return { ...uploaded, header: [...header], sampleRows: sampleRows.map((row) => [...row]) }
  },
  'POST /api/start-property-import': async ({ app, scope, body }) => {
    await startPropertyImport(app, scope, body)
    return { ok: true }
  },
  'GET /api/property-import': async ({ app, scope, query, locale }) => {
    const found = await findImport(app.db, scope, query.id)
    if (found === undefined) throw new Refused('not_found')
    return { ...toProgress(found, locale), refusals: await firstRefusals(app.db, found.id, locale) }
  },
  'GET /api/property-imports': async ({ app, scope, locale }) =>
    (await listImports(app.db, scope)).map((row) => toProgress(row, locale)),
  'GET /api/property-import-refusals.csv': async ({ app, scope, query, locale }) => {
    const found = await findImport(app.db, scope, query.importId)
    if (found === undefined) throw new Refused('not_found')
    return {
      type: 'text/csv; charset=utf-8',
      fileName: 'refused-rows.csv',
      content: refusalsCsv(app.db, found.id, locale),
    }
  },
}

function toProgress(row: ImportRow, locale: Language) {
  const reason = REFUSAL_REASONS.find((each) => each === row.failure)
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    totalRows: row.total_rows,
    readRows: row.read_rows,
    added: row.added,
    updated: row.updated,
    unchanged: row.unchanged,
    refused: row.refused,
    failure: reason === undefined ? null : refusalSentence(reason, locale),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}
