/** What becomes of parked work: an operator has it done again, or takes it away; either with the reason in the log. */
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import { isAwaited, lockParked, removeParked, unpark } from './parked-queries.ts'

type Decision = { readonly taskId: number; readonly reason: string }

/** Not done where it is parked no more: somebody was quicker, or the same work has succeeded since. */
export function retryTask(app: App, scope: OperatorScope, decision: Decision): Promise<{ isDone: boolean }> {
  return decide(app, scope, decision, 'retry_task')
}

export function dropTask(app: App, scope: OperatorScope, decision: Decision): Promise<{ isDone: boolean }> {
  return decide(app, scope, decision, 'drop_task')
}

function decide(
  app: App,
  scope: OperatorScope,
  { taskId, reason }: Decision,
  action: 'retry_task' | 'drop_task',
): Promise<{ isDone: boolean }> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const task = await lockParked(db, taskId)
    if (task === undefined) return { isDone: false }
    // Two under one key would do the same twice.
    if (action === 'drop_task' || (await isAwaited(db, task))) await removeParked(db, task.id)
    else await unpark(db, task.id, now)
    await recordAudit(db, {
      actorId: scope.userId,
      // Work is of no market: the operators of each see what is parked.
      concerns: 'every market',
      action,
      subject: task.kind,
      detail: { reason, message: task.last_error ?? '' },
      at: now,
    })
    return { isDone: true }
  })
}
