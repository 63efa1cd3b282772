/**
 * The steps of a call that is made once: each transaction writes what it answered together with what it did. Where the
 * call is made again after something broke, a step that was committed answers the same and does nothing.
 */
import { deserialize, serialize } from 'node:v8'
import type { Kysely } from 'kysely'

/** Where the answers of steps are kept, in the order of the steps. */
export type StepBook<Tables> = {
  /** The answers that are written by now. */
  read(): Promise<readonly Buffer[]>
  /** Writes in the transaction of the step; false where somebody who makes the same call was faster. */
  write(transaction: Kysely<Tables>, step: number, answer: Buffer): Promise<boolean>
}

type Run = <Result>(transact: (keep: Keep<Result>) => Promise<Result>) => Promise<Result>

/** Any tables: whoever keeps knows its own. */
type Keep<Result> = (transaction: object, result: Result) => Promise<void>

/** What every transaction of a call has to stand before anything else happens in it. */
type Guard = (transaction: object) => Promise<void>

const runs = new WeakMap<object, Run>()
const guards = new WeakMap<object, Guard>()

/** The same database for one call; `done` are the answers of steps that were committed when it was made before. */
export function withSteps<Tables>(
  db: Kysely<Tables>,
  book: StepBook<Tables>,
  done: readonly Buffer[],
): Kysely<Tables> {
  let next = 0
  const run: Run = async <Result>(transact: (keep: Keep<Result>) => Promise<Result>) => {
    const step = next++
    const kept = done[step]
    if (kept !== undefined) return answerOf<Result>(kept)
    try {
      return await transact(async (transaction, result) => {
        const isFirst = await book.write(ofTables<Tables>(transaction), step, serialize(result))
        if (!isFirst) throw new StepTaken()
      })
    } catch (error) {
      if (!(error instanceof StepTaken)) throw error
      const taken = (await book.read())[step]
      if (taken === undefined) throw error
      return answerOf<Result>(taken)
    }
  }
  const own = db.withoutPlugins()
  runs.set(own, run)
  return own
}

/**
 * The same database for one call, with its steps, where `guard` comes first in each transaction and each of its tries.
 * What it throws ends the transaction and the call.
 */
export function withGuard<Tables>(
  db: Kysely<Tables>,
  guard: (transaction: Kysely<Tables>) => Promise<void>,
): Kysely<Tables> {
  const own = db.withoutPlugins()
  const run = stepsOf(db)
  if (run !== null) runs.set(own, run)
  guards.set(own, (transaction) => guard(ofTables<Tables>(transaction)))
  return own
}

/** Null for a database that nobody guards. */
export function guardOf(db: object): Guard | null {
  return guards.get(db) ?? null
}

/** Null for a database that keeps no steps. */
export function stepsOf(db: object): Run | null {
  return runs.get(db) ?? null
}

/** A transaction of a database is of its tables. */
function ofTables<Tables>(transaction: object): Kysely<Tables> {
  return transaction as Kysely<Tables>
}

/** What the same step of the same call answered, so it is of the same type. */
function answerOf<Result>(kept: Buffer): Result {
  const answer: Result = deserialize(kept)
  return answer
}

class StepTaken extends Error {
  override name = 'StepTaken'
}
