/** What a refused sponsorship had earned: unpaid it goes back to the platform, and comes again where the refusal was wrong. */
import type { Pair } from '../referrals/identity-queries.ts'
import { commissionRestored, commissionReversed } from '#domain/ledger/commissions.ts'
import { addCents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { lockCommissionsOf, saveReversedCents } from './commission-queries.ts'

export async function refuseUnpaid(db: Db, pair: Pair, refusalId: string, now: Instant): Promise<void> {
  for (const row of await lockCommissionsOf(db, pair)) {
    const unpaid = cents(Math.max(0, row.amount_cents - row.reversed_cents - row.used_cents))
    if (unpaid === 0) continue
    await postJournal(db, {
      ...commissionReversed({
        commissionId: row.id,
        sponsorId: row.sponsor_id,
        refundId: refusalId,
        amountCents: unpaid,
        state: row.released_at === null ? 'pending' : 'available',
      }),
      kind: 'commission_refused',
      at: now,
      subjectId: row.id,
    })
    await saveReversedCents(db, row.id, {
      reversedCents: addCents(cents(row.reversed_cents), unpaid),
      refusedCents: addCents(cents(row.refused_cents), unpaid),
    })
  }
}

export async function restoreRefused(db: Db, pair: Pair, refusalId: string, now: Instant): Promise<void> {
  for (const row of await lockCommissionsOf(db, pair)) {
    const amountCents = cents(row.refused_cents)
    if (amountCents === 0) continue
    await postJournal(db, {
      ...commissionRestored({
        commissionId: row.id,
        sponsorId: row.sponsor_id,
        refundId: refusalId,
        amountCents,
        state: row.released_at === null ? 'pending' : 'available',
      }),
      kind: 'commission_restored',
      at: now,
      subjectId: row.id,
    })
    await saveReversedCents(db, row.id, {
      reversedCents: cents(row.reversed_cents - amountCents),
      refusedCents: cents(0),
    })
  }
}
