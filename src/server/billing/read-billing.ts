/** What is owed, and what the next Monday will add as it stands now. */
import { nextBillingRun } from '#domain/billing/period.ts'
import { statementOf } from '#domain/billing/statement.ts'
import { addCents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { listOwnCreditChanges } from '../corrections/correction-queries.ts'
import type { Db } from '../db/client.ts'
import { customerCredit } from '../ledger/queries.ts'
import { marketZone } from '../market-zone.ts'
import { isPausedByDunning } from '../payments/find-pause.ts'
import { findMethods, listOpenPayments } from '../payments/queries.ts'
import type { CustomerScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { findUnbilled, totalsOf } from './billing-queries.ts'
import { unbilledTips } from './tip-queries.ts'

export async function readBilling(db: Db, scope: CustomerScope, now: Instant) {
  const run = nextBillingRun(now, await marketZone(db, scope), await settingsTimeline(db, scope.marketId))
  const duePayments = await listOpenPayments(db, scope)
  const tips = (await unbilledTips(db, [scope.userId], run.to)).get(scope.userId) ?? []
  const creditCents = await customerCredit(db, scope.userId)
  const next = statementOf(
    await findUnbilled(db, scope.userId, run.to),
    creditCents,
    addCents(ZERO_CENTS, ...tips.map((tip) => tip.amountCents)),
  )
  return {
    dueCents: cents(duePayments.reduce((sum, payment) => sum + payment.totalCents, 0)),
    duePayments,
    nextCharge: {
      chargesAt: run.runsAt,
      visitCount: next.lines.length,
      ...totalsOf(next),
      totalCents: next.dueCents,
    },
    ...(await findMethods(db, scope, now)),
    creditCents,
    creditChanges: await listOwnCreditChanges(db, scope),
    isServicePaused: await isPausedByDunning(db, scope.userId, now),
  }
}
