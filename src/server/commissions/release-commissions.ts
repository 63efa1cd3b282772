import { commissionReleased } from '#domain/ledger/commissions.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournals } from '../ledger/journal-queries.ts'
import { lockDueCommissions, markReleased } from './commission-queries.ts'

/** Commissions of a market's sponsors whose payment is old enough become theirs; answers how many. */
export async function releaseCommissions(
  db: Db,
  input: { marketId: string; now: Instant; limit: number },
): Promise<number> {
  const { now } = input
  const due = await lockDueCommissions(db, input)
  if (due.length === 0) return 0
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
        amountCents: cents(row.amount_cents - row.reversed_cents),
      }),
      kind: 'commission_released',
      at: now,
      subjectId: row.id,
    })),
  )
  return due.length
}
