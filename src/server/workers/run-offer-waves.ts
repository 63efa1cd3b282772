/** Background work on offers: the waves, and what became open by itself. */
import { offerOpenVisits } from '../offers/offer-open-visits.ts'
import { runWaves } from '../offers/run-waves.ts'
import type { Task } from '../tasks/task.ts'

/** The next wave of some visits: when they are put into waves, and when a wave is over. */
export const offerVisitsTask: Task<'offer_visits'> = {
  kind: 'offer_visits',
  tries: 5,
  inTransaction: async (app, db, { visitIds }) =>
    runWaves(db, { visitIds: visitIds, now: app.ports.clock.now() }),
}

/** Whatever nobody has in a week that is confirmed is offered, however it came to be open; what waited goes on. */
export const offerOpenVisitsTask: Task<'offer_open_visits'> = {
  kind: 'offer_open_visits',
  tries: 5,
  outside: (app, { marketId }) => offerOpenVisits(app, marketId),
}
