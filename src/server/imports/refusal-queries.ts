/** The rows that an import refused. The caller has checked whose import it is. */
import { sql } from 'kysely'
import type { PropertyImportId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

const REFUSALS_AT_ONCE = 1_000

export type RefusalRow = Awaited<ReturnType<typeof pageOfRefusals>>[number]

/** By row; `after` is the last of the page before. */
export function pageOfRefusals(
  db: Db,
  importId: PropertyImportId,
  { after, limit }: { after: readonly [row: number, field: string, reason: string]; limit: number },
) {
  return db
    .selectFrom('property_import_refusal')
    .where('import_id', '=', importId)
    .where(sql<boolean>`(row_number, field, reason) > (${after[0]}::integer, ${after[1]}, ${after[2]})`)
    .orderBy('row_number')
    .orderBy('field')
    .orderBy('reason')
    .limit(limit)
    .select(['row_number', 'field', 'reason', 'raw'])
    .execute()
}

/** All of them, page after page. */
export async function* refusalsOf(db: Db, importId: PropertyImportId) {
  for (let after: [number, string, string] = [0, '', '']; ; ) {
    const page = await pageOfRefusals(db, importId, { after, limit: REFUSALS_AT_ONCE })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < REFUSALS_AT_ONCE) return
    after = [last.row_number, last.field, last.reason]
  }
}

/** What the first line of its file names, and which column was taken as what. */
export function findColumns(db: Db, importId: PropertyImportId) {
  return db
    .selectFrom('property_import')
    .where('id', '=', importId)
    .select(['header', 'mapping'])
    .executeTakeFirstOrThrow()
}
