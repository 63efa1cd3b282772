/** Whom a customer wants at a place first, and after that. */
import { firstName } from '#domain/accounts/first-name.ts'
import type { PropertyId, UserId } from '#domain/ids.ts'
import { faultInChosen } from '#domain/offers/chosen.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { lockProperty } from '../places/lock-property.ts'
import { findProperty } from '../places/queries.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { findChosenCrews, findKnownCrews, replaceChosenCrews } from './chosen-queries.ts'
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
  const stars = await crewAverages(
    db,
    known.map(({ id }) => id),
    now,
  )
  const shown = new Map(
    known.map((crew) => [
      crew.id,
      {
        crewId: crew.id,
        firstName: firstName(crew.name),
        stars: stars.get(crew.id)?.stars ?? null,
        doneHere: crew.done_here,
      },
    ]),
  )
  return {
    chosen: chosen.flatMap((id) => shown.get(id) ?? []),
    others: known.filter(({ id }) => !chosen.includes(id)).map(({ id }) => shown.get(id)!),
  }
}

export function savePlaceCrews(
  app: App,
  scope: CustomerScope,
  { propertyId, crewIds }: { readonly propertyId: PropertyId; readonly crewIds: readonly UserId[] },
): Promise<{ ok: true }> {
  return inTransaction(app.db, async (trx) => {
    await lockProperty(trx, scope, propertyId)
    const known = await findKnownCrews(trx, scope, { propertyId, since: since(app.ports.clock.now()) })
    const fault = faultInChosen(
      crewIds,
      known.map(({ id }) => id),
    )
    if (fault !== null)
      throw new Refused('bad_input', { fields: { crewIds: crewTexts[scope.locale][fault] } })
    await replaceChosenCrews(trx, propertyId, crewIds)
    return { ok: true }
  })
}
