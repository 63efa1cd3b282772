/**
 * One batch of an import: read and looked up outside of any transaction, written with its progress in one. Whoever
 * runs it twice, or goes on after a crash, finds the batch either not begun or behind him.
 */

import type { PropertyImportId, UserId } from '#domain/ids.ts'
import { toDelimiter } from '#domain/imports/file.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { errorCode } from '../error-code.ts'
import { enqueue } from '../tasks/queue.ts'
import { failImport, findRunningImport, insertRefusals, lockBatch, saveProgress } from './queries.ts'
import { type ReadBatch, type RefusedRow, readBatch } from './read-batch.ts'
import { pathOfImport, removeFile } from './remove-file.ts'
import { saveProperties } from './save-properties.ts'

export async function runImportBatch(
  app: App,
  { importId, fromByte }: { importId: PropertyImportId; fromByte: number },
): Promise<void> {
  const work = await findRunningImport(app.db, importId)
  if (work === undefined || work.next_byte !== fromByte) return
  const path = pathOfImport(app, work.stored_as)
  try {
    const batch = await readBatch({
      path,
      delimiter: toDelimiter(work.delimiter),
      columnCount: work.header.length,
      mapping: work.mapping ?? {},
      fromByte,
      fromRow: work.next_row,
      area: work.area,
      timeZone: work.time_zone,
      lookUp: async (address) => (await app.ports.places.search(address, 1))[0] ?? null,
    })
    await saveBatch(app, { importId, fromByte, customerId: work.customer_id }, batch)
    if (batch.isLast) await removeFile(app, work.stored_as)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    await failImport(app.db, importId, 'file_lost', app.ports.clock.now())
  }
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
      if (!(await lockBatch(trx, importId, fromByte))) return
      const properties = batch.accepted.map(({ property }) => property)
      const saved = await saveProperties(trx, { customerId, importId, now: toTimestamp(now), properties })
      const refused = [...batch.refused, ...repeated(batch, saved.repeatedRefs)]
      await insertRefusals(trx, importId, refused)
      const refusedRows = new Set(refused.map(({ rowNumber }) => rowNumber)).size
      await saveProgress(trx, importId, { batch, saved, refusedRows, now })
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
