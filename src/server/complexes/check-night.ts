import type { VisitId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { findNight, type Night } from './night-queries.ts'

const UNDER_WAY: readonly VisitState[] = ['confirmed', 'en_route', 'in_progress']

export async function nightToWalk(app: App, db: Db, scope: CrewScope, visitId: VisitId): Promise<Night> {
  const night = await findNight(db, scope, visitId)
  if (dateAt(app.ports.clock.now(), night.time_zone) < night.date) throw new Refused('too_early')
  if (!UNDER_WAY.includes(night.state)) throw new Refused('wrong_state')
  return night
}

/** Whether the round can be walked: on its night, until it is completed. */
export function canWalk(app: App, night: Night): boolean {
  return UNDER_WAY.includes(night.state) && dateAt(app.ports.clock.now(), night.time_zone) >= night.date
}
