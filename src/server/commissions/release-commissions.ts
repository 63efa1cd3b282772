import { commissionReleased } from '#domain/ledger/commissions.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournals } from '../ledger/journal-queries.ts'
import { checkSponsorships } from './check-sponsorships.ts'
import { lockDueCommissions, markReleased } from './commission-queries.ts'

/**
 * Commissions of a market's sponsors whose payment is old enough become theirs; answers whether there may be more. What
 * is shared by now is found here, and does not.
 */
export async function releaseCommissions(
  db: Db,
  input: { marketId: string; now: Instant; limit: number },
): Promise<{ mayBeMore: boolean }> {
  const { now } = input
  const locked = await lockDueCommissions(db, input)
  const pairs = locked.map((row) => ({ broughtId: row.brought_id, sponsorId: row.sponsor_id }))
  const sponsorships = await checkSponsorships(db, pairs, now)
  const due = locked.filter((row) => sponsorships.get(row.brought_id) !== 'parked')
  const mayBeMore = locked.length === input.limit
  if (due.length === 0) return { mayBeMore }
  await markReleased(
    db,
    due.map(({ id }) => id),
    now,
  )
  await postJournals(
    db,
    due.map((row) => ({
      ...commissionReleased({
        commissionId: row.id,
        sponsorId: row.sponsor_id,
        // Of a refused one all has just gone back.
        amountCents: cents(
          sponsorships.get(row.brought_id) === 'refused' ? 0 : row.amount_cents - row.reversed_cents,
        ),
      }),
      kind: 'commission_released',
      at: now,
      subjectId: row.id,
    })),
  )
  return { mayBeMore }
}
