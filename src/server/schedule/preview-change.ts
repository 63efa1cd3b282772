/**
 * What a change of a schedule would do to visits and money: the series as it is and as it would be, priced over the
 * same days. Nothing is written.
 */
import type { z } from 'zod'
import type { schedule } from '#contract/schedule.ts'
import { addCents, type Cents, ZERO_CENTS } from '#domain/money.ts'
import { customerTotalOf } from '#domain/pricing/lines.ts'
import { changeTerms } from '#domain/schedule/change-terms.ts'
import { occurrenceOf } from '#domain/schedule/moves.ts'
import { EVERY_WEEK, isEveryWeek, type Rhythm } from '#domain/schedule/rhythm.ts'
import { type Series, type SeriesVisit, seriesVisits } from '#domain/schedule/series.ts'
import { addDays, dateAt, type Instant, type LocalDate, weekdayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { type LockedJob, lockJob } from '../jobs/job-queries.ts'
import { assigneeOn, loadSeries } from '../jobs/series-queries.ts'
import { lockVisitOfJob } from '../jobs/visit-queries.ts'
import { badField } from '../prices/check-booking.ts'
import { linesOfVisits } from '../prices/price-visits.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'

export type Change = z.output<(typeof schedule)['POST /api/preview-schedule-change']['body']>
type Days = { readonly from: LocalDate; readonly to: LocalDate }
type Compared = { readonly days: Days; readonly after: Series }

/** An open-ended change, or a longer one, is shown for its first weeks. */
const DAYS_SHOWN = 27
/** Twelve weeks have as many of every second as of every third and fourth, and each day of the month twice or more. */
const DAYS_SHOWN_OF_OTHERS = 83
const LONGEST_DAYS = 366

export function previewChange(app: App, scope: CustomerScope, change: Change) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const { job, date } = await jobOf(trx, scope, change)
    const { series, assignees } = (await loadSeries(trx, [job], job.starts_on)).get(job.id)!
    const { days, after } = compare(scope, { series, change, date, today: dateAt(now, job.time_zone) })
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
      goneDates: datesOnlyIn(was, becomes),
      newDates: datesOnlyIn(becomes, was),
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

/** The days over which a change is looked at, and the series as it would be. */
export function compare(
  scope: CustomerScope,
  {
    series,
    change,
    date,
    today,
  }: { series: Series; change: Change; date: LocalDate | null; today: LocalDate },
): Compared {
  const { exceptions, terms } = series
  const open = (from: LocalDate, rhythm: Rhythm = EVERY_WEEK) => {
    const isWeekly = isEveryWeek(terms.rhythm) && isEveryWeek(rhythm)
    return { from, to: addDays(from, isWeekly ? DAYS_SHOWN : DAYS_SHOWN_OF_OTHERS) }
  }
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
    case 'change':
      return compareTerms(scope, series, change, open)
  }
}

function compareTerms(
  scope: CustomerScope,
  series: Series,
  change: Extract<Change, { kind: 'change' }>,
  open: (from: LocalDate, rhythm: Rhythm) => Days,
): Compared {
  const { terms } = series
  const start = change.from > series.startDate ? change.from : series.startDate
  const after = changeTerms(terms, { ...change, from: start })
  if ('fault' in after) throw badField(scope, after.field, after.fault)
  const kept = series.earlierTerms.filter((each) => each.until < addDays(change.from, -1))
  const earlierTerms = [...kept, { ...terms, until: addDays(change.from, -1) }]
  return { days: open(change.from, after.rhythm), after: { ...series, terms: after, earlierTerms } }
}

const DATES_SHOWN = 60

function datesOnlyIn(visits: readonly SeriesVisit[], others: readonly SeriesVisit[]): LocalDate[] {
  const there = new Set(others.map((visit) => visit.date))
  const dates = visits.map((visit) => visit.date).filter((date) => !there.has(date))
  return dates.slice(0, DATES_SHOWN)
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
