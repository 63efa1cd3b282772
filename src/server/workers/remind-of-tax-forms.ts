import { enqueue } from '../tasks/queue.ts'
import type { Task } from '../tasks/task.ts'
import { remindCrews } from '../tax-forms/remind-crews.ts'

/** One batch of crews; the next batch is another task, made in the same transaction. */
export const remindOfTaxForms: Task<'remind_of_tax_forms'> = {
  kind: 'remind_of_tax_forms',
  tries: 20,
  inTransaction: async (app, db, { marketId, at, after = null }) => {
    const now = app.ports.clock.now()
    const next = await remindCrews(app, db, { marketId, after, now })
    if (next !== null) await enqueue(db, 'remind_of_tax_forms', { marketId, at, after: next }, { now })
  },
}
