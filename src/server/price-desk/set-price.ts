/** An operator sets a price from a day on, or ends one. What was billed and what was done stay as they are. */
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { checkEveryCity } from '../http/role-queries.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { checkEnd, checkPrice, type PriceEffect, type WantedEnd, type WantedPrice } from './preview-price.ts'
import { insertPrice } from './price-queries.ts'
import { touchedJobs } from './touched-queries.ts'

export function setPrice(app: App, scope: OperatorScope, wanted: WantedPrice) {
  return inTransaction(app.db, async (db) => {
    const isWide = wanted.groupId === null && wanted.propertyId === null && !wanted.isOfMarket
    if (isWide) await checkEveryCity(db, scope, 'catalogue')
    const effect = await checkPrice(db, scope, wanted, app.ports.clock.now())
    return write(app, db, scope, effect, false)
  })
}

export function endPrice(app: App, scope: OperatorScope, wanted: WantedEnd) {
  return inTransaction(app.db, async (db) => {
    const effect = await checkEnd(db, scope, wanted, app.ports.clock.now())
    return write(app, db, scope, effect, true)
  })
}

async function write(
  app: App,
  db: Db,
  scope: OperatorScope,
  { before, after, reach }: PriceEffect,
  isEnd: boolean,
) {
  const now = app.ports.clock.now()
  const { at, ...price } = reach
  const { serviceKey, marketId, groupId, propertyId, from } = price
  const { customers } = await touchedJobs(db, reach)
  const priceId = await insertPrice(
    db,
    { ...price, amounts: isEnd ? null : after },
    { at, by: scope.userId, now },
  )
  const isEverybodys = marketId === null && groupId === null && propertyId === null
  await recordAudit(db, {
    at: now,
    actorId: scope.userId,
    ...(isEverybodys ? { concerns: 'every market' as const } : {}),
    action: isEnd ? 'end_price' : 'set_price',
    subject: priceId,
    detail: { serviceKey, marketId, groupId, propertyId, before, after, from },
  })
  if (customers > 0)
    await enqueue(db, 'notify_of_price', { priceId, before, after, afterCustomerId: null }, { now })
  return { ok: true as const, customersNotified: customers }
}
