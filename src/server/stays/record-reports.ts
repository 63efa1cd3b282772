/**
 * The one way in for what a source says of a place's stays, feed or account alike. Said again it changes nothing;
 * two sources that speak at once are heard one after another.
 */
import { randomUUID } from 'node:crypto'
import { type StayId, type StaySourceId, toId } from '#domain/ids.ts'
import { hearSource, type Outcome, type Said } from '#domain/stays/hear.ts'
import { firstDayKept } from '#domain/stays/stay.ts'
import type { Reported } from '#domain/stays/truth.ts'
import { addDays, dateAt, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { mostOfAll } from '../settings/read-settings.ts'
import { dropReports, findReports, lockPlaceOf, saveReports, saveStays } from './queries.ts'

/** A stay that ended so recently may still be told of otherwise. */
const SETTLED_DAYS = 30

type Recorded = Pick<Outcome, 'changes' | 'missing' | 'doubt'>

export type Received = Pick<Said, 'reports' | 'isWhole' | 'unread' | 'isConfirmed' | 'isEnding'> & {
  readonly sourceId: StaySourceId
  /** History that is brought in: nobody is notified of it. */
  readonly isQuiet?: boolean
}

/** Null where the source or its place is gone. What is too old to be kept is not recorded. */
export function recordReports(app: App, db: Db, received: Received): Promise<Recorded | null> {
  const work = async (trx: Db) => {
    const place = await lockPlaceOf(trx, received.sourceId)
    if (place === undefined) return null
    const { kind, ...property } = place
    const now = app.ports.clock.now()
    const today = dateAt(now, property.timeZone)
    const from = firstDayKept(today, await mostOfAll(trx, 'stayDaysKept', now))
    const reports = received.reports.filter(({ checkOut }) => checkOut >= from)
    const known = await findReports(trx, {
      propertyId: property.id,
      sourceId: received.sourceId,
      from: firstDayOf(reports, addDays(today, -SETTLED_DAYS)),
      externalIds: reports.map(({ externalId }) => externalId),
    })
    const outcome = hearSource(
      known,
      {
        source: { id: received.sourceId, kind },
        reports,
        isWhole: received.isWhole,
        unread: received.unread ?? [],
        isConfirmed: received.isConfirmed ?? false,
        isEnding: received.isEnding ?? false,
        now,
        today,
      },
      () => toId<StayId>(randomUUID()),
    )
    await save(trx, { outcome, received, propertyId: property.id, now })
    if (outcome.changes.length > 0)
      for (const followUp of app.stayFollowUps)
        await followUp(
          app,
          trx,
          { property, changes: outcome.changes, isQuiet: received.isQuiet ?? false },
          now,
        )
    return { changes: outcome.changes, missing: outcome.missing, doubt: outcome.doubt }
  }
  // The place is locked before anything of it is read, and readers of other places are in nobody's way.
  return inTransaction(db, work, { isolation: 'read committed' })
}

/** Stays come before what is said of them, and go from what is said first. */
async function save(
  db: Db,
  {
    outcome,
    received,
    propertyId,
    now,
  }: {
    readonly outcome: Outcome
    readonly received: Received
    readonly propertyId: Parameters<typeof saveStays>[1]['propertyId']
    readonly now: Parameters<typeof saveStays>[1]['now']
  },
): Promise<void> {
  const stays = outcome.changes.map(({ stayId, after }) => ({ id: stayId, facts: after }))
  await saveStays(db, { propertyId, stays, now })
  if (outcome.dropped.length > 0) await dropReports(db, received.sourceId, outcome.dropped)
  await saveReports(db, outcome.reports)
}

function firstDayOf(reports: readonly Reported[], otherwise: LocalDate): LocalDate {
  return reports.reduce((first, { checkOut }) => (checkOut < first ? checkOut : first), otherwise)
}
