import { planVisits as plan } from '../jobs/plan-visits.ts'
import type { Task } from './task.ts'

/** Commits batch by batch and goes on where it stopped, so a second worker or a second try does nothing twice. */
export const planVisits: Task<'plan_visits'> = {
  kind: 'plan_visits',
  tries: 5,
  outside: async (app, { marketId, customerId }) => {
    await plan(app, {
      ...(marketId === undefined ? {} : { marketId }),
      ...(customerId === undefined ? {} : { customerId }),
    })
  },
}
