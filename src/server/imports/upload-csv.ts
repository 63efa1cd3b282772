/** A customer sends a file of properties, CSV or a workbook; it is surveyed, and waits for its columns to be named. */

import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { IMPORT_LIMIT_BYTES } from '#contract/imports.ts'
import { type PropertyImportId, toId } from '#domain/ids.ts'
import { guessColumns } from '#domain/imports/columns.ts'
import { guessDetailColumns } from '#domain/imports/details.ts'
import { MAX_IMPORT_ROWS, refuseFile } from '#domain/imports/file.ts'
import type { App } from '../app.ts'
import type { CustomerScope } from '../scope.ts'
import { deleteOldImports, insertImport } from './queries.ts'
import { lookAtFile, readWorkbook, storeWorkbook } from './read-workbook.ts'
import { pathOfImport, removeFile } from './remove-file.ts'
import { storeTextFile } from './store-text-file.ts'
import { surveyFile } from './survey-file.ts'

/** Files that were sent and never started; older ones go when another comes. */
const WAITING_FILES = 3

export async function uploadPropertyCsv(
  app: App,
  scope: CustomerScope,
  { file: sent, fileName }: { file: Readable; fileName: string },
) {
  const importId = toId<PropertyImportId>(randomUUID())
  const storedAs = `${importId}.csv`
  const path = pathOfImport(app, storedAs)
  const { locale } = scope
  const limits = { maximumBytes: IMPORT_LIMIT_BYTES, locale, isUtf8Only: false }
  const { isWorkbook, file } = await lookAtFile(sent)
  const { sizeBytes, ...read } = isWorkbook
    ? await storeSheet(file, path, limits)
    : { sheet: null, ...(await storeTextFile(file, path, limits)) }
  try {
    const survey = await surveyFile(path, { refuse: refuseFile, maximumRows: MAX_IMPORT_ROWS })
    const now = app.ports.clock.now()
    await insertImport(app.db, scope, { importId, fileName, storedAs, sizeBytes, survey, now })
    await removeOldFiles(app, scope)
    const { header, sampleRows } = survey
    const mapping = { ...guessColumns(header, sampleRows), ...guessDetailColumns(header) }
    return { importId, fileName, sizeBytes, mapping, ...read, ...survey }
  } catch (error) {
    await removeFile(app, storedAs)
    throw error
  }
}

async function storeSheet(file: Readable, path: string, limits: Parameters<typeof storeWorkbook>[2]) {
  const workbook = `${path}.xlsx`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const sizeBytes = await storeWorkbook(file, workbook, limits)
    const { sheet, otherSheets } = await readWorkbook(workbook, { csv: path, locale: limits.locale })
    return { sizeBytes, encoding: 'utf-8' as const, guessedWord: null, sheet: { name: sheet, otherSheets } }
  } finally {
    await rm(workbook, { force: true })
  }
}

async function removeOldFiles(app: App, scope: CustomerScope): Promise<void> {
  for (const storedAs of await deleteOldImports(app.db, scope, WAITING_FILES)) await removeFile(app, storedAs)
}
