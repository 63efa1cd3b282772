/** What a customer does to import properties: send a file, then say what its columns hold and start. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { IMPORT_LIMIT_BYTES } from '#contract/imports.ts'
import { type PropertyImportId, toId } from '#domain/ids.ts'
import { type ColumnMapping, guessColumns, refuseColumns } from '#domain/imports/columns.ts'
import { type DetailMapping, guessDetailColumns } from '#domain/imports/details.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toJson, toTimestamp } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { forgetFile, pathOfImport } from './import-folder.ts'
import { storeTextFile } from './receive.ts'
import { failImport } from './run-batch.ts'
import { surveyFile } from './survey.ts'

/** Files that were sent and never started; older ones go when another comes. */
const WAITING_FILES = 3

export async function uploadPropertyCsv(
  app: App,
  scope: CustomerScope,
  { file, fileName }: { file: Readable; fileName: string },
) {
  const importId = toId<PropertyImportId>(randomUUID())
  const storedAs = `${importId}.csv`
  const path = pathOfImport(app, storedAs)
  const { locale } = scope
  const sizeBytes = await storeTextFile(file, path, { maximumBytes: IMPORT_LIMIT_BYTES, locale })
  try {
    const survey = await surveyFile(path)
    await app.db
      .insertInto('property_import')
      .values({
        id: importId,
        customer_id: scope.userId,
        file_name: fileName,
        stored_as: storedAs,
        size_bytes: sizeBytes,
        delimiter: survey.delimiter,
        header: toJson(survey.header),
        state: 'uploaded',
        total_rows: survey.totalRows,
        next_byte: survey.nextByte,
        next_row: survey.nextRow,
        created_at: toTimestamp(app.ports.clock.now()),
      })
      .execute()
    await forgetOldFiles(app, scope)
    const mapping = { ...guessColumns(survey.header), ...guessDetailColumns(survey.header) }
    return { importId, fileName, sizeBytes, mapping, ...survey }
  } catch (error) {
    await forgetFile(app, storedAs)
    throw error
  }
}

/** Runs in the background; one import of a customer at a time, and each once. */
export async function startPropertyImport(
  app: App,
  scope: CustomerScope,
  { importId, mapping }: { importId: PropertyImportId; mapping: ColumnMapping & DetailMapping },
): Promise<void> {
  await giveUpStuckImport(app, scope)
  try {
    await inTransaction(app.db, async (trx) => {
      const now = app.ports.clock.now()
      const waiting = await lockImport(trx, scope, importId)
      if (waiting.state !== 'uploaded') throw new Refused('import_started')
      checkMapping(mapping, waiting.header.length)
      await trx
        .updateTable('property_import')
        .set({ state: 'running', mapping: toJson(mapping) })
        .where('id', '=', importId)
        .execute()
      await enqueue(
        trx,
        'import_properties',
        { importId, fromByte: waiting.next_byte },
        { now, dedupeKey: `${importId}@${waiting.next_byte}` },
      )
    })
  } catch (error) {
    if (violatedUnique(error) === 'property_import_running_key') throw new Refused('import_running')
    throw error
  }
}

async function lockImport(db: Db, scope: CustomerScope, importId: PropertyImportId) {
  const found = await db
    .selectFrom('property_import')
    .where('id', '=', importId)
    .where('customer_id', '=', scope.userId)
    .select(['state', 'header', 'next_byte'])
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw new Refused('not_found')
  return found
}

function checkMapping(mapping: ColumnMapping & DetailMapping, columnCount: number): void {
  const beyond = Object.entries(mapping).filter(([, column]) => column >= columnCount)
  if (beyond.length > 0)
    throw new Refused('bad_input', {
      faults: Object.fromEntries(beyond.map(([field]) => [`mapping.${field}`, 'noSuchColumn' as const])),
    })
  const refusal = refuseColumns(mapping)
  if (refusal !== null)
    throw new Refused(refusal.refused, { at: mapping.name === undefined ? 'mapping.name' : 'mapping.lat' })
}

/** An import whose task was parked for a person must not keep its customer from importing again. */
async function giveUpStuckImport(app: App, scope: CustomerScope): Promise<void> {
  const stuck = await app.db
    .selectFrom('property_import')
    .where('customer_id', '=', scope.userId)
    .where('state', '=', 'running')
    .where(
      sql<boolean>`not exists (select from task where task.kind = 'import_properties' and task.parked_at is null
        and task.payload ->> 'importId' = property_import.id::text)`,
    )
    .select('id')
    .executeTakeFirst()
  if (stuck !== undefined) await failImport(app.db, stuck.id, 'file_lost', app.ports.clock.now())
}

async function forgetOldFiles(app: App, scope: CustomerScope): Promise<void> {
  const old = await app.db
    .deleteFrom('property_import')
    .where('customer_id', '=', scope.userId)
    .where('state', '=', 'uploaded')
    .where(
      'id',
      'not in',
      app.db
        .selectFrom('property_import as newer')
        .where('newer.customer_id', '=', scope.userId)
        .where('newer.state', '=', 'uploaded')
        .orderBy('newer.created_at', 'desc')
        .orderBy('newer.id')
        .limit(WAITING_FILES)
        .select('newer.id'),
    )
    .returning('stored_as')
    .execute()
  for (const { stored_as } of old) await forgetFile(app, stored_as)
}
