import type { ApprovalId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notifyOfExpiry } from './notify-of-approval.ts'
import { expireApproval } from './queries.ts'

/** Nobody decided it in time; whoever asked is notified. In the task's transaction. */
export async function endApproval(app: App, db: Db, approvalId: ApprovalId): Promise<void> {
  const now = app.ports.clock.now()
  const expired = await expireApproval(db, approvalId, now)
  if (expired !== undefined) await notifyOfExpiry(db, { id: approvalId, ...expired }, now)
}
