import type { Queue } from '#contract/queue-kinds.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { forgetOldItems, isWaiting, settleItem, takeItem } from './queue-queries.ts'

type Item = { readonly kind: Queue; readonly id: string }

/** Refused while somebody else holds it. */
export function takeQueueItem(app: App, scope: OperatorScope, item: Item) {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (trx) => {
      if (!(await isWaiting(trx, scope, item, now))) throw new Refused('not_found')
      if (!(await takeItem(trx, scope, item, now))) throw new Refused('conflict')
      return { owner: { id: scope.userId, name: scope.name, takenAt: now } }
    },
    // The row itself decides a race.
    { isolation: 'read committed' },
  )
}

/** Off the list, with who looked at it in the log. */
export function settleQueueItem(app: App, scope: OperatorScope, item: Item): Promise<void> {
  const at = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (trx) => {
      if (!(await isWaiting(trx, scope, item, at))) throw new Refused('not_found')
      if (!(await takeItem(trx, scope, item, at))) throw new Refused('conflict')
      await settleItem(trx, scope, item, at)
      await forgetOldItems(trx, at)
      const detail = { kind: item.kind }
      await recordAudit(trx, {
        actorId: scope.userId,
        action: 'settle_queue_item',
        subject: item.id,
        detail,
        at,
      })
    },
    { isolation: 'read committed' },
  )
}
