import type { Cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { takeCommission } from './take-commission.ts'

/** Commissions become credit, which pays what the customer owes now before any card does, and later bills. */
export function useCommissionAsCredit(app: App, scope: UserScope, amountCents: Cents): Promise<void> {
  if (scope.type !== 'Customer') throw new Refused('forbidden')
  const customerId = scope.userId
  return inTransaction(
    app.db,
    async (trx) => {
      const now = app.ports.clock.now()
      await takeCommission(trx, { sponsorId: customerId, kind: 'credit', amountCents, now })
      await enqueue(trx, 'use_credit', { customerId }, { now })
    },
    { isolation: 'read committed' },
  )
}
