/** Running late: the stops that are left get new times, and whoever's window is missed is notified, once for each time. */
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { type Instant, MINUTE_MS } from '#domain/time.ts'
import { notifyOfTimes } from './notify-of-times.ts'
import { readRestOfDay, type Whereabouts } from '../today/read-rest-of-day.ts'
import { settleTimes } from './settle-times.ts'

type Lateness = Whereabouts & { readonly minutes: number; readonly at?: Instant | undefined }

export async function reportLate(app: App, scope: CrewScope, input: Lateness) {
  const now = app.ports.clock.now()
  // What was said without a connection has gone by in part.
  const passed = Math.max(0, (now - (input.at ?? now)) / MINUTE_MS)
  const delayMinutes = Math.max(0, input.minutes - passed)
  const rest = await readRestOfDay(app, scope, { at: input, delayMinutes, now })
  return inTransaction(
    app.db,
    async (db) => {
      const { stops, changed } = await settleTimes(db, scope, rest, now)
      const late = changed.filter(({ isLate }) => isLate)
      const notifiedCount = await notifyOfTimes(db, scope, late, { now, minutes: input.minutes })
      return { stops, notifiedCount }
    },
    { isolation: 'read committed' },
  )
}
