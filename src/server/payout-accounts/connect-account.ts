import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { accountIdOf, saveAccount } from './account-queries.ts'

/** A fresh page of the provider; makes the account on the first call. */
export async function connectPayoutAccount(app: App, scope: UserScope): Promise<{ url: string }> {
  // Operators are paid by nobody here.
  if (scope.type === 'Operator') throw new Refused('forbidden')
  const accountId = await ensureAccount(app, scope)
  const page = `${app.config.http.origin}/stripe-connect`
  return app.ports.payments.payoutAccountLink({
    accountId,
    returnUrl: `${page}?returned=1`,
    refreshUrl: `${page}?refresh=1`,
  })
}

async function ensureAccount(app: App, scope: UserScope): Promise<string> {
  const known = await accountIdOf(app.db, scope.userId)
  if (known !== null) return known
  const account = await app.ports.payments.createPayoutAccount({
    key: `account:${scope.userId}:${scope.email}`,
    email: scope.email,
    reference: scope.userId,
  })
  const { accountId } = account
  await inTransaction(
    app.db,
    async (trx) => {
      await saveAccount(trx, scope.userId, accountId)
      await recordAudit(trx, {
        at: app.ports.clock.now(),
        actorId: scope.userId,
        action: 'connect_payout_account',
        subject: scope.userId,
        detail: { accountId },
      })
    },
    { isolation: 'read committed', isStep: false },
  )
  return accountId
}
