/** What one operator alone gives back; asked last in the transaction, which a refusal undoes as a whole. */

import type { UserId } from '#domain/ids.ts'
import { ALONE_WINDOW_HOURS, decideAlone } from '#domain/staff/second-person.ts'
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { unlessRefused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { givenAlone, lockGivenTo } from './alone-queries.ts'

/** Refused above the limit: small amounts one after another, and at once, count together. */
export async function checkAlone(
  trx: Db,
  { marketId }: OperatorScope,
  customerId: UserId,
  now: Instant,
): Promise<void> {
  const settings = await settingsAt(trx, marketId, now)
  await lockGivenTo(trx, customerId)
  const since = instant(now - ALONE_WINDOW_HOURS * HOUR_MS)
  unlessRefused(decideAlone(await givenAlone(trx, customerId, since), settings))
}
