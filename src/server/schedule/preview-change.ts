/**
 * What a change of a schedule would do to visits and money: the series as it is and as it would be, priced over the
 * same days. Nothing is written.
 */
import type { z } from 'zod'
import type { schedule } from '#contract/schedule.ts'
import { addCents, type Cents, ZERO_CENTS } from '#domain/money.ts'
import { customerTotalOf } from '#domain/pricing/lines.ts'
import { occurrenceOf } from '#domain/schedule/moves.ts'
import { type Series, type SeriesVisit, seriesVisits } from '#domain/schedule/series.ts'
import { addDays, dateAt, type Instant, type LocalDate, weekdayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { type LockedJob, lockJob } from '../jobs/job-queries.ts'
import { assigneeOn, loadSeries } from '../jobs/series-queries.ts'
import { lockVisitOfJob } from '../jobs/visit-queries.ts'
import { linesOfVisits } from '../prices/price-visits.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'

type Change = z.output<(typeof schedule)['POST /api/preview-schedule-change']['body']>
type Days = { readonly from: LocalDate; readonly to: LocalDate }
type Compared = { readonly days: Days; readonly after: Series }

/** An open-ended change, or a longer one, is shown for its first weeks. */
const DAYS_SHOWN = 27
const LONGEST_DAYS = 366

export function previewChange(app: App, scope: CustomerScope, change: Change) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { job, date } = await jobOf(trx, scope, change)
    const { series, assignees } = (await loadSeries(trx, [job], job.starts_on)).get(job.id)!
    const { days, after } = compare(series, change, date, dateAt(now, job.time_zone))
    const [was, becomes] = [visitsIn(series, days, now), visitsIn(after, days, now)]
    const gone = was.filter((visit) => !becomes.some((each) => isSame(visit, each)))
    const crewIds = gone.map(
      (visit) => assigneeOn(assignees, occurrenceOf(visit), weekdayOf(occurrenceOf(visit)))?.crewId,
    )
    return {
      ...days,
      visitsBefore: was.length,
      visitsAfter: becomes.length,
      centsBefore: await priceOf(trx, scope, job, was),
      centsAfter: await priceOf(trx, scope, job, becomes),
      crewCount: new Set(crewIds.filter((crewId) => crewId !== undefined)).size,
    }
  })
}

async function jobOf(
  db: Db,
  scope: CustomerScope,
  change: Change,
): Promise<{ job: LockedJob; date: LocalDate | null }> {
  if (!('visitId' in change)) return { job: await lockJob(db, scope, change.weeklyJobId), date: null }
  const { job, visit } = await lockVisitOfJob(db, scope, change.visitId)
  return { job, date: occurrenceOf(visit) }
}

function compare(series: Series, change: Change, date: LocalDate | null, today: LocalDate): Compared {
  const { exceptions, terms } = series
  const open = (from: LocalDate) => ({ from, to: addDays(from, DAYS_SHOWN) })
  switch (change.kind) {
    case 'skip':
      return {
        days: { from: date!, to: date! },
        after: {
          ...series,
          exceptions: { ...exceptions, skippedDates: [...exceptions.skippedDates, date!] },
        },
      }
    case 'move': {
      const known = exceptions.moves.find((move) => move.from === date)
      const window =
        change.window === undefined
          ? known?.window
          : { windowStart: change.window?.start ?? null, windowEnd: change.window?.end ?? null }
      const move = {
        from: date!,
        to: change.to ?? known?.to ?? date!,
        window,
        quantity: change.quantity ?? known?.quantity,
        by: 'customer' as const,
        source: null,
      }
      const moves = [...exceptions.moves.filter((each) => each !== known), move]
      return { days: { from: date!, to: date! }, after: { ...series, exceptions: { ...exceptions, moves } } }
    }
    case 'pause': {
      const last = addDays(change.from, LONGEST_DAYS)
      const days =
        change.to === null
          ? open(change.from)
          : { from: change.from, to: change.to < last ? change.to : last }
      const pauses = [...exceptions.pauses, { from: change.from, to: change.to }]
      return { days, after: { ...series, exceptions: { ...exceptions, pauses } } }
    }
    case 'cancel':
      return { days: open(today), after: { ...series, endDate: addDays(today, -1) } }
    case 'change': {
      const hours =
        change.window === undefined
          ? {}
          : { windowStart: change.window?.start ?? null, windowEnd: change.window?.end ?? null }
      const after = {
        ...terms,
        ...hours,
        weekdays: change.weekdays ?? terms.weekdays,
        quantity: change.quantity ?? terms.quantity,
      }
      const kept = series.earlierTerms.filter((each) => each.until < addDays(change.from, -1))
      const earlierTerms = [...kept, { ...terms, until: addDays(change.from, -1) }]
      return { days: open(change.from), after: { ...series, terms: after, earlierTerms } }
    }
  }
}

function visitsIn(series: Series, { from, to }: Days, now: Instant): SeriesVisit[] {
  return seriesVisits(series, from, to).filter((visit) => visit.endsAt > now)
}

function isSame(one: SeriesVisit, other: SeriesVisit): boolean {
  return one.startsAt === other.startsAt && one.endsAt === other.endsAt && one.quantity === other.quantity
}

async function priceOf(
  db: Db,
  scope: CustomerScope,
  job: LockedJob,
  visits: readonly SeriesVisit[],
): Promise<Cents | null> {
  const priced = visits.map((visit) => ({
    propertyId: job.property_id,
    groupId: job.group_id,
    zone: job.time_zone,
    serviceKey: job.service_key,
    quantity: visit.quantity,
    date: visit.date,
  }))
  const lines = await linesOfVisits(db, priced, { settings: await settingsTimeline(db, scope.marketId) })
  let total = ZERO_CENTS
  for (const each of lines) {
    if (each === null) return null
    total = addCents(total, customerTotalOf(each))
  }
  return total
}
