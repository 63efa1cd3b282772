/**
 * The payout run (product §3): everything available goes out as one payout per crew. What a crew owes is taken off;
 * money that cannot go waits. A batch of crews at a time, their rows locked, so that no second run and no payout on
 * request takes the same earning.
 */
import type { UserId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { decidePayout } from '#domain/payouts/run.ts'
import { isRefusal } from '#domain/refusals.ts'
import { addDays, dateAt, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { makePayout } from './make-payout.ts'
import { balancesOf, CREWS_AT_ONCE, lockCrewsWithEarnings } from './payout-queries.ts'

/** Pays the crews after a mark; answers the mark to go on from, null at the end. */
export async function payCrewsBatch(
  db: Db,
  input: { marketId: string; zone: string; at: Instant; now: Instant; after: UserId | null },
): Promise<{ payoutCount: number; lastCrewId: UserId | null }> {
  const crews = await lockCrewsWithEarnings(db, input)
  const balances = await balancesOf(
    db,
    crews.map((crew) => crew.crewId),
    input.at,
  )
  const periodEnd = addDays(dateAt(input.at, input.zone), -1)
  const settings = await settingsAt(db, input.marketId, input.at)
  let payoutCount = 0
  for (const crew of crews) {
    const balance = balances.get(crew.crewId)
    if (balance === undefined) continue
    const decision = decidePayout(crew, balance, settings)
    if (isRefusal(decision)) continue
    const payoutId = await makePayout(db, {
      crew,
      kind: 'weekly',
      amountCents: decision.amountCents,
      feeCents: cents(0),
      periodStart: addDays(periodEnd, -6),
      periodEnd,
      earningIds: balance.earningIds,
      now: input.now,
    })
    if (payoutId !== null) payoutCount += 1
  }
  return { payoutCount, lastCrewId: crews.length < CREWS_AT_ONCE ? null : crews.at(-1)!.crewId }
}
