/** The customer is notified of the trip; the task stands in for the crew, whose day is read. */
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
