/** A city opens or closes. Opening tells whoever waits there, batch after batch. */
import { isAlreadyDone, isRefusal } from '#domain/refusals.ts'
import { decideMarketStep, type MarketStep } from '#domain/markets/graph.ts'
import { dateAt } from '#domain/time.ts'
import { mayDo } from '#domain/staff/roles.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { roleIn } from '../http/role-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { hasPrices, lockMarket, readWorkOf, updateMarket } from './queries.ts'
import { marketTexts } from './texts.ts'

export function stepMarket(
  app: App,
  scope: OperatorScope,
  marketId: string,
  step: MarketStep,
): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const market = await lockMarket(db, marketId)
    if (market === undefined || !mayDo(await roleIn(db, scope, marketId), 'catalogue'))
      throw new Refused('not_found')
    const work = await readWorkOf(db, marketId, dateAt(now, market.time_zone))
    const decided = decideMarketStep(
      {
        state: market.state,
        hasArea: market.area !== null,
        hasPrices: await hasPrices(db, marketId, market.service_keys),
        ...work,
      },
      step,
    )
    if (isAlreadyDone(decided)) return
    if (isRefusal(decided))
      throw new Refused(
        decided.refused,
        decided.refused === 'market_has_work' ? { sentence: marketTexts[scope.locale].stillWork(work) } : {},
      )
    const isFirstOpening = decided.to === 'open' && market.opened_at === null
    await updateMarket(db, marketId, {
      state: decided.to,
      ...(isFirstOpening && { opened_at: toTimestamp(now) }),
    })
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      concerns: { marketId },
      action: `${step}_market`,
      subject: marketId,
      detail: { before: { state: market.state }, after: { state: decided.to } },
    })
    if (decided.to === 'open') await enqueue(db, 'notify_waitlist', { marketId, after: null }, { now })
  })
}
