import { SHARED_TRAITS } from '#domain/commissions/identity.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import { listReviews } from '../referrals/review-queries.ts'
import type { OperatorScope } from '../scope.ts'

/** What an operator decides: who brought whom, what they share, and how much money hangs on it. */
export async function readReferralReviews(
  db: Db,
  scope: OperatorScope,
  page: Parameters<typeof listReviews>[2],
) {
  const { rows, nextCursor } = await listReviews(db, scope, page)
  return {
    reviews: rows.map((row) => ({
      broughtId: row.id,
      broughtName: row.brought_name,
      broughtEmail: row.brought_email,
      broughtType: row.brought_type,
      sponsorId: row.sponsor_id,
      sponsorName: row.sponsor_name,
      sponsorEmail: row.sponsor_email,
      state: row.state,
      reasons: SHARED_TRAITS.filter((trait) => row.reasons.includes(trait)),
      foundAt: row.found_at,
      decidedAt: row.decided_at,
      decidedByName: row.decided_by_name,
      note: row.note,
      unpaidCents: cents(row.unpaid_cents),
      paidCents: cents(row.paid_cents),
      refusedCents: cents(row.refused_cents),
    })),
    nextCursor,
  }
}
