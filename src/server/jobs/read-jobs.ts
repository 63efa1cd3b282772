/** Weekly jobs as the screens show them, with what a week costs by today's prices. */
import type { z } from 'zod'
import { MOST_JOBS_AT_ONCE } from '#contract/job-filters.ts'
import type { jobs } from '#contract/jobs.ts'
import { firstName } from '#domain/accounts/first-name.ts'
import type { WeeklyJobId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { customerTotalOf } from '#domain/pricing/lines.ts'
import { rhythmOf } from '#domain/schedule/rhythm.ts'
import { aboutAMonth, aboutAWeek } from '#domain/schedule/rhythm-amounts.ts'
import { comingDates } from '#domain/schedule/series.ts'
import type { SettingsTimeline } from '#domain/settings/book.ts'
import { addDays, dateAt, type Instant, type LocalDate, weekdayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { readTimeMark, writePageMark } from '../page-mark.ts'
import { linesOfVisit } from '../prices/price-visits.ts'
import { type RateCard, readRateCard } from '../prices/queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import * as queries from './queries.ts'
import { loadSeries } from './series-queries.ts'

const DATES_SHOWN = 12

type ListInput = z.output<(typeof jobs)['POST /api/get-weekly-jobs']['body']>

export async function readJobs(app: App, scope: CustomerScope, input: ListInput) {
  const { db } = app
  const page = { limit: input.limit + 1, after: readTimeMark(input.cursor) }
  const [rows, totalCount] = await Promise.all([
    queries.listJobs(db, scope, input, page),
    queries.countJobs(db, scope, input),
  ])
  const shown = rows.slice(0, input.limit)
  const last = rows.length > input.limit ? shown.at(-1) : undefined
  return {
    jobs: await toCards(db, scope, shown, app.ports.clock.now()),
    nextCursor: last === undefined ? null : writePageMark({ value: last.created_at_text, id: last.id }),
    totalCount,
  }
}

/** Those that a filter finds, as many as are changed at once. */
export async function readJobIds(app: App, scope: CustomerScope, filter: queries.JobFilter) {
  const [weeklyJobIds, totalCount] = await Promise.all([
    queries.listJobIds(app.db, scope, filter, MOST_JOBS_AT_ONCE),
    queries.countJobs(app.db, scope, filter),
  ])
  return { weeklyJobIds, totalCount }
}

export async function readJob(app: App, scope: CustomerScope, weeklyJobId: WeeklyJobId) {
  const { db } = app
  const row = await queries.findJob(db, scope, weeklyJobId)
  if (row === undefined) throw new Refused('not_found')
  const now = app.ports.clock.now()
  const today = dateAt(now, row.time_zone)
  const [card] = await toCards(db, scope, [row], now)
  const skips = await queries.skippedDates(db, weeklyJobId, today)
  const terms = await queries.earlierTermsOf(db, weeklyJobId, today)
  const { series } = (await loadSeries(db, [row], today)).get(weeklyJobId)!
  return {
    ...card!,
    nextDates: row.state === 'cancelled' ? [] : comingDates(series, today, DATES_SHOWN),
    skippedDates: skips.map((skip) => skip.date),
    pauses: await queries.pausesOf(db, weeklyJobId, today),
    comingVisits: await queries.comingVisits(db, weeklyJobId, today),
    termsUntil: terms.map((each) => ({ ...each, rhythm: rhythmOf(each) })),
  }
}

async function toCards(db: Db, scope: CustomerScope, rows: readonly queries.JobCardRow[], now: Instant) {
  const settings = await settingsTimeline(db, scope.marketId)
  const rateCard = await readRateCard(db, {
    propertyIds: rows.map((row) => row.property_id),
    groupIds: rows.map((row) => row.group_id),
  })
  return rows.map((row) => ({
    id: row.id,
    propertyId: row.property_id,
    propertyName: row.property_name,
    address: row.address,
    timeZone: row.time_zone,
    serviceKey: row.service_key,
    weekdays: row.weekdays,
    rhythm: rhythmOf(row),
    windowStart: row.window_start,
    windowEnd: row.window_end,
    quantity: row.quantity,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    state: row.state,
    notes: row.notes,
    nextVisitOn: row.next_visit_on,
    ...amountsOf(row, pricesOfWeek(row, rateCard, settings, dateAt(now, row.time_zone))),
    coveredWeekdays: row.covered_weekdays,
    crewFirstNames: row.crew_names.map(firstName),
  }))
}

/** On each of its weekdays; null where the service has no price. */
function pricesOfWeek(
  row: queries.JobCardRow,
  rateCard: RateCard,
  settings: SettingsTimeline,
  today: LocalDate,
): Cents[] | null {
  const amounts: Cents[] = []
  for (const weekday of row.weekdays) {
    const priced = {
      propertyId: row.property_id,
      groupId: row.group_id,
      zone: row.time_zone,
      serviceKey: row.service_key,
      quantity: row.quantity,
      date: addDays(today, (weekday - weekdayOf(today) + 7) % 7),
    }
    const lines = linesOfVisit(rateCard, priced, settings)
    if (lines === null) return null
    amounts.push(customerTotalOf(lines))
  }
  return amounts
}

function amountsOf(row: queries.JobCardRow, amounts: readonly Cents[] | null) {
  if (amounts === null) return { perWeekCents: null, perMonthCents: null, perVisitCents: null }
  const rhythm = rhythmOf(row)
  return {
    perWeekCents: aboutAWeek(rhythm, amounts),
    perMonthCents: aboutAMonth(rhythm, amounts),
    perVisitCents: new Set(amounts).size === 1 ? amounts[0]! : null,
  }
}
