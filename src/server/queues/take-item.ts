import { QUEUE_RULES, type Queue } from '#contract/queue-kinds.ts'
import { mayDo, type StaffRole } from '#domain/staff/roles.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { takeItem } from './owner-queries.ts'
import { isWaiting } from './queue-queries.ts'

/** Whoever may not do what a queue is for holds nothing of it back from the others. */
export function checkWorks(role: StaffRole | null, kind: Queue): void {
  const { seenWith, workedWith } = QUEUE_RULES[kind]
  if (!mayDo(role, seenWith) || !mayDo(role, workedWith)) throw new Refused('role_forbids')
}

/** Refused while somebody else holds it. */
export function takeQueueItem(
  app: App,
  scope: OperatorScope,
  role: StaffRole | null,
  item: { readonly kind: Queue; readonly id: string },
) {
  checkWorks(role, item.kind)
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
