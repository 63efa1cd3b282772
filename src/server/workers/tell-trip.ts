/** The customer hears of the trip; the task stands in for the crew, whose day is read. */
import type { VisitId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { type CrewScope, mintScope } from '../scope.ts'
import type { Task } from '../tasks/task.ts'
import { notifyOfTrip } from '../today/notify-of-trip.ts'

export const notifyOfTripTask: Task<'notify_of_trip'> = {
  kind: 'notify_of_trip',
  tries: 5,
  outside: async (app, trip) => {
    const scope = await crewOfVisit(app.db, trip.visitId)
    if (scope !== null) await notifyOfTrip(app, scope, trip)
  },
}

async function crewOfVisit(db: Db, visitId: VisitId): Promise<CrewScope | null> {
  const row = await db
    .selectFrom('visit')
    .innerJoin('users', 'users.id', 'visit.crew_id')
    .where('visit.id', '=', visitId)
    .select([
      'users.id',
      'users.market_id',
      'users.name',
      'users.email',
      'users.locale',
      'users.time_zone',
      'users.frozen_until',
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  return mintScope({
    userId: row.id,
    type: 'Crew',
    marketId: row.market_id,
    name: row.name,
    email: row.email,
    locale: row.locale,
    timeZone: row.time_zone,
    frozenUntil: row.frozen_until,
  })
}
