/** What a helper began goes on after its call: before each part of it the access is asked for again, and held. */
import { SHARED_CALLS } from '#contract/shared-calls.ts'
import type { ShareId, WeeklyJobId } from '#domain/ids.ts'
import { mayShare } from '#domain/sharing/rights.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { holdShare } from './action-queries.ts'
import { countShown } from './view-queries.ts'

/** Throws `share_lost` where it ended, allows too little or no longer reaches the place. Inside a transaction. */
export async function checkAccess(db: Db, shareId: ShareId, weeklyJobId: WeeklyJobId): Promise<void> {
  const share = await holdShare(db, shareId)
  const may = share !== undefined && mayShare(share, SHARED_CALLS['POST /api/start-bulk-change']!)
  if (!may || (await countShown(db, { shareId, role: share.role }, 'weekly_job', [weeklyJobId])) === 0)
    throw new Refused('share_lost')
}
