/** Background work is put into the caller's transaction: it happens if and only if the rest does. */
import type { Db } from '../db/client.ts'
import type { TaskKind, TaskPayloads } from './kinds.ts'
import { type EnqueueOptions, enqueueAll, taskRow } from './queries.ts'

export async function enqueue<Kind extends TaskKind>(
  db: Db,
  kind: Kind,
  payload: TaskPayloads[Kind],
  options: EnqueueOptions,
): Promise<void> {
  await enqueueAll(db, [taskRow(kind, payload, options)])
}
