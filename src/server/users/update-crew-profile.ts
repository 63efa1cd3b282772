import type { LatLng } from '#domain/geo.ts'
import type { LocalTime, Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { openMarketNear } from '../markets/queries.ts'
import { Refused } from '../refused.ts'
import { checkServices } from './check-person.ts'
import { readCrewProfile, replaceHours, updateCrew } from './crew-queries.ts'
import { updateUser } from './queries.ts'

type CrewChange = {
  base?: (LatLng & { address: string }) | undefined
  rangeFeet?: number | undefined
  services?: string[] | undefined
  hours?: { weekday: Weekday; starts: LocalTime; ends: LocalTime }[] | undefined
  vehicle?: string | undefined
}

export async function updateCrewProfile(app: App, scope: CrewScope, change: CrewChange): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    if (change.services !== undefined) await checkServices(trx, change.services)
    if (change.base !== undefined) {
      await checkBase(trx, scope, change.base, change.rangeFeet)
      await updateUser(trx, scope.userId, change.base)
    }
    const set = { range_feet: change.rangeFeet, services: change.services, vehicle: change.vehicle }
    const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) await updateCrew(trx, scope.userId, given)
    if (change.hours !== undefined) await replaceHours(trx, scope.userId, change.hours)
  })
}

/** A crew's work and pay stay in its market, so its base does. */
async function checkBase(
  db: Db,
  scope: CrewScope,
  base: LatLng,
  rangeFeet: number | undefined,
): Promise<void> {
  const reachFeet = rangeFeet ?? (await readCrewProfile(db, scope)).range_feet
  const market = await openMarketNear(db, base, reachFeet)
  if (market === null) throw new Refused('market_not_open', { at: 'base' })
  if (market.id !== scope.marketId) throw new Refused('place_in_another_market', { at: 'base' })
}
