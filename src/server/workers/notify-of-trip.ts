/** Work that asks the router: the customer is notified of a trip, for the crew, whose day is read; a market is planned. */
import { runPlan } from '../dispatch/plan-market.ts'
import type { Task } from '../tasks/task.ts'
import { notifyOfTrip } from '../today/notify-of-trip.ts'
import { crewOfVisit } from './queries.ts'

export const notifyOfTripTask: Task<'notify_of_trip'> = {
  kind: 'notify_of_trip',
  tries: 5,
  outside: async (app, trip) => {
    const scope = await crewOfVisit(app.db, trip.visitId)
    if (scope !== null) await notifyOfTrip(app, scope, trip)
  },
}

export const planDispatchTask: Task<'plan_dispatch'> = {
  kind: 'plan_dispatch',
  tries: 3,
  outside: (app, { planId }) => runPlan(app, planId),
}
