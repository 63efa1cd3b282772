import { releaseCommissions } from '../commissions/release-commissions.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Task } from '../tasks/task.ts'

const AT_ONCE = 500

/** Goes on in another task while there are more. */
export const releaseCommissionsTask: Task<'release_commissions'> = {
  kind: 'release_commissions',
  tries: 20,
  inTransaction: async (app, db, { marketId, at }) => {
    const now = app.ports.clock.now()
    const count = await releaseCommissions(db, { marketId, now, limit: AT_ONCE })
    if (count === AT_ONCE) await enqueue(db, 'release_commissions', { marketId, at }, { now })
  },
}
