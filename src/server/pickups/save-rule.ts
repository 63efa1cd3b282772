/** What a host says of pickups: whether they follow the stays of a place, and from when on a stay gets one of its own. */
import type { PropertyId } from '#domain/ids.ts'
import { areReliable, type PickupRule } from '#domain/pickups/plan-pickups.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { planPickupsOf } from './plan-pickups.ts'
import { priceExtras } from './price-extras.ts'
import { findPickupJobs } from './queries.ts'
import { findOwnPlace, findSources, listComing, readRule, saveRule } from './rule-queries.ts'

export async function readPickups(app: App, scope: CustomerScope, propertyId: PropertyId) {
  const { db, ports } = app
  const place = await findOwnPlace(db, scope, propertyId)
  if (place === undefined) throw new Refused('not_found')
  const now = ports.clock.now()
  const sources = await findSources(db, propertyId)
  const rows = await listComing(db, propertyId, now, dateAt(now, place.timeZone))
  return {
    rule: await readRule(db, propertyId),
    hasJob: (await findPickupJobs(db, propertyId)).length > 0,
    hasSource: sources.length > 0,
    isReliable: areReliable(sources, now),
    extraPrices: await priceExtras(app, scope, propertyId),
    coming: rows.map((row) => ({
      visitId: row.id,
      date: row.date,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      timeZone: place.timeZone,
      serviceKey: row.service_key,
      state: row.state,
      isVacant: row.state === 'skipped' && row.reason === 'vacant',
      extra: row.nights === null ? null : { nights: row.nights, guests: row.guests },
    })),
  }
}

export function savePickupRule(
  app: App,
  scope: CustomerScope,
  { propertyId, ...rule }: PickupRule & { readonly propertyId: PropertyId },
): Promise<{ ok: true }> {
  return inTransaction(app.db, async (trx) => {
    if ((await findOwnPlace(trx, scope, propertyId)) === undefined) throw new Refused('not_found')
    await saveRule(trx, propertyId, rule, app.ports.clock.now())
    await planPickupsOf(app, trx, propertyId)
    return { ok: true }
  })
}
