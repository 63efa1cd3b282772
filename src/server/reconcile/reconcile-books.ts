/** The books watch themselves: a run each night, in slices that are tasks; their balances are sealed each hour. */
import { sealJournals } from '../ledger/seal-queries.ts'
import { runSlice } from './run-slice.ts'
import { startNightlyRun } from './start-run.ts'
import type { Task } from '../tasks/task.ts'

export const reconcileTask: Task<'reconcile'> = {
  kind: 'reconcile',
  tries: 20,
  inTransaction: async (app, db) => {
    await startNightlyRun(db, app.ports.clock.now())
  },
}

/** A provider that is away is asked again, and the run waits; the next night takes up one that was given up. */
export const reconcileSliceTask: Task<'reconcile_slice'> = {
  kind: 'reconcile_slice',
  tries: 20,
  outside: (app, { runId, slice }) => runSlice(app, runId, slice),
}

/** In steps, each a transaction, until nothing settled is left. */
export const sealLedger: Task<'seal_ledger'> = {
  kind: 'seal_ledger',
  tries: 3,
  outside: async ({ db }) => {
    while ((await db.transaction().execute((trx) => sealJournals(trx))) > 0);
  },
}
