/** What a customer may read of its imports. */
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'
import type { PropertyImportId } from '#domain/ids.ts'

const IMPORTS_SHOWN = 50
const REFUSALS_AT_ONCE = 1_000
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

/** Page after page, by row. The caller has checked whose import it is. */
export async function* refusalsOf(db: Db, importId: PropertyImportId) {
  for (let after = [0, '', ''] as [number, string, string]; ; ) {
    const page = await db
      .selectFrom('property_import_refusal')
      .where('import_id', '=', importId)
      .where(sql<boolean>`(row_number, field, reason) > (${after[0]}::integer, ${after[1]}, ${after[2]})`)
      .orderBy('row_number')
      .orderBy('field')
      .orderBy('reason')
      .limit(REFUSALS_AT_ONCE)
      .select(['row_number', 'field', 'reason', 'raw'])
      .execute()
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < REFUSALS_AT_ONCE) return
    after = [last.row_number, last.field, last.reason]
  }
}
