/** What a host says of turnovers: by which rule they come, and which of them is left out. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { PropertyId, VisitId } from '#domain/ids.ts'
import { dateAt, instantAt } from '#domain/time.ts'
import type { OwnHours } from '#domain/turnovers/plan-turnovers.ts'
import type { TurnoverRule } from '#domain/turnovers/wanted-turnovers.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { isPausedByDunning } from '../payments/find-pause.ts'
import { lockProperty } from '../places/lock-property.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { actorOf, applyOneTransition } from '../visits/apply-transition.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { planPlace } from './plan-place.ts'
import {
  findOwnPlace,
  findPlaceOf,
  listComing,
  lockPlace,
  readRule,
  saveByHand,
  saveOwnHours,
  saveRule,
} from './queries.ts'
import { turnoverFaults } from './texts.ts'

export async function readTurnovers({ db, ports }: App, scope: CustomerScope, propertyId: PropertyId) {
  const place = await findOwnPlace(db, scope, propertyId)
  if (place === undefined) throw new Refused('not_found')
  const now = ports.clock.now()
  const rows = await listComing(db, propertyId, now, dateAt(now, place.time_zone))
  return {
    rule: await readRule(db, propertyId),
    hasSource: place.has_source,
    isPausedForPayment: await isPausedByDunning(db, scope.userId, now),
    coming: rows.map((row) => ({
      visitId: row.id,
      date: row.date,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      timeZone: place.time_zone,
      state: row.state,
      isSameDay: row.is_same_day,
      hasOwnHours: row.own_from !== null,
      guests: row.guests,
      nights: row.nights,
      pets: row.pets,
      crewFirstName: row.crew_name === null ? null : firstName(row.crew_name),
    })),
  }
}

export function saveTurnoverRule(
  app: App,
  scope: CustomerScope,
  { propertyId, ...rule }: TurnoverRule & { readonly propertyId: PropertyId },
): Promise<{ ok: true }> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    await lockProperty(trx, scope, propertyId)
    await saveRule(trx, propertyId, rule, now)
    await planPlace(app, trx, propertyId, now)
    return { ok: true }
  })
}

export function skipTurnover(app: App, scope: CustomerScope, visitId: VisitId): Promise<{ ok: true }> {
  return changeOne(app, scope, visitId, 'skip')
}

export function unskipTurnover(app: App, scope: CustomerScope, visitId: VisitId): Promise<{ ok: true }> {
  return changeOne(app, scope, visitId, 'unskip')
}

/** Other hours for this one, whatever becomes of its stay; null gives it back to its stay. */
export function setTurnoverHours(
  app: App,
  scope: CustomerScope,
  { visitId, hours }: { readonly visitId: VisitId; readonly hours: OwnHours | null },
): Promise<{ ok: true }> {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const propertyId = await lockPlaceOf(trx, scope, visitId)
    const [visit] = await lockVisits(trx, [visitId])
    if (visit?.state !== 'scheduled' && visit?.state !== 'confirmed') throw new Refused('wrong_state')
    if (hours !== null && instantAt(visit.date, hours.from, visit.zone) <= now)
      throw new Refused('bad_input', { fields: { 'hours.from': turnoverFaults[scope.locale].hoursOver } })
    await saveOwnHours(trx, visitId, hours)
    await planPlace(app, trx, propertyId, now)
    return { ok: true as const }
  })
}

function changeOne(app: App, scope: CustomerScope, visitId: VisitId, transition: 'skip' | 'unskip') {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const propertyId = await lockPlaceOf(trx, scope, visitId)
    await applyOneTransition(trx, { app, transition, actor: actorOf(scope, now), now, visitId })
    await saveByHand(trx, visitId, transition === 'skip')
    if (transition === 'unskip') await planPlace(app, trx, propertyId, now)
    return { ok: true as const }
  })
}

/** The place before its visits: the order in which stays lock them. */
async function lockPlaceOf(db: Db, scope: CustomerScope, visitId: VisitId): Promise<PropertyId> {
  const found = await findPlaceOf(db, scope, visitId)
  if (found === undefined || (await lockPlace(db, found.property_id)) === undefined)
    throw new Refused('not_found')
  return found.property_id
}
