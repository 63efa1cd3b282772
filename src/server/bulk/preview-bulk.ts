/**
 * What one change of many weekly jobs would do to each: the checks are those of the single changes, the visits are those
 * of the series as it is and as it would be, and money is priced over the same days for all. Nothing is written or locked.
 */
import type { PropertyId, UserId, WeeklyJobId } from '#domain/ids.ts'
import { addCents, type Cents, ZERO_CENTS } from '#domain/money.ts'
import { type BulkChange, daysCompared, isSoAlready, termsChangeOf } from '#domain/portfolio/bulk.ts'
import { customerTotalOf } from '#domain/pricing/lines.ts'
import { isRefusal } from '#domain/refusals.ts'
import { occurrenceOf } from '#domain/schedule/moves.ts'
import { type Series, type SeriesVisit, visitsToCome } from '#domain/schedule/series.ts'
import { addDays, dateAt, type Instant, type LocalDate, weekdayOf } from '#domain/time.ts'
import { decideTransition } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { checkChosen } from '../crews/save-place-crews.ts'
import { checkChange, refuseOthers } from '../jobs/change-weekly-job.ts'
import { findJobsOf, type LockedJob } from '../jobs/job-queries.ts'
import { checkPause } from '../jobs/pause-weekly-job.ts'
import { assigneeOn, type JobSeries, loadSeries, termsOf } from '../jobs/series-queries.ts'
import { findOtherJobs, type OtherJob } from '../prices/booking-queries.ts'
import { linesOfVisit } from '../prices/price-visits.ts'
import { type RateCard, readRateCard } from '../prices/queries.ts'
import { Refused } from '../refused.ts'
import { compare } from '../schedule/preview-change.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsAt, settingsTimeline } from '../settings/read-settings.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { weekVisitsMeant } from './apply-change.ts'
import { describeRefusal } from './describe-refusal.ts'
import { previewChoices } from './preview-crews.ts'
import type { WeekVisit } from './visit-queries.ts'

const JOBS_AT_ONCE = 250
const ROWS_SHOWN = 200

type Asked = { readonly weeklyJobIds: readonly WeeklyJobId[]; readonly change: BulkChange }
type Visit = { readonly date: LocalDate; readonly quantity: number }

/** What happens to one job. */
type Consequence = {
  readonly job: LockedJob
  readonly outcome: 'changes' | 'same' | 'refused'
  readonly note: string
  readonly before: readonly Visit[]
  readonly after: readonly Visit[]
  readonly crewIds: readonly UserId[]
}

type Look = {
  readonly app: App
  readonly scope: CustomerScope
  readonly change: BulkChange
  readonly days: { readonly from: LocalDate; readonly to: LocalDate }
  readonly now: Instant
  /** As the jobs behind us would be: who comes later meets them so. */
  readonly changed: Map<WeeklyJobId, LockedJob>
  /** Places whose crews were chosen for a job behind us. */
  readonly behind: Set<PropertyId>
}

export async function previewBulk(app: App, scope: CustomerScope, { weeklyJobIds, change }: Asked) {
  const now = app.ports.clock.now()
  const jobs = await findJobsOf(app.db, scope, weeklyJobIds)
  if (jobs.length !== weeklyJobIds.length) throw new Refused('not_found')
  const today = dateAt(now, scope.timeZone)
  const days = daysCompared(
    change,
    jobs.map((job) => ({ terms: termsOf(job) })),
    today,
  )
  if (change.kind === 'crews')
    await checkChosen(app, scope, { propertyId: null, crewIds: change.crewIds }, 'change.crewIds')
  const look: Look = { app, scope, change, days, now, changed: new Map(), behind: new Set() }
  const found: Consequence[] = []
  for (let from = 0; from < jobs.length; from += JOBS_AT_ONCE)
    found.push(...(await consequencesOf(look, jobs.slice(from, from + JOBS_AT_ONCE))))
  return summaryOf(look, found, await priceOf(look, found))
}

async function consequencesOf(look: Look, jobs: readonly LockedJob[]): Promise<Consequence[]> {
  const { app, scope, change, days, now } = look
  if (change.kind === 'skip') return skipsOf(look, change, jobs)
  const series = await loadSeries(app.db, jobs, addDays(days.from, -1))
  if (change.kind === 'crews') {
    const choices = await previewChoices(app.db, jobs, { change, behind: look.behind, locale: scope.locale })
    return choices.map((choice) => {
      const visits = visitsToCome(series.get(choice.job.id)!.series, { ...days, now })
      return { ...choice, before: visits, after: visits, crewIds: [] }
    })
  }
  const others = isOfTerms(change) ? await findOtherJobs(app.db, scope, jobs) : []
  return jobs.map((job) => {
    const { series: was, assignees } = series.get(job.id)!
    const before = visitsToCome(was, { ...days, now })
    const same = { job, note: '', before, after: before, crewIds: [] }
    if (isAlready(job, was, change)) return { ...same, outcome: 'same' }
    try {
      const after = visitsToCome(seriesAfter(look, job, was, others), { ...days, now })
      return { job, outcome: 'changes', note: '', before, after, crewIds: crewsOf(assignees, before, after) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { ...same, outcome: 'refused', note: describeRefusal(error, scope.locale) }
    }
  })
}

function isOfTerms(change: BulkChange) {
  return change.kind === 'window' || change.kind === 'weekdays' || change.kind === 'quantity'
}

function isAlready(job: LockedJob, { terms, earlierTerms }: Series, change: BulkChange): boolean {
  if (change.kind === 'cancel') return job.state === 'cancelled'
  if (
    change.kind === 'skip' ||
    change.kind === 'pause' ||
    change.kind === 'crews' ||
    job.state === 'cancelled'
  )
    return false
  return isSoAlready(terms, earlierTerms, change)
}

/** Throws what the single change would refuse. */
function seriesAfter(look: Look, job: LockedJob, series: Series, others: readonly OtherJob[]): Series {
  const { scope, change, now, changed } = look
  const today = dateAt(now, job.time_zone)
  const asked = { series, date: null, today }
  const { id: weeklyJobId } = job
  if (change.kind === 'pause') {
    checkPause(scope, job, change.from, now)
    return compare(scope, { ...asked, change: { ...change, weeklyJobId } }).after
  }
  if (change.kind === 'cancel')
    return compare(scope, { ...asked, change: { kind: 'cancel', weeklyJobId } }).after
  if (change.kind === 'skip' || change.kind === 'crews') return series
  const terms = termsChangeOf(change)
  const next = checkChange(scope, job, terms, now)
  refuseOthers(
    next,
    others.map((other) => changed.get(other.id) ?? other),
    change.from,
  )
  changed.set(job.id, next)
  const { weekdays, ...rest } = terms
  const single = { kind: 'change', weeklyJobId, ...rest } as const
  return compare(scope, {
    ...asked,
    change: weekdays === undefined ? single : { ...single, weekdays: [...weekdays] },
  }).after
}

/** Who has a visit that goes or changes. */
function crewsOf(
  assignees: JobSeries['assignees'],
  before: readonly SeriesVisit[],
  after: readonly SeriesVisit[],
): UserId[] {
  const stays = new Set(after.map(keyOf))
  return before
    .filter((visit) => !stays.has(keyOf(visit)))
    .flatMap((visit) => {
      const occurrence = occurrenceOf(visit)
      return assigneeOn(assignees, occurrence, weekdayOf(occurrence))?.crewId ?? []
    })
}

function keyOf({ startsAt, endsAt, quantity }: SeriesVisit): string {
  return `${startsAt} ${endsAt} ${quantity}`
}

/** Of a week, visits are left out one by one: those that are planned, not those of the rule. */
async function skipsOf(
  look: Look,
  change: Extract<BulkChange, { kind: 'skip' }>,
  jobs: readonly LockedJob[],
): Promise<Consequence[]> {
  const { app, scope, now } = look
  const ids = jobs.map((job) => job.id)
  const meant = Map.groupBy(await weekVisitsMeant(app.db, ids, change, now), (visit) => visit.weeklyJobId)
  const settings = await settingsAt(app.db, scope.marketId, now)
  const actor = actorOf(scope, now)
  const refusalOf = (visit: WeekVisit) => {
    const decision = decideTransition({ visit, transition: 'skip', actor, now, settings })
    return isRefusal(decision) ? decision.refused : null
  }
  return jobs.map((job) => {
    const visits = meant.get(job.id) ?? []
    const reason = visits.map(refusalOf).find((each) => each !== null)
    if (reason !== undefined)
      return {
        job,
        outcome: 'refused',
        note: describeRefusal(new Refused(reason), scope.locale),
        before: visits,
        after: visits,
        crewIds: [],
      }
    return {
      job,
      outcome: visits.length === 0 ? 'same' : 'changes',
      note: '',
      before: visits,
      after: [],
      crewIds: visits.flatMap(({ crewId }) => crewId ?? []),
    }
  })
}

type PriceOf = (job: LockedJob, visits: readonly Visit[]) => Cents | null

/** Null where the service has no price. */
async function priceOf({ app, scope }: Look, found: readonly Consequence[]): Promise<PriceOf> {
  const settings = await settingsTimeline(app.db, scope.marketId)
  const card: RateCard = await readRateCard(app.db, {
    propertyIds: found.map(({ job }) => job.property_id),
    groupIds: found.map(({ job }) => job.group_id),
  })
  return (job, visits) => {
    let total = ZERO_CENTS
    for (const { date, quantity } of visits) {
      const place = { propertyId: job.property_id, groupId: job.group_id, zone: job.time_zone }
      const lines = linesOfVisit(card, { ...place, serviceKey: job.service_key, quantity, date }, settings)
      if (lines === null) return null
      total = addCents(total, customerTotalOf(lines))
    }
    return total
  }
}

function summaryOf({ days }: Look, found: readonly Consequence[], price: PriceOf) {
  const rows = found.map(({ job, outcome, note, before, after }) => ({
    weeklyJobId: job.id,
    propertyName: job.property_name,
    serviceKey: job.service_key,
    outcome,
    note,
    visitsBefore: before.length,
    visitsAfter: after.length,
    centsBefore: price(job, before),
    centsAfter: price(job, after),
  }))
  const changing = rows.filter(({ outcome }) => outcome === 'changes')
  const count = (wanted: Consequence['outcome']) => found.filter(({ outcome }) => outcome === wanted).length
  return {
    ...days,
    jobCount: found.length,
    changedCount: changing.length,
    sameCount: count('same'),
    refusedCount: count('refused'),
    visitsBefore: changing.reduce((sum, row) => sum + row.visitsBefore, 0),
    visitsAfter: changing.reduce((sum, row) => sum + row.visitsAfter, 0),
    centsBefore: sumOf(changing.map((row) => row.centsBefore)),
    centsAfter: sumOf(changing.map((row) => row.centsAfter)),
    crewCount: new Set(found.flatMap(({ crewIds }) => crewIds)).size,
    rows: rows.sort(byOutcomeAndPlace).slice(0, ROWS_SHOWN),
  }
}

const ORDER = { refused: 0, changes: 1, same: 2 } as const

type Row = Pick<Consequence, 'outcome'> & { readonly propertyName: string }

function byOutcomeAndPlace(one: Row, other: Row): number {
  return ORDER[one.outcome] - ORDER[other.outcome] || one.propertyName.localeCompare(other.propertyName)
}

function sumOf(amounts: readonly (Cents | null)[]): Cents | null {
  return amounts.reduce<Cents | null>(
    (sum, amount) => (sum === null || amount === null ? null : addCents(sum, amount)),
    ZERO_CENTS,
  )
}
