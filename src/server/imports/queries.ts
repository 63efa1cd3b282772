import { sql } from 'kysely'
import type { PropertyImportId } from '#domain/ids.ts'
import type { ColumnMapping } from '#domain/imports/columns.ts'
import type { DetailMapping } from '#domain/imports/details.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import type { ReadBatch, RefusedRow } from './read-batch.ts'
import type { SavedBatch } from './save-properties.ts'
import type { Survey } from './survey-file.ts'

const IMPORTS_SHOWN = 50

const PROGRESS = [
  'id',
  'file_name',
  'state',
  'total_rows',
  'read_rows',
  'added',
  'updated',
  'unchanged',
  'refused',
  'failure',
  'created_at',
  'finished_at',
] as const

export function findImport(db: Db, scope: CustomerScope, importId: PropertyImportId) {
  return db
    .selectFrom('property_import')
    .where('id', '=', importId)
    .where('customer_id', '=', scope.userId)
    .select(PROGRESS)
    .executeTakeFirst()
}

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

export function listImports(db: Db, scope: CustomerScope): Promise<ImportRow[]> {
  return db
    .selectFrom('property_import')
    .where('customer_id', '=', scope.userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(IMPORTS_SHOWN)
    .select(PROGRESS)
    .execute()
}

/** `failure` is a reason: its sentence is made where the reader's language is known. */
export async function failImport(
  db: Db,
  importId: PropertyImportId,
  failure: RefusalReason,
  now: Instant,
): Promise<void> {
  await db
    .updateTable('property_import')
    .set({ state: 'failed', failure, finished_at: toTimestamp(now) })
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .execute()
}

export function findRunningImport(db: Db, importId: PropertyImportId) {
  return db
    .selectFrom('property_import')
    .innerJoin('users', 'users.id', 'property_import.customer_id')
    .innerJoin('market', 'market.id', 'users.market_id')
    .where('property_import.id', '=', importId)
    .where('property_import.state', '=', 'running')
    .select([
      'property_import.customer_id',
      'property_import.stored_as',
      'property_import.delimiter',
      'property_import.header',
      'property_import.mapping',
      'property_import.next_byte',
      'property_import.next_row',
      'market.time_zone',
      'market.area',
    ])
    .executeTakeFirst()
}

export async function insertImport(
  db: Db,
  scope: CustomerScope,
  sent: {
    readonly importId: PropertyImportId
    readonly fileName: string
    readonly storedAs: string
    readonly sizeBytes: number
    readonly survey: Survey
    readonly now: Instant
  },
): Promise<void> {
  const { survey } = sent
  await db
    .insertInto('property_import')
    .values({
      id: sent.importId,
      customer_id: scope.userId,
      file_name: sent.fileName,
      stored_as: sent.storedAs,
      size_bytes: sent.sizeBytes,
      delimiter: survey.delimiter,
      header: toJson(survey.header),
      state: 'uploaded',
      total_rows: survey.totalRows,
      next_byte: survey.nextByte,
      next_row: survey.nextRow,
      created_at: toTimestamp(sent.now),
    })
    .execute()
}

/** Of those that were sent and never started all but the newest; answers their files. */
export async function deleteOldImports(db: Db, scope: CustomerScope, kept: number): Promise<string[]> {
  const old = await db
    .deleteFrom('property_import')
    .where('customer_id', '=', scope.userId)
    .where('state', '=', 'uploaded')
    .where(
      'id',
      'not in',
      db
        .selectFrom('property_import as newer')
        .where('newer.customer_id', '=', scope.userId)
        .where('newer.state', '=', 'uploaded')
        .orderBy('newer.created_at', 'desc')
        .orderBy('newer.id')
        .limit(kept)
        .select('newer.id'),
    )
    .returning('stored_as')
    .execute()
  return old.map((row) => row.stored_as)
}

/** Locked until the transaction ends. */
export function findImportForUpdate(db: Db, scope: CustomerScope, importId: PropertyImportId) {
  return db
    .selectFrom('property_import')
    .where('id', '=', importId)
    .where('customer_id', '=', scope.userId)
    .select(['state', 'header', 'next_byte'])
    .forUpdate()
    .executeTakeFirst()
}

export async function markRunning(
  db: Db,
  importId: PropertyImportId,
  mapping: ColumnMapping & DetailMapping,
): Promise<void> {
  await db
    .updateTable('property_import')
    .set({ state: 'running', mapping: toJson(mapping) })
    .where('id', '=', importId)
    .execute()
}

/** One whose task was parked for a person. */
export async function findStuckImport(db: Db, scope: CustomerScope): Promise<PropertyImportId | undefined> {
  const stuck = await db
    .selectFrom('property_import')
    .where('customer_id', '=', scope.userId)
    .where('state', '=', 'running')
    .where(
      sql<boolean>`not exists (select from task where task.kind = 'import_properties' and task.parked_at is null
        and task.payload ->> 'importId' = property_import.id::text)`,
    )
    .select('id')
    .executeTakeFirst()
  return stuck?.id
}

/** False where the batch is done already, or the import has ended. */
export async function lockBatch(db: Db, importId: PropertyImportId, fromByte: number): Promise<boolean> {
  const mine = await db
    .selectFrom('property_import')
    .where('id', '=', importId)
    .where('state', '=', 'running')
    .where('next_byte', '=', fromByte)
    .forUpdate()
    .select('id')
    .executeTakeFirst()
  return mine !== undefined
}

/** Adds what one batch did, and goes on behind it. */
export async function saveProgress(
  db: Db,
  importId: PropertyImportId,
  progress: {
    readonly batch: Pick<ReadBatch, 'rowCount' | 'nextByte' | 'nextRow' | 'isLast'>
    readonly saved: Pick<SavedBatch, 'added' | 'updated' | 'unchanged'>
    readonly refusedRows: number
    readonly now: Instant
  },
): Promise<void> {
  const { batch, saved, refusedRows, now } = progress
  await db
    .updateTable('property_import')
    .set((set) => ({
      read_rows: set('read_rows', '+', batch.rowCount),
      added: set('added', '+', saved.added),
      updated: set('updated', '+', saved.updated),
      unchanged: set('unchanged', '+', saved.unchanged),
      refused: set('refused', '+', refusedRows),
      next_byte: batch.nextByte,
      next_row: batch.nextRow,
      ...(batch.isLast ? { state: 'done', finished_at: toTimestamp(now) } : {}),
    }))
    .where('id', '=', importId)
    .execute()
}

export async function insertRefusals(
  db: Db,
  importId: PropertyImportId,
  refused: readonly RefusedRow[],
): Promise<void> {
  if (refused.length === 0) return
  await db
    .insertInto('property_import_refusal')
    .values(
      refused.map(({ rowNumber, field, reason, raw }) => ({
        import_id: importId,
        row_number: rowNumber,
        field,
        reason,
        // PostgreSQL takes no half letters, which cutting may leave.
        raw: raw.toWellFormed(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
