/** The facts of the page that strangers come to. They change by the day, so they are read every few minutes at most. */
import { cents } from '#domain/money.ts'
import { DAY_MS, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { busiestQuarters, listCities, recentWork, VISITS_LOOKED_AT } from './queries.ts'

const DAYS = 28
const KEPT_MS = 300_000

type FrontDoor = Awaited<ReturnType<typeof readNow>>

const kept = new WeakMap<App, { readonly since: number; readonly read: Promise<FrontDoor> }>()

export function readFrontDoor(app: App): Promise<FrontDoor> {
  const known = kept.get(app)
  if (known !== undefined && performance.now() - known.since < KEPT_MS) return known.read
  const read = readNow(app)
  kept.set(app, { since: performance.now(), read })
  // What failed is asked again by whoever comes next.
  read.catch(() => kept.delete(app))
  return read
}

async function readNow(app: App) {
  const now = app.ports.clock.now()
  const since = instant(now - DAYS * DAY_MS)
  const [cities, work, quarters, { crewShareBasisPoints }] = await Promise.all([
    listCities(app.db),
    recentWork(app.db, since),
    busiestQuarters(app.db, since),
    settingsAt(app.db, null, now),
  ])
  return {
    cities: cities.map(({ name, lat, lng }) => ({ name, lat, lng })),
    lately: {
      days: DAYS,
      visitCount: work.visits,
      isMore: work.visits === VISITS_LOOKED_AT,
      rating: work.rating,
      ratingCount: work.rating_count,
    },
    quarters: quarters.map(({ visits, ...quarter }) => ({ ...quarter, visitCount: visits })),
    crews: {
      shareBasisPoints: crewShareBasisPoints,
      weekCents: work.week_cents === null ? null : cents(work.week_cents),
      hourCents: work.hour_cents === null ? null : cents(work.hour_cents),
    },
  }
}
