/** The provider's lines, read some pages at a time, and the balance that they come to. */
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { sumMovements } from '../ledger/movement-queries.ts'
import { readMovements } from '../ledger/read-movements.ts'
import { recordFound } from './record-found.ts'
import type { Run } from './run-queries.ts'
import { insertFreshSubjects } from './subject-queries.ts'

type Left = { readonly after: string } | 'done'

/** A line may be dated a little before it can be read. */
const LOOKS_BACK_MS = 3 * DAY_MS
const LINES_AT_ONCE = 5_000

/** A complete run reads everything again: a line may have been lost here. */
export async function readMovementsSlice(app: App, run: Run): Promise<(trx: Db, run: Run) => Promise<Left>> {
  const since = run.after === null ? firstOf(run) : instant(Number(run.after))
  const last = await readMovements(app, { since, limit: LINES_AT_ONCE })
  return async (trx, locked) => {
    if (last !== null) return { after: String(last) }
    // From here on the run looks at what stands here, and at the provider's lines as they were read.
    if (locked.kind === 'nightly') await insertFreshSubjects(trx, toFresh(locked))
    return 'done'
  }
}

function toFresh({ id, since, after_journal: afterJournal }: Run) {
  return { id, since, afterJournal }
}

function firstOf(run: Run): Instant {
  return run.kind === 'complete' ? instant(0) : instant(Math.max(0, run.since - LOOKS_BACK_MS))
}

/** Everything that ever moved comes to what the provider says is there. */
export async function findBalance(app: App): Promise<(trx: Db, run: Run) => Promise<Left>> {
  const balance = await app.ports.payments.readBalance()
  await readMovements(app)
  const theirs = balance.availableCents + balance.pendingCents
  return async (trx, run) => {
    const moved = await sumMovements(trx)
    const sentence = `the provider says it has ${theirs} cents, its lines come to ${moved}`
    await recordFound(trx, run, {
      check: 'balance at the provider',
      counts: [{ marketId: null, count: 1, amountCents: theirs }],
      seen:
        moved === theirs
          ? []
          : [{ subject: 'all', sentence, ours: moved, theirs, kind: 'sums', marketId: null }],
    })
    return 'done'
  }
}
