/** Stays that are long over are forgotten, with all that was said of them. */
import { lastDayForgotten } from '#domain/stays/stay.ts'
import { DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { forgetStaysBefore } from './queries.ts'

const BATCH = 500

export async function pruneStays({ db, ports }: App): Promise<void> {
  const day = lastDayForgotten(dateAt(ports.clock.now(), DEFAULT_TIME_ZONE))
  while ((await forgetStaysBefore(db, day, BATCH)) === BATCH);
}
