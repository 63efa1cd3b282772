/** What is booked is offered where the customer is, by a city that works. */
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { findMarket } from './queries.ts'

/** Throws with the reason; `at` names the input of the service. */
export async function checkOffer(
  db: Db,
  marketId: string,
  services: readonly { readonly key: string; readonly at: string }[],
): Promise<void> {
  const market = await findMarket(db, marketId)
  if (market?.state === 'closed') throw new Refused('market_not_open')
  const missing = services.find(({ key }) => market?.service_keys?.includes(key) === false)
  if (missing !== undefined) throw new Refused('service_not_offered', { at: missing.at })
}
