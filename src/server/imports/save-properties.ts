/** Writes one batch of imported properties as a set: new ones, changed ones, and those that are as they were. */

import type { Db } from '../db/client.ts'
import { type Batch, compare, insertMissingGroups, markSeen, upsertProperties } from './property-queries.ts'

export type SavedBatch = {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  /** References that an earlier row of the same import had: nothing is written for them. */
  readonly repeatedRefs: ReadonlySet<string>
}

/** A removed place that is in the file again comes back and counts as added. Empty cells change nothing. */
export async function saveProperties(db: Db, batch: Batch): Promise<SavedBatch> {
  if (batch.properties.length === 0) return { added: 0, updated: 0, unchanged: 0, repeatedRefs: new Set() }
  await insertMissingGroups(db, batch)
  const compared = await compare(db, batch)
  const fresh = compared.filter((row) => !row.is_repeated)
  const toWrite = fresh.filter((row) => row.is_changed).map((row) => row.ref)
  const asTheyWere = fresh.filter((row) => !row.is_changed).map((row) => row.ref)
  if (toWrite.length > 0) await upsertProperties(db, batch, toWrite)
  if (asTheyWere.length > 0) await markSeen(db, batch, asTheyWere)
  const added = fresh.filter((row) => row.is_added).length
  return {
    added,
    updated: toWrite.length - added,
    unchanged: asTheyWere.length,
    repeatedRefs: new Set(compared.filter((row) => row.is_repeated).map((row) => row.ref)),
  }
}
