import { sql } from 'kysely'
import type { Task } from '../tasks/task.ts'

const KEPT_HOURS = 24
/** However much happens in a day: about 50 MB. */
const KEPT_ROWS = 200_000

/** By the database's own clock, which wrote them. Who had not read them reads everything anew. */
export const pruneLiveEvents: Task<'prune_live_events'> = {
  kind: 'prune_live_events',
  tries: 5,
  inTransaction: async (_app, db) => {
    await sql`
      with pruned as (
        delete from live_event
        where at < now() - make_interval(hours => ${KEPT_HOURS})
          or id <= (select max(id) from live_event) - ${KEPT_ROWS}
        returning xact
      )
      update live_horizon set pruned_xact = greatest(pruned_xact, (select max(xact) from pruned))
      where exists (select from pruned)
    `.execute(db)
  },
}
