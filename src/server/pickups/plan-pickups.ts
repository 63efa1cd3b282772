/**
 * Pickups follow the stays of a place, in a task that the change of a stay, of a feed's health or the day begins. The
 * jobs are locked before anything is read of them: of two that run at once the later sees what the earlier did.
 */
import type { PropertyId } from '#domain/ids.ts'
import { areReliable, type PickupPlan, type PickupRule } from '#domain/pickups/plan-pickups.ts'
import { planTogether } from '#domain/pickups/plan-together.ts'
import { occurrenceOf } from '#domain/schedule/moves.ts'
import { firstDayKept } from '#domain/stays/stay.ts'
import { addDays, DEFAULT_TIME_ZONE, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App, StayFollowUp } from '../app.ts'
import type { Db } from '../db/client.ts'
import { type LockedJob, lockJobsById } from '../jobs/job-queries.ts'
import { rewriteVisits } from '../jobs/rewrite-visits.ts'
import { type JobSeries, loadSeries } from '../jobs/series-queries.ts'
import { findStandingVisits, type StandingRow } from '../jobs/visit-queries.ts'
import { beginOffering } from '../offers/offer-visits.ts'
import { mostOfAll, settingsAt } from '../settings/read-settings.ts'
import { listStays } from '../stays/queries.ts'
import { enqueue } from '../tasks/queue.ts'
import { notifyOfPickups } from './notify-of-pickups.ts'
import {
  findDays,
  findLastPickups,
  findPickupJobs,
  findVacant,
  forgetDaysBefore,
  queuePlaces,
  replaceDays,
  replaceVacant,
} from './queries.ts'
import { findPlace, findRule, findSources } from './rule-queries.ts'

/** Stays that ended so long before a pickup are nobody's any more where none is known to have come since. */
const LOOKS_BACK_DAYS = 45
const FORGOTTEN_AT_ONCE = 500

export const followStaysWithPickups: StayFollowUp = async (_app, db, { property }, now) => {
  const rule = await findRule(db, property.id)
  if (rule?.isOn !== true) return
  const { id: propertyId, customerId } = property
  await enqueue(db, 'plan_pickups', { propertyId, customerId }, { now })
}

/** Each day anew: another day comes near enough, and what fell silent is heard or given up. */
export async function reviewPickups({ db, ports }: App, marketId: string): Promise<void> {
  const now = ports.clock.now()
  await queuePlaces(db, marketId, now)
  const day = firstDayKept(dateAt(now, DEFAULT_TIME_ZONE), await mostOfAll(db, 'stayDaysKept', now))
  while ((await forgetDaysBefore(db, day, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
}

export async function planPickupsOf(app: App, db: Db, propertyId: PropertyId): Promise<void> {
  const now = app.ports.clock.now()
  const rule = await findRule(db, propertyId)
  const place = rule === null ? undefined : await findPlace(db, propertyId)
  if (rule === null || place === undefined) return
  const jobs = await lockJobsById(db, await findPickupJobs(db, propertyId))
  if (jobs.length === 0) return
  const today = dateAt(now, place.timeZone)
  const before = await findStandingVisits(db, jobs, { from: today })
  if (!(await savePlans(db, { rule, jobs, propertyId, today, now }))) return
  const rewrite = { app, jobs, from: today, actor: SYSTEM, reason: 'stay', now } as const
  await rewriteVisits(db, rewrite)
  const after = await findStandingVisits(db, jobs, { from: today })
  await notifyOfPickups(db, { place: place.name, before, after, now })
  await offerNew(db, { place, before, after, now })
}

type Planning = {
  readonly rule: PickupRule
  readonly jobs: readonly LockedJob[]
  readonly propertyId: PropertyId
  readonly today: LocalDate
  readonly now: Instant
}

/** Answers whether anything differs from what was planned before. */
async function savePlans(db: Db, { rule, jobs, propertyId, today, now }: Planning): Promise<boolean> {
  const ids = jobs.map(({ id }) => id)
  const series = await loadSeries(db, jobs, today)
  const lastAt = await findLastPickups(db, ids, today)
  const [known, vacant] = [await findDays(db, ids, today), await findVacant(db, ids, today)]
  const isReliable = areReliable(await findSources(db, propertyId), now)
  const to = jobs.map((job) => job.planned_until ?? today).reduce((a, b) => (a > b ? a : b))
  const from = addDays(today, -LOOKS_BACK_DAYS)
  const stays = await listStays(db, { propertyIds: [propertyId], from, to: addDays(to, 1) })
  const plans = planTogether(
    rule,
    jobs.map(({ id, service_key: serviceKey }) => {
      const [days, wasVacant] = [known.get(id) ?? [], vacant.get(id) ?? []]
      const kept = days.filter((day) => day.isKept).map(({ date }) => date)
      const of = { stays, isReliable, wasVacant, today, to, now, kept }
      const facts = { ...of, lastAt: lastAt.get(id) ?? null }
      return { serviceKey, series: ofRuleOnly(series.get(id)!, wasVacant), facts }
    }),
  )
  let isChanged = false
  for (const [index, { id }] of jobs.entries()) {
    const [days, wasVacant, plan] = [known.get(id) ?? [], vacant.get(id) ?? [], plans[index]!]
    if (isSame(plan, { days, vacant: wasVacant })) continue
    isChanged = true
    await replaceDays(db, { jobId: id, from: today, days: plan.days, now })
    await replaceVacant(db, { jobId: id, from: today, dates: plan.vacant, now })
  }
  return isChanged
}

/** Without what stays said of it until now. */
function ofRuleOnly({ series }: JobSeries, vacant: readonly LocalDate[]): JobSeries['series'] {
  const { exceptions } = series
  const skippedDates = exceptions.skippedDates.filter((date) => !vacant.includes(date))
  return { ...series, exceptions: { ...exceptions, skippedDates } }
}

type Known = Awaited<ReturnType<typeof findDays>> extends Map<unknown, infer Days> ? Days : never

function isSame(
  plan: PickupPlan,
  { days, vacant }: { readonly days: Known; readonly vacant: readonly LocalDate[] },
): boolean {
  const said = ({ date, notBefore, extra }: Known[number] | PickupPlan['days'][number]) =>
    [date, notBefore, extra?.nights, extra?.guests].join()
  const before = days.filter(({ notBefore }) => notBefore !== null)
  return (
    plan.days.map(said).join(';') === before.map(said).join(';') &&
    plan.vacant.toSorted().join() === vacant.join()
  )
}

type Changed = {
  readonly place: NonNullable<Awaited<ReturnType<typeof findPlace>>>
  readonly before: readonly StandingRow[]
  readonly after: readonly StandingRow[]
  readonly now: Instant
}

/** One more in a week that is confirmed already is offered at once, the rest with its week. */
async function offerNew(db: Db, { place, before, after, now }: Changed): Promise<void> {
  const known = new Set(before.map(({ id }) => id))
  const settings = await settingsAt(db, place.marketId, now)
  const soon = after.filter(
    (visit) =>
      !known.has(visit.id) &&
      visit.crewId === null &&
      isConfirmedByTaking(occurrenceOf(visit), now, place.timeZone, settings),
  )
  await beginOffering(
    db,
    soon.map(({ id }) => ({ visitId: id, leftByCrewId: null })),
    now,
  )
}
