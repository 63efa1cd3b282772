/**
 * One batch of an import: read and looked up outside of any transaction, written with its progress in one. Whoever
 * runs it twice, or goes on after a crash, finds the batch either not begun or behind him.
 */

import type { PropertyImportId, UserId } from '#domain/ids.ts'
import type { Delimiter } from '#domain/imports/file.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { forgetFile, pathOfImport } from './import-folder.ts'
import { type ReadBatch, type RefusedRow, readBatch } from './read-batch.ts'
import { saveProperties } from './save-properties.ts'

export async function runImportBatch(
  app: App,
  { importId, fromByte }: { importId: PropertyImportId; fromByte: number },
): Promise<void> {
  const work = await findWork(app.db, importId)
  if (work === undefined || work.next_byte !== fromByte) return
  const path = pathOfImport(app, work.stored_as)
  try {
    const batch = await readBatch({
      path,
      delimiter: work.delimiter as Delimiter,
      columnCount: work.header.length,
      mapping: work.mapping ?? {},
      fromByte,
      fromRow: work.next_row,
      area: areaOf(work),
      timeZone: work.time_zone,
      lookUp: async (address) => (await app.ports.places.search(address, 1))[0] ?? null,
    })
    await saveBatch(app, { importId, fromByte, customerId: work.customer_id }, batch)
    if (batch.isLast) await forgetFile(app, work.stored_as)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await failImport(app.db, importId, 'file_lost', app.ports.clock.now())
  }
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

function findWork(db: Db, importId: PropertyImportId) {
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
      'market.lat',
      'market.lng',
      'market.radius_feet',
    ])
    .executeTakeFirst()
}

function areaOf({
  lat,
  lng,
  radius_feet,
}: {
  lat: number | null
  lng: number | null
  radius_feet: number | null
}) {
  return lat === null || lng === null || radius_feet === null
    ? null
    : { center: { lat, lng }, radiusFeet: radius_feet }
}

async function saveBatch(
  app: App,
  { importId, fromByte, customerId }: { importId: PropertyImportId; fromByte: number; customerId: UserId },
  batch: ReadBatch,
): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(
    app.db,
    async (trx) => {
      const mine = await trx
        .selectFrom('property_import')
        .where('id', '=', importId)
        .where('state', '=', 'running')
        .where('next_byte', '=', fromByte)
        .forUpdate()
        .select('id')
        .executeTakeFirst()
      if (mine === undefined) return
      const properties = batch.accepted.map(({ property }) => property)
      const saved = await saveProperties(trx, { customerId, importId, now: toTimestamp(now), properties })
      const refused = [...batch.refused, ...repeated(batch, saved.repeatedRefs)]
      await saveRefusals(trx, importId, refused)
      await trx
        .updateTable('property_import')
        .set((set) => ({
          read_rows: set('read_rows', '+', batch.rowCount),
          added: set('added', '+', saved.added),
          updated: set('updated', '+', saved.updated),
          unchanged: set('unchanged', '+', saved.unchanged),
          refused: set('refused', '+', new Set(refused.map(({ rowNumber }) => rowNumber)).size),
          next_byte: batch.nextByte,
          next_row: batch.nextRow,
          ...(batch.isLast ? { state: 'done', finished_at: toTimestamp(now) } : {}),
        }))
        .where('id', '=', importId)
        .execute()
      if (!batch.isLast)
        await enqueue(
          trx,
          'import_properties',
          { importId, fromByte: batch.nextByte },
          { now, dedupeKey: `${importId}@${batch.nextByte}` },
        )
    },
    { isolation: 'read committed' },
  )
}

function repeated({ accepted }: ReadBatch, refs: ReadonlySet<string>): RefusedRow[] {
  return accepted
    .filter(({ property }) => refs.has(property.externalRef))
    .map(({ rowNumber, raw }) => ({ rowNumber, raw, field: 'reference', reason: 'reference_duplicated' }))
}

async function saveRefusals(
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
        raw: shown(raw),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** PostgreSQL takes no half letters, which cutting may leave. */
function shown(raw: string): string {
  return raw.toWellFormed()
}
