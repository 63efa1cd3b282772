/** Cities as operators see them. */
import { dateAt } from '#domain/time.ts'
import { mayDo } from '#domain/staff/roles.ts'
import type { App } from '../app.ts'
import { roleIn } from '../http/role-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { newestLetterhead } from './letterhead-queries.ts'
import { findMarket, listChanges, listOwnMarkets, MARKET_ACTIONS, otherAreas, readWorkOf } from './queries.ts'
import { countWaiting } from './waitlist-queries.ts'

export async function readMarkets(app: App, scope: OperatorScope) {
  const rows = await listOwnMarkets(app.db, scope)
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      timeZone: row.time_zone,
      state: row.state,
      isCurrent: row.id === scope.marketId,
      customers: row.customers,
      crews: row.crews,
      runningJobs: row.running_jobs,
      waiting: await countWaiting(app.db, row.area),
    })),
  )
}

export async function readMarket(app: App, scope: OperatorScope, marketId: string) {
  const row = await findMarket(app.db, marketId)
  if (row === undefined || !mayDo(await roleIn(app.db, scope, marketId), 'see'))
    throw new Refused('not_found')
  const today = dateAt(app.ports.clock.now(), row.time_zone)
  const [work, waiting, others, changes, letterhead] = await Promise.all([
    readWorkOf(app.db, marketId, today),
    countWaiting(app.db, row.area),
    otherAreas(app.db, marketId),
    listChanges(app.db, marketId),
    newestLetterhead(app.db, marketId),
  ])
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    state: row.state,
    isCurrent: row.id === scope.marketId,
    center: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    area: row.area,
    serviceKeys: row.service_keys,
    supportEmail: row.support_email,
    supportPhone: row.support_phone,
    letterhead,
    ruleSetId: row.holiday_rule_set_id,
    version: row.version,
    ...work,
    waiting,
    others,
    changes: changes.map(({ at, action, detail, actor_name: actorName }) => ({
      at,
      action: toAction(action),
      actorName,
      fields: fieldsOf(detail),
    })),
  }
}

function toAction(action: string) {
  return MARKET_ACTIONS.find((each) => each === action) ?? 'save_market'
}

/** As `save-market.ts` wrote them: what became what, by field. */
function fieldsOf({ before = {}, after = {} }: Readonly<Record<string, unknown>>) {
  const [was, is] = [textsOf(before), textsOf(after)]
  return [...is.keys()].map((field) => ({
    field,
    before: was.get(field) ?? null,
    after: is.get(field) ?? null,
  }))
}

function textsOf(fields: unknown): ReadonlyMap<string, string | null> {
  if (typeof fields !== 'object' || fields === null) return new Map()
  return new Map(
    Object.entries(fields).map(([field, value]) => [
      field,
      value === null || value === undefined ? null : `${value}`,
    ]),
  )
}
