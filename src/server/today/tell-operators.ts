import type { Db } from '../db/client.ts'
import { type Notice, notifyAll } from '../notices/notify.ts'

/** Whoever runs the market. */
export async function tellOperators(
  db: Db,
  marketId: string,
  notice: Omit<Notice, 'to' | 'url'>,
): Promise<void> {
  const operators = await db
    .selectFrom('users')
    .where('market_id', '=', marketId)
    .where('type', '=', 'Operator')
    .limit(50)
    .select('id')
    .execute()
  await notifyAll(
    db,
    operators.map(({ id }) => ({ ...notice, to: id, url: '/operator' })),
  )
}
