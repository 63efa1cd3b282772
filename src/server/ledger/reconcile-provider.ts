/** The provider's movements against our rows, both ways, by id, amount and fee; and the balance that they come to. */

import type { Check } from '#domain/ledger/reconcile-report.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { checkMovements, sumMovements } from './movement-queries.ts'
import { readMovements } from './read-movements.ts'

export async function reconcileProvider(app: App, since: Instant): Promise<Check[]> {
  const before = app.ports.clock.now()
  await readMovements(app)
  return [...(await checkMovements(app.db, { since, before })), await checkBalance(app)]
}

/** Everything that ever moved comes to what the provider says is there. */
async function checkBalance(app: App): Promise<Check> {
  const balance = await app.ports.payments.readBalance()
  await readMovements(app)
  const moved = await sumMovements(app.db)
  const theirs = balance.availableCents + balance.pendingCents
  const differences =
    moved === theirs
      ? []
      : [
          {
            subject: 'all',
            sentence: `the provider says it has ${theirs} cents, its lines come to ${moved}`,
            ours: moved,
            theirs,
          },
        ]
  return { name: 'balance at the provider', count: 1, amountCents: cents(theirs), differences }
}
