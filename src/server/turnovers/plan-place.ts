/**
 * Turnovers follow the stays of a place, in the transaction that changed them. The place is locked, then its visits: a
 * crew that takes or sets out meanwhile is either seen here or finds the visit as it is afterwards.
 */
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { addDays, dateAt, type Instant } from '#domain/time.ts'
import { planTurnovers, type TurnoverPlan } from '#domain/turnovers/plan-turnovers.ts'
import { wantedTurnovers } from '#domain/turnovers/wanted-turnovers.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import { SYSTEM } from '#domain/visits/lifecycle.ts'
import type { App, StayFollowUp } from '../app.ts'
import type { Db } from '../db/client.ts'
import { findClash } from '../offers/match-crews.ts'
import { beginOffering } from '../offers/offer-visits.ts'
import { readOfferedVisits } from '../offers/visit-queries.ts'
import { isPausedByDunning } from '../payments/find-pause.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { listStays } from '../stays/queries.ts'
import { applyTransition } from '../visits/apply-transition.ts'
import { notifyOfTurnovers } from './notify-of-turnovers.ts'
import {
  findRule,
  insertTurnovers,
  lockPlace,
  lockStanding,
  placesWithTurnovers,
  type StandingRow,
  saveFacts,
  saveHours,
} from './queries.ts'

/** Stays that were over so recently may still be told of otherwise; later ones than a year ahead are nobody's yet. */
const LOOKS_BACK_DAYS = 30
const LOOKS_AHEAD_DAYS = 400

export const followStays: StayFollowUp = (app, db, { property }, now) => planPlace(app, db, property.id, now)

export async function planPlace(app: App, db: Db, propertyId: PropertyId, now: Instant): Promise<void> {
  const rule = await findRule(db, propertyId)
  const place = rule === null ? undefined : await lockPlace(db, propertyId)
  if (rule === null || place === undefined) return
  const from = addDays(dateAt(now, place.timeZone), -LOOKS_BACK_DAYS)
  const to = addDays(from, LOOKS_BACK_DAYS + LOOKS_AHEAD_DAYS)
  const stays = await listStays(db, { propertyIds: [propertyId], from, to })
  const standing = await lockStanding(db, propertyId, from)
  const asked = wantedTurnovers(rule, stays, place.timeZone)
  const isPaused = rule.isOn && (await isPausedByDunning(db, place.customerId, now))
  // As with weekly work: what is today is done, and from tomorrow on nothing comes until the bill is paid.
  const wanted = isPaused ? asked.filter(({ date }) => date <= dateAt(now, place.timeZone)) : asked
  const plan = planTurnovers(wanted, standing, { now, zone: place.timeZone })
  const crewOf = new Map(standing.map((each) => [each.visitId, each.crewId]))
  const done = { app, db, now, plan, crewOf, isPaused }
  await takeAway(done)
  await alter(done)
  await saveFacts(db, [...plan.alter, ...plan.note])
  await make(done, place)
  await notifyOfTurnovers(db, { place, plan, crewOf, isPaused, now })
}

/** Where a customer's work stops for want of payment, or goes on. */
export async function planPlacesOf(app: App, db: Db, customerId: UserId): Promise<void> {
  const now = app.ports.clock.now()
  for (const propertyId of await placesWithTurnovers(db, customerId))
    await planPlace(app, db, propertyId, now)
}

type Doing = {
  readonly app: App
  readonly db: Db
  readonly now: Instant
  readonly plan: TurnoverPlan
  readonly crewOf: ReadonlyMap<VisitId, StandingRow['crewId']>
  readonly isPaused: boolean
}

async function takeAway({ app, db, now, plan, isPaused }: Doing): Promise<void> {
  const visitIds = plan.cancel.map(({ visitId }) => visitId)
  const detail = { reason: isPaused ? 'dunning' : 'stay' }
  await applyTransition(db, { app, transition: 'cancel', actor: SYSTEM, now, visitIds, detail })
}

/** The hours first: whether the step may be taken, and what is offered, is asked of where it stands now. */
async function alter({ app, db, now, plan }: Doing): Promise<void> {
  const visitIds = plan.alter.map(({ standing }) => standing.visitId)
  if (visitIds.length === 0) return
  await saveHours(db, plan.alter)
  const detail = { reason: 'stay' }
  await applyTransition(db, { app, transition: 'move', actor: SYSTEM, now, visitIds, detail })
  await releaseWhereBusy({ app, db, now }, visitIds)
}

/** A crew keeps what moved where it works that day and has the time (field 6); else others are asked. */
async function releaseWhereBusy(
  { app, db, now }: Pick<Doing, 'app' | 'db' | 'now'>,
  moved: readonly VisitId[],
) {
  for (const visit of await readOfferedVisits(db, moved)) {
    if (visit.crewId === null || (await findClash(db, visit.crewId, visit, now)) === null) continue
    const step = { app, transition: 'release', actor: SYSTEM, now, detail: { reason: 'stay' } } as const
    await applyTransition(db, { ...step, visitIds: [visit.id] })
  }
}

type Place = NonNullable<Awaited<ReturnType<typeof lockPlace>>>

/** What lies in a week that is confirmed already is offered at once, the rest with its week. */
async function make({ db, now, plan }: Doing, place: Place): Promise<void> {
  const made = await insertTurnovers(db, place, plan.create, now)
  const settings = await settingsAt(db, place.marketId, now)
  const soon = made.filter(({ date }) => isConfirmedByTaking(date, now, place.timeZone, settings))
  await beginOffering(
    db,
    soon.map(({ visitId }) => ({ visitId, leftByCrewId: null })),
    now,
  )
}
