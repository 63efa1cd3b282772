import type { Db } from './db/client.ts'
import { Refused } from './refused.ts'

/** The clock by which a market bills and pays, wherever its people are. */
export async function marketZone(db: Db, { marketId }: { readonly marketId: string }): Promise<string> {
  const market = await db
    .selectFrom('market')
    .where('id', '=', marketId)
    .select('time_zone')
    .executeTakeFirstOrThrow(() => new Refused('not_found'))
  return market.time_zone
}
