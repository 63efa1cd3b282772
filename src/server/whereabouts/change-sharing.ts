/** A crew's consent to be seen, for one day: off until it says so, over with its last stop or when the day is. */
import { dateAt, type Instant, instantAt, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { beginSharing, endSharing, findSharing, hasStopsLeft } from './queries.ts'

type SharingDay = {
  readonly date: LocalDate
  readonly until: Instant
  readonly isOver: boolean
  readonly everySeconds: number
}

/** Today on the crew's clock, and when its sharing ends. */
export async function sharingDayOf(db: Db, scope: CrewScope, now: Instant): Promise<SharingDay> {
  const settings = await settingsAt(db, scope.marketId, now)
  const date = dateAt(now, scope.timeZone)
  const until = instantAt(date, settings.whereaboutsUntil, scope.timeZone)
  return { date, until, isOver: now >= until, everySeconds: settings.whereaboutsEverySeconds }
}

export async function readSharing(app: App, scope: CrewScope) {
  const day = await sharingDayOf(app.db, scope, app.ports.clock.now())
  const shared = await findSharing(app.db, scope, day.date)
  return toReply(day, shared !== undefined && !day.isOver)
}

/** Said twice it changes nothing. */
export async function changeSharing(app: App, scope: CrewScope, { isOn }: { readonly isOn: boolean }) {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const day = await sharingDayOf(db, scope, now)
      if (!isOn) await endSharing(db, scope)
      else if (day.isOver) throw new Refused('too_late')
      else if (await hasStopsLeft(db, scope, day.date)) await beginSharing(db, scope, day.date, now)
      else throw new Refused('wrong_state')
      return toReply(day, isOn)
    },
    { isolation: 'read committed' },
  )
}

function toReply({ until, everySeconds }: SharingDay, isSharing: boolean) {
  return { isSharing, until, everySeconds }
}
