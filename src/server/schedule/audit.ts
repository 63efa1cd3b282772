import type { App } from '../app.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
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
