import type { Db } from '../db/client.ts'
import { type Notice, notifyAll } from '../notices/notify.ts'
import { findOperators } from './queries.ts'

/** Whoever runs the market. */
export async function notifyOperators(
  db: Db,
  marketId: string,
  notice: Omit<Notice, 'to' | 'url'>,
): Promise<void> {
  const operatorIds = await findOperators(db, marketId)
  await notifyAll(
    db,
    operatorIds.map((to) => ({ ...notice, to, url: '/operator' })),
  )
}
