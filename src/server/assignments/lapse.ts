/**
 * At the cutoff the coming week's unconfirmed visits leave their crews and go to others (product §3). Each place has
 * its own cutoff on its own clock; a visit that its crew took after the cutoff was confirmed by the taking.
 */
import { sql } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { longDayText } from '#domain/notifications/clock-texts.ts'
import { DAY_MS, type Instant, instant, type LocalDate, mondayOf } from '#domain/time.ts'
import { confirmBy, hasLapsed } from '#domain/visits/confirmation.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { applyTransition } from '../visits/apply-transition.ts'
import { tellUnassignedLater } from './tell-unassigned.ts'
import { assignmentTexts } from './texts.ts'

const VISITS_AT_ONCE = 500
/** The week that a cutoff is for ends eight days later, and a day for zones further west. */
const WEEK_AHEAD_MS = 10 * DAY_MS

/** Answers how many visits lapsed. A run that was stopped goes on where it was. */
export async function lapseUnconfirmed(app: App, marketId: string): Promise<number> {
  const work = (after: Mark | null) => (db: Db) => lapseSome(app, db, marketId, after)
  let lapsedCount = 0
  let after: Mark | null = null
  do {
    const batch: Batch = await inTransaction(app.db, work(after), { isolation: 'read committed' })
    lapsedCount += batch.lapsedCount
    after = batch.last
  } while (after !== null)
  return lapsedCount
}

type Mark = { readonly endsAt: Instant; readonly id: string }
type Batch = { readonly lapsedCount: number; readonly last: Mark | null }

async function lapseSome(app: App, db: Db, marketId: string, after: Mark | null): Promise<Batch> {
  const now = app.ports.clock.now()
  const rows = await unconfirmed(db, marketId, after, now)
  const taken = await takenSince(
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
  await tellUnassignedLater(
    db,
    applied.map((visit) => visit.customerId),
    now,
  )
  const last = rows.at(-1)
  const isMore = rows.length === VISITS_AT_ONCE && last !== undefined
  return { lapsedCount: applied.length, last: isMore ? { endsAt: last.ends_at, id: last.id } : null }
}

/** Locked, so that a confirmation under way is waited for and seen. */
function unconfirmed(db: Db, marketId: string, after: Mark | null, now: Instant) {
  return db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .where('visit.state', '=', 'scheduled')
    .where('visit.crew_id', 'is not', null)
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('visit.ends_at', '<', toTimestamp(instant(now + WEEK_AHEAD_MS)))
    .where('visit.customer_id', 'in', (from) =>
      from.selectFrom('users').where('market_id', '=', marketId).select('users.id'),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(visit.ends_at, visit.id) > (${toTimestamp(after!.endsAt)}, ${after!.id}::uuid)`,
      ),
    )
    .orderBy('visit.ends_at')
    .orderBy('visit.id')
    .limit(VISITS_AT_ONCE)
    .forUpdate('visit')
    .select(['visit.id', 'visit.crew_id', 'visit.date', 'visit.ends_at', 'property.time_zone'])
    .execute()
}

/** When the crew of each visit came to it, where that was not with the plan. */
async function takenSince(db: Db, visitIds: readonly VisitId[]): Promise<ReadonlyMap<string, Instant>> {
  if (visitIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('visit_event')
    .where('visit_id', 'in', [...visitIds])
    .where('transition', 'in', ['assign', 'accept_offer'])
    .groupBy('visit_id')
    .select(['visit_id', (the) => the.fn.max('at').as('at')])
    .execute()
  return new Map(rows.map((row) => [row.visit_id, row.at]))
}

/** One notice a week for each crew, whatever the number of visits, zones and runs. */
export async function tellLapsed(app: App, marketId: string, since: Instant): Promise<void> {
  await inTransaction(app.db, async (db) => {
    const now = app.ports.clock.now()
    const crews = await db
      .selectFrom('visit_event')
      .innerJoin('visit', 'visit.id', 'visit_event.visit_id')
      .innerJoin('users', 'users.id', 'visit.customer_id')
      .where('visit_event.transition', '=', 'lapse')
      .where('visit_event.at', '>=', toTimestamp(since))
      .where('visit_event.crew_id', 'is not', null)
      .where('users.market_id', '=', marketId)
      .groupBy('visit_event.crew_id')
      .select([
        'visit_event.crew_id',
        (the) => the.fn.countAll<number>().as('count'),
        (the) => the.fn.min('visit.date').as('first'),
      ])
      .execute()
    const notices = crews.map((crew) => ({
      to: crew.crew_id as UserId,
      event: 'confirm_week' as const,
      key: `week-lapsed:${mondayOf(crew.first)}`,
      url: '/jobs-list',
      now,
      texts: lapsedWords(crew.count, crew.first),
    }))
    await notifyAll(db, notices)
  })
}

function lapsedWords(count: number, first: LocalDate) {
  return inEachLanguage((language) => assignmentTexts[language].lapsed(count, longDayText(first, language)))
}

/** The cutoffs of zones that are not the market's own: places there keep their own Saturday evening. */
export async function scheduleOtherCutoffs(
  db: Db,
  input: { marketId: string; zone: string; week: { from: LocalDate; to: LocalDate }; now: Instant },
): Promise<void> {
  const { marketId, zone, week, now } = input
  const rows = await db
    .selectFrom('visit')
    .innerJoin('property', 'property.id', 'visit.property_id')
    .innerJoin('users', 'users.id', 'visit.customer_id')
    .where('users.market_id', '=', marketId)
    .where('visit.state', '=', 'scheduled')
    .where('visit.date', '>=', week.from)
    .where('visit.date', '<=', week.to)
    .where('visit.ends_at', '>', toTimestamp(now))
    .where('visit.ends_at', '<', toTimestamp(instant(now + WEEK_AHEAD_MS + 4 * DAY_MS)))
    .where('property.time_zone', '<>', zone)
    .select('property.time_zone')
    .distinct()
    .execute()
  const settings = await settingsAt(db, marketId, now)
  const own = confirmBy(week.from, zone, settings)
  const cutoffs = new Set(rows.map((row) => confirmBy(week.from, row.time_zone, settings)))
  for (const at of cutoffs)
    if (at !== own && at > now)
      await enqueue(
        db,
        'lapse_unconfirmed',
        { marketId, at },
        { now, runAt: at, dedupeKey: `${marketId}@${at}` },
      )
}
