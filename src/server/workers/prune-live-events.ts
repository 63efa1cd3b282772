import type { Task } from '../tasks/task.ts'
import { deleteLiveEvents } from './queries.ts'

const KEPT_HOURS = 24
/** However much happens in a day: about 50 MB. */
const KEPT_ROWS = 200_000

/** Who had not read them reads everything anew. */
export const pruneLiveEvents: Task<'prune_live_events'> = {
  kind: 'prune_live_events',
  tries: 5,
  inTransaction: (_app, db) => deleteLiveEvents(db, { keptHours: KEPT_HOURS, keptRows: KEPT_ROWS }),
}
