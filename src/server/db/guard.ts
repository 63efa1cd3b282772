/** What every transaction of a call has to stand before anything else happens in it, in each of its tries. */
import type { Kysely } from 'kysely'
import { keepSteps } from './steps.ts'

/** Any tables: whoever guards knows its own. */
type Guard = (transaction: object) => Promise<void>

const guards = new WeakMap<object, Guard>()

/** The same database for one call. What `guard` throws ends the transaction and the call. */
export function withGuard<Tables>(
  db: Kysely<Tables>,
  guard: (transaction: Kysely<Tables>) => Promise<void>,
): Kysely<Tables> {
  const own = keepSteps(db, db.withoutPlugins())
  guards.set(own, (transaction) => guard(transaction as Kysely<Tables>))
  return own
}

/** Null for a database that nobody guards. */
export function guardOf(db: object): Guard | null {
  return guards.get(db) ?? null
}
