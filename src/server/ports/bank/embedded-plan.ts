/** What becomes of objects by itself: the steps of their plans, taken when somebody looks after their time has come. */
import { type Db, toTimestamp } from '../../db/client.ts'
import { type BankObject, lockObject, readObject, saveObject } from './embedded-books.ts'
import type { Bank } from './embedded-events.ts'
import type { BankObjectKind, BankStep } from './embedded-shapes.ts'

/** What follows from a step: saves the object in its new state, with its events and movements. */
export type Take<Kind extends BankObjectKind> = (
  trx: Db,
  object: BankObject<Kind>,
  step: BankStep<Kind>,
) => Promise<BankObject<Kind>>

/** An object as it is now. Null where there is none. */
export async function readRipe<Kind extends BankObjectKind>(
  bank: Bank,
  kind: Kind,
  id: string,
  take: Take<Kind>,
): Promise<BankObject<Kind> | null> {
  const object = await readObject(bank.db, kind, id)
  if (object === null || !isDue(bank, object)) return object
  return bank.db.transaction().execute((trx) => lockRipe(bank, trx, kind, id, take))
}

/** The same, locked until the transaction ends. Throws `refused` where there is none. */
export async function lockRipe<Kind extends BankObjectKind>(
  bank: Bank,
  trx: Db,
  kind: Kind,
  id: string,
  take: Take<Kind>,
): Promise<BankObject<Kind>> {
  let object = await lockObject(trx, kind, id)
  while (isDue(bank, object)) {
    const step = object.plan[0]!
    object = await take(trx, await saveObject(trx, object, { plan: object.plan.slice(1) }), step)
  }
  return object
}

/** Those of a kind that something is due for. */
export async function dueIds({ db, clock }: Bank, kind: BankObjectKind): Promise<string[]> {
  const rows = await db
    .selectFrom('demo_bank_object')
    .where('kind', '=', kind)
    .where('due_at', '<=', toTimestamp(clock.now()))
    .orderBy('due_at')
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

function isDue<Kind extends BankObjectKind>({ clock }: Bank, { plan }: BankObject<Kind>): boolean {
  return plan[0] !== undefined && plan[0].at <= clock.now()
}
