/** Whom a customer wants at a place first, and after that. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { PropertyId, UserId } from '#domain/ids.ts'
import { faultInChosen } from '#domain/offers/chosen.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { lockProperty } from '../places/lock-property.ts'
import { findProperty } from '../places/queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { findChosenCrews, findKnownCrews, type KnownCrew, replaceChosenCrews } from './chosen-queries.ts'
import { crewAverages } from './queries.ts'
import { crewTexts } from './texts.ts'

/** Who came half a year ago is not remembered by name. */
const REMEMBERED_DAYS = 180

const since = (now: Instant) => instant(now - REMEMBERED_DAYS * DAY_MS)

/** Those that were chosen, in their order, and the others that may be. */
export async function readPlaceCrews({ db, ports }: App, scope: CustomerScope, propertyId: PropertyId) {
  if ((await findProperty(db, scope, propertyId)) === undefined) throw new Refused('not_found')
  const now = ports.clock.now()
  const known = await findKnownCrews(db, scope, { propertyId, since: since(now) })
  const chosen = (await findChosenCrews(db, [propertyId])).get(propertyId) ?? []
  const shown = new Map((await show(db, known, now)).map((crew) => [crew.crewId, crew]))
  return {
    chosen: chosen.flatMap((id) => shown.get(id) ?? []),
    others: known.filter(({ id }) => !chosen.includes(id)).map(({ id }) => shown.get(id)!),
  }
}

/** Those that may be chosen for any place. */
export async function readKnownCrews({ db, ports }: App, scope: CustomerScope) {
  const now = ports.clock.now()
  const known = await findKnownCrews(db, scope, { propertyId: null, since: since(now) })
  return { crews: (await show(db, known, now)).map(({ doneHere: _doneHere, ...crew }) => crew) }
}

async function show(db: Db, known: readonly KnownCrew[], now: Instant) {
  const ids = known.map(({ id }) => id)
  const stars = await crewAverages(db, ids, now)
  return known.map((crew) => ({
    crewId: crew.id,
    firstName: firstName(crew.name),
    stars: stars.get(crew.id)?.stars ?? null,
    doneHere: crew.done_here,
  }))
}

type Choice = { readonly propertyId: PropertyId; readonly crewIds: readonly UserId[] }

export function savePlaceCrews(app: App, scope: CustomerScope, choice: Choice): Promise<{ ok: true }> {
  return inTransaction(app.db, async (trx) => {
    await lockProperty(trx, scope, choice.propertyId)
    await checkChosen({ ...app, db: trx }, scope, choice)
    await replaceChosenCrews(trx, choice.propertyId, choice.crewIds)
    return { ok: true }
  })
}

/** Throws where a crew is named twice or may not be chosen; of no place in particular, any place of the customer. */
export async function checkChosen(
  { db, ports }: App,
  scope: CustomerScope,
  { propertyId, crewIds }: { readonly propertyId: PropertyId | null; readonly crewIds: readonly UserId[] },
  field = 'crewIds',
): Promise<void> {
  const known = await findKnownCrews(db, scope, { propertyId, since: since(ports.clock.now()) })
  const fault = faultInChosen(
    crewIds,
    known.map(({ id }) => id),
  )
  if (fault !== null) throw new Refused('bad_input', { fields: { [field]: crewTexts[scope.locale][fault] } })
}
