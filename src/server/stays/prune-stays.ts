/** Stays that are long over are forgotten, with all that was said of them. */
import { firstDayKept } from '#domain/stays/stay.ts'
import { DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { mostOfAll } from '../settings/read-settings.ts'
import { forgetStaysBefore } from './queries.ts'

const BATCH = 500

export async function pruneStays({ db, ports }: App): Promise<void> {
  const now = ports.clock.now()
  const day = firstDayKept(dateAt(now, DEFAULT_TIME_ZONE), await mostOfAll(db, 'stayDaysKept', now))
  while ((await forgetStaysBefore(db, day, BATCH)) === BATCH);
}
