import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

/** What an operator did to whole days, for others to look up. */
export async function audit(
  app: App,
  db: Db,
  scope: OperatorScope,
  action: 'push_day' | 'undo_pushed_day' | 'save_holiday_rules' | 'assign_holiday_rules',
  subject: string,
  detail: object,
): Promise<void> {
  await recordAudit(db, {
    at: app.ports.clock.now(),
    actorId: scope.userId,
    action,
    subject,
    detail,
  })
}
