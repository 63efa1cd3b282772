/** A run of reconciling begins: one at a time, in slices that tasks go through one after another. */
import type { ReconcileRunId, UserId } from '#domain/ids.ts'
import { kindOfRun } from '#domain/ledger/differences.ts'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import {
  aLittleBefore,
  findRunning,
  insertRun,
  lastJournalSeen,
  lastStart,
  newestJournal,
} from './run-queries.ts'

type Started = { readonly runId: ReconcileRunId; readonly isNew: boolean }

/** Rows of the same moment may be saved a little later than they say. */
const OVERLAP_MS = HOUR_MS
const OVERLAP_JOURNALS = 200

/** Where one runs already, that one goes on: a process that died leaves it waiting for its next slice. */
export async function startRun(
  db: Db,
  { kind, requestedBy, now }: { kind: 'nightly' | 'complete'; requestedBy: UserId | null; now: Instant },
): Promise<Started> {
  const running = await findRunning(db)
  if (running !== undefined) {
    await enqueueSlice(db, running.id, running.slices, now)
    return { runId: running.id, isNew: false }
  }
  const since = aLittleBefore((await lastStart(db)) ?? instant(0), OVERLAP_MS)
  const afterJournal = Math.max(0, (await lastJournalSeen(db)) - OVERLAP_JOURNALS)
  const lastJournal = await newestJournal(db)
  const runId = await insertRun(db, { kind, requestedBy, since, afterJournal, lastJournal, now })
  if (runId === undefined) return { runId: (await findRunning(db))!.id, isNew: false }
  await enqueueSlice(db, runId, 0, now)
  return { runId, isNew: true }
}

/** Each market's night asks; the first of them does it for all, whose books are compared as one. */
export async function startNightlyRun(db: Db, now: Instant): Promise<Started | null> {
  const last = await lastStart(db)
  const isFresh = last !== null && now - last < 12 * HOUR_MS
  if (isFresh && (await findRunning(db)) === undefined) return null
  const kind = kindOfRun(await lastStart(db, 'complete'), now)
  return startRun(db, { kind, requestedBy: null, now })
}

export async function enqueueSlice(
  db: Db,
  runId: ReconcileRunId,
  slice: number,
  now: Instant,
): Promise<void> {
  await enqueue(db, 'reconcile_slice', { runId, slice }, { now, dedupeKey: `${runId}:${slice}` })
}
