/**
 * At the cutoff the coming week's unconfirmed visits leave their crews and go to others (product §3). Each place has
 * its own cutoff on its own clock; a visit that its crew took after the cutoff was confirmed by the taking.
 */
import { inEachLanguage } from '#domain/language.ts'
import { longDayText } from '#domain/notifications/clock-texts.ts'
import { type Instant, type LocalDate, mondayOf } from '#domain/time.ts'
import { confirmBy, hasLapsed } from '#domain/visits/confirmation.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { applyTransition } from '../visits/apply-transition.ts'
import { notifyOfUnassignedLater } from './notify-of-unassigned.ts'
import { assignmentTexts } from './texts.ts'
import {
  countLapsedByCrew,
  findOtherZones,
  findTakenSince,
  type LapseMark,
  lockUnconfirmed,
  VISITS_LAPSED_AT_ONCE,
} from './visit-queries.ts'

/** Answers how many visits lapsed. A run that was stopped goes on where it was. */
export async function lapseUnconfirmed(app: App, marketId: string): Promise<number> {
  const work = (after: LapseMark | null) => (db: Db) => lapseSome(app, db, marketId, after)
  let lapsedCount = 0
  let after: LapseMark | null = null
  do {
    const batch: Batch = await inTransaction(app.db, work(after), { isolation: 'read committed' })
    lapsedCount += batch.lapsedCount
    after = batch.last
  } while (after !== null)
  return lapsedCount
}

type Batch = { readonly lapsedCount: number; readonly last: LapseMark | null }

async function lapseSome(app: App, db: Db, marketId: string, after: LapseMark | null): Promise<Batch> {
  const now = app.ports.clock.now()
  const rows = await lockUnconfirmed(db, marketId, after, now)
  const taken = await findTakenSince(
    db,
    rows.map((row) => row.id),
  )
  const settings = await settingsAt(db, marketId, now)
  const visitIds = rows
    .filter((row) =>
      hasLapsed(
        {
          state: 'scheduled',
          crewId: row.crew_id,
          takenAt: taken.get(row.id) ?? null,
          date: row.date,
          zone: row.time_zone,
        },
        now,
        settings,
      ),
    )
    .map((row) => row.id)
  const step = { app, transition: 'lapse', actor: SYSTEM, now, detail: { reason: 'confirm_cutoff' } } as const
  const { applied } = await applyTransition(db, { ...step, visitIds })
  await notifyOfUnassignedLater(
    db,
    applied.map((visit) => visit.customerId),
    now,
  )
  const last = rows.at(-1)
  const isMore = rows.length === VISITS_LAPSED_AT_ONCE && last !== undefined
  return { lapsedCount: applied.length, last: isMore ? { endsAt: last.ends_at, id: last.id } : null }
}

/** One notice a week for each crew, whatever the number of visits, zones and runs. */
export async function notifyOfLapsed(app: App, marketId: string, since: Instant): Promise<void> {
  await inTransaction(app.db, async (db) => {
    const now = app.ports.clock.now()
    const crews = await countLapsedByCrew(db, marketId, since)
    const notices = crews.map((crew) => ({
      to: crew.id,
      event: 'confirm_week' as const,
      key: `week-lapsed:${mondayOf(crew.first)}`,
      url: '/jobs-list',
      now,
      texts: lapsedTexts(crew.count, crew.first),
    }))
    await notifyAll(db, notices)
  })
}

function lapsedTexts(count: number, first: LocalDate) {
  return inEachLanguage((language) => assignmentTexts[language].lapsed(count, longDayText(first, language)))
}

/** The cutoffs of zones that are not the market's own: places there keep their own Saturday evening. */
export async function scheduleOtherCutoffs(
  db: Db,
  input: { marketId: string; zone: string; week: { from: LocalDate; to: LocalDate }; now: Instant },
): Promise<void> {
  const { marketId, zone, week, now } = input
  const zones = await findOtherZones(db, input)
  const settings = await settingsAt(db, marketId, now)
  const own = confirmBy(week.from, zone, settings)
  const cutoffs = new Set(zones.map((each) => confirmBy(week.from, each, settings)))
  for (const at of cutoffs)
    if (at !== own && at > now)
      await enqueue(
        db,
        'lapse_unconfirmed',
        { marketId, at },
        { now, runAt: at, dedupeKey: `${marketId}@${at}` },
      )
}
