import type { UserId } from '#domain/ids.ts'
import { formatInstant, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { setFrozen } from './queries.ts'

/** Freezes until a moment; the owner reads the notes in a dialog. Operators cannot be frozen. */
export async function freezeUser(
  app: App,
  scope: OperatorScope,
  { userId, until, notes }: { userId: UserId; until: Instant; notes: string },
): Promise<void> {
  const now = app.ports.clock.now()
  if (until <= now) throw new Refused('bad_input', { faults: { until: 'chooseMomentInFuture' } })
  await inTransaction(app.db, async (trx) => {
    if (!(await setFrozen(trx, scope, userId, { until, notes }))) throw new Refused('not_found')
    const detail = { until: formatInstant(until), notes }
    await recordAudit(trx, { actorId: scope.userId, action: 'freeze_user', subject: userId, detail, at: now })
  })
}

export async function unfreezeUser(app: App, scope: OperatorScope, userId: UserId): Promise<void> {
  const at = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    if (!(await setFrozen(trx, scope, userId, { until: null, notes: null }))) throw new Refused('not_found')
    await recordAudit(trx, { actorId: scope.userId, action: 'unfreeze_user', subject: userId, at })
  })
}
