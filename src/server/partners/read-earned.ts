/** What a crew sees of its work for the partner, and where the money is. */
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { CrewScope } from '../scope.ts'
import { listEarned, sumEarned } from './earned-queries.ts'

export async function readPartnerPayouts(
  db: Db,
  scope: CrewScope,
  page: { readonly cursor?: string | undefined; readonly limit: number },
  now: Instant,
) {
  const { rows, nextCursor } = await listEarned(db, scope, page)
  return {
    ...(await sumEarned(db, scope, now)),
    lines: rows.map((row) => ({
      id: row.id,
      periodStart: row.period_start,
      periodEnd: row.period_end,
      lineId: row.line_ref,
      stops: row.stops,
      amountCents: row.amount_cents,
      state: stateOfEarned(row.available_at, row.payout_state, now),
      availableAt: row.available_at,
      payoutId: row.payout_id,
      paidAt: row.paid_at,
    })),
    nextCursor,
  }
}

/** `payoutState` null: no payout has taken it. A payout that came back gives its earnings free again. */
export function stateOfEarned(availableAt: Instant, payoutState: string | null, now: Instant) {
  if (payoutState === 'paid') return 'inBank' as const
  if (payoutState !== null) return 'sent' as const
  return availableAt > now ? ('waiting' as const) : ('available' as const)
}
