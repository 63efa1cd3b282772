/** Late no more: whoever was notified hears it, or the newer time where its window is missed all the same. */
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { notifyOfTimes } from './notify-of-times.ts'
import { readRestOfDay } from '../today/read-rest-of-day.ts'
import { settleTimes } from './settle-times.ts'

export async function reportOnTime(app: App, scope: CrewScope) {
  const now = app.ports.clock.now()
  const rest = await readRestOfDay(app, scope, { at: {}, delayMinutes: 0, now })
  return inTransaction(
    app.db,
    async (db) => {
      const { stops, changed } = await settleTimes(db, scope, rest, now)
      const notified = changed.filter(({ isNotified }) => isNotified)
      return { stops, notifiedCount: await notifyOfTimes(db, scope, notified, { now }) }
    },
    { isolation: 'read committed' },
  )
}
