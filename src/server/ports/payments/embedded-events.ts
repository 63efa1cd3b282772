/** Whatever changes at the embedded provider leaves an event in the same transaction, to be delivered as a webhook. */
import type { Instant } from '#domain/time.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../clock/port.ts'
import { type BankObject, listObjects, makeObject, toObject } from './embedded-books.ts'

type Changed = { readonly object: BankObject; readonly isNew: boolean }

/** Runs a change and writes its event with it; no event where nothing changed. */
export async function withEvent(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  type: string,
  change: (trx: Db) => Promise<Changed>,
): Promise<Changed> {
  return db.transaction().execute(async (trx) => {
    const changed = await change(trx)
    if (changed.isNew)
      await makeObject(
        trx,
        clock.now(),
        { kind: 'event', state: 'due', data: { type, objectId: changed.object.id } },
        null,
      )
    return changed
  })
}

/** Takes events off the list of those due; two takers never get the same one. */
export async function takeEvents(db: Db, limit: number): Promise<BankObject[]> {
  const rows = await db
    .updateTable('demo_bank_object')
    .set({ state: 'delivered' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('demo_bank_object')
        .where('kind', '=', 'event')
        .where('state', '=', 'due')
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .returningAll()
    .execute()
  return rows.map(toObject).sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

const BATCH = 500

/** Reads on from batch to batch. */
export async function* eachObject(
  db: Db,
  wanted: { kinds: readonly BankObject['kind'][]; states?: readonly string[]; since: Instant },
): AsyncGenerator<BankObject> {
  let after: BankObject | null = null
  while (true) {
    const batch: BankObject[] = await listObjects(db, { ...wanted, limit: BATCH }, after)
    yield* batch
    if (batch.length < BATCH) return
    after = batch.at(-1)!
  }
}
