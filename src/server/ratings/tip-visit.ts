/** One tap gives a tip, and another takes it back while it waits; then it is booked (`give-tip.ts`). */
import type { VisitId } from '#domain/ids.ts'
import { formatCents } from '#domain/money.ts'
import { decideTip } from '#domain/ratings/tips.ts'
import { isRefusal } from '#domain/refusals.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import { lockVisitToRate } from './queries.ts'
import { ratingTexts } from './texts.ts'
import { findTip, hasUnpaidBill, insertWaitingTip } from './tip-queries.ts'

/** The same tip sent again is the one that was given. */
export function tipVisit(
  app: App,
  scope: CustomerScope,
  input: { visitId: VisitId; amountCents: number },
): Promise<void> {
  const { visitId } = input
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const visit = await lockVisitToRate(db, scope, visitId)
      if (visit === undefined) throw new Refused('not_found')
      const given = await findTip(db, visitId)
      if (given?.amountCents === input.amountCents) return
      const settings = await settingsAt(db, scope.marketId, now)
      const decided = decideTip(
        { state: visit.state, hasTip: given !== undefined },
        input.amountCents,
        settings,
      )
      if (isRefusal(decided) && decided.refused === 'amount_invalid') throw beyond(scope, settings)
      const { amountCents } = unlessRefused(decided)
      // A crew is paid its tip after some days, also where the customer's card never pays it.
      if (await hasUnpaidBill(db, scope.userId)) throw new Refused('payment_overdue')
      const until = instant(now + settings.tipUndoMinutes * MINUTE_MS)
      const tip = { visitId, customerId: scope.userId, amountCents }
      const tipId = await insertWaitingTip(db, tip, { now, until })
      await enqueueAll(db, [taskRow('give_tip', { tipId }, { now, runAt: until, dedupeKey: tipId })])
    },
    { isolation: 'read committed' },
  )
}

function beyond({ locale }: CustomerScope, settings: BusinessSettings): Refused {
  const sentence = ratingTexts[locale].tipBounds(
    formatCents(settings.tipMinimumCents),
    formatCents(settings.tipMaximumCents),
  )
  return new Refused('amount_invalid', { at: 'amountCents', sentence })
}
