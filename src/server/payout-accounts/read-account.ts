import type { App } from '../app.ts'
import { noteMark } from '../commissions/check-sponsorships.ts'
import { type Db, inTransaction } from '../db/client.ts'
import type { PayoutAccount } from '../ports/payments/port.ts'
import type { UserScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { accountIdOf, listReturnedTo, saveAccountFacts } from './account-queries.ts'

/** Read from the provider: coming back from its page proves nothing (field 25). Null where there is none. */
export async function readPayoutAccount(app: App, scope: UserScope): Promise<PayoutAccount | null> {
  const accountId = await accountIdOf(app.db, scope.userId)
  return accountId === null ? null : refreshPayoutAccount(app, accountId)
}

/** What the provider says of an account now. Where it takes money again, what came back goes out at once. */
export async function refreshPayoutAccount(app: App, accountId: string): Promise<PayoutAccount | null> {
  const account = await app.ports.payments.readPayoutAccount(accountId)
  if (account !== null)
    await inTransaction(app.db, (trx) => save(app, trx, account), {
      isolation: 'read committed',
      isStep: false,
    })
  return account
}

async function save(app: App, trx: Db, account: PayoutAccount): Promise<void> {
  const saved = await saveAccountFacts(trx, account)
  if (saved === undefined) return
  const now = app.ports.clock.now()
  if (account.bank !== null)
    await noteMark(trx, { userId: saved.userId, kind: 'bank', mark: account.bank.fingerprint, now })
  if (!saved.hasBecomeReady) return
  for (const { id } of await listReturnedTo(trx, account.accountId))
    await enqueue(trx, 'send_payout', { payoutId: id }, { now, dedupeKey: id })
}
