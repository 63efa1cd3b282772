import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toJson, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'

/** Freezes until a moment; the owner reads the notes in a dialog. Operators cannot be frozen. */
export async function freezeUser(
  app: App,
  scope: OperatorScope,
  input: { userId: UserId; until: Instant; notes: string },
): Promise<void> {
  if (input.until <= app.ports.clock.now())
    throw new Refused('bad_input', { faults: { until: 'chooseMomentInFuture' } })
  await inTransaction(app.db, async (trx) => {
    await setFrozen(trx, input.userId, { frozen_until: toTimestamp(input.until), frozen_notes: input.notes })
    await audit(app, trx, scope, 'freeze_user', input.userId, {
      until: new Date(input.until).toISOString(),
      notes: input.notes,
    })
  })
}

export async function unfreezeUser(app: App, scope: OperatorScope, userId: UserId): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await setFrozen(trx, userId, { frozen_until: null, frozen_notes: null })
    await audit(app, trx, scope, 'unfreeze_user', userId, {})
  })
}

async function setFrozen(
  db: Db,
  userId: UserId,
  set: { frozen_until: (Date & Instant) | null; frozen_notes: string | null },
): Promise<void> {
  const changed = await db
    .updateTable('users')
    .set(set)
    .where('id', '=', userId)
    .where('type', '<>', 'Operator')
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) throw new Refused('not_found')
}

async function audit(
  app: App,
  db: Db,
  scope: OperatorScope,
  action: string,
  subject: string,
  detail: object,
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values({
      at: toTimestamp(app.ports.clock.now()),
      actor_id: scope.userId,
      action,
      subject,
      detail: toJson(detail),
    })
    .execute()
}
