import type { VisitId } from '#domain/ids.ts'
import { runWaves } from '../offers/run-waves.ts'
import type { Task } from './task.ts'

/** The next wave of some visits: when they are put into waves, and when a wave is over. */
export const offerVisitsTask: Task<'offer_visits'> = {
  kind: 'offer_visits',
  tries: 5,
  inTransaction: async (app, db, { visitIds }) =>
    runWaves(app, db, { visitIds: visitIds as readonly VisitId[], now: app.ports.clock.now() }),
}
