import type { PropertyImportId } from '#domain/ids.ts'
import { type ColumnMapping, refuseColumns } from '#domain/imports/columns.ts'
import type { DetailMapping } from '#domain/imports/details.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { failImport, findImportForUpdate, findStuckImport, markRunning } from './queries.ts'

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
      await markRunning(trx, importId, mapping)
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
  const found = await findImportForUpdate(db, scope, importId)
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
  const stuck = await findStuckImport(app.db, scope)
  if (stuck !== undefined) await failImport(app.db, stuck, 'file_lost', app.ports.clock.now())
}
