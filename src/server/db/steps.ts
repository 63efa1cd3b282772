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

const runs = new WeakMap<object, Run>()

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
        const isFirst = await book.write(transaction as Kysely<Tables>, step, serialize(result))
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

/** `to` goes on with the steps of `from`. */
export function keepSteps<Tables>(from: Kysely<Tables>, to: Kysely<Tables>): Kysely<Tables> {
  const run = stepsOf(from)
  if (run !== null) runs.set(to, run)
  return to
}

/** Null for a database that keeps no steps. */
export function stepsOf(db: object): Run | null {
  return runs.get(db) ?? null
}

/** What the same step of the same call answered, so it is of the same type. */
function answerOf<Result>(kept: Buffer): Result {
  const answer: Result = deserialize(kept)
  return answer
}

class StepTaken extends Error {
  override name = 'StepTaken'
}
