/** Takes commissions out of what a sponsor has, as credit or as money on its way to a bank. */
import { decideSpending, type SpendingKind } from '#domain/commissions/spending.ts'
import type { CommissionSpendingId, PayoutId, UserId } from '#domain/ids.ts'
import { commissionSpent, spendingUndone } from '#domain/ledger/commissions.ts'
import { cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { postJournal } from '../ledger/journal-queries.ts'
import { unlessRefused } from '../refused.ts'
import { settingsOfUser } from '../settings/read-settings.ts'
import { checkSponsorships } from './check-sponsorships.ts'
import {
  insertSpending,
  listPairsWithMoney,
  lockSpendable,
  lockSponsor,
  markUndone,
} from './spending-queries.ts'

/** In the caller's transaction. Throws Refused where there is not so much. */
export async function takeCommission(
  db: Db,
  spending: {
    readonly sponsorId: UserId
    readonly kind: SpendingKind
    readonly amountCents: number
    readonly now: Instant
  },
): Promise<CommissionSpendingId> {
  const { sponsorId, kind, now } = spending
  await lockSponsor(db, sponsorId)
  // What is shared by now is found before the money leaves (product §3, Commission).
  await checkSponsorships(db, await listPairsWithMoney(db, sponsorId), now)
  const settings = await settingsOfUser(db, sponsorId, now)
  const uses = unlessRefused(decideSpending(await lockSpendable(db, sponsorId), spending, settings))
  const amountCents = cents(spending.amountCents)
  const spendingId = await insertSpending(db, { sponsorId, kind, amountCents, now }, uses)
  const as = kind === 'credit' ? 'credit' : 'money'
  await postJournal(db, {
    ...commissionSpent({ spendingId, sponsorId, amountCents, as }),
    kind: as === 'credit' ? 'commission_used' : 'commission_withdrawn',
    at: now,
    subjectId: spendingId,
  })
  return spendingId
}

/** The account could take nothing, so nothing has left: it is the sponsor's to spend again. */
export async function undoWithdrawal(db: Db, payoutId: PayoutId, now: Instant): Promise<void> {
  const undone = await markUndone(db, payoutId, now)
  if (undone === undefined) return
  await postJournal(db, {
    ...spendingUndone({
      spendingId: undone.id,
      sponsorId: undone.sponsor_id,
      amountCents: cents(undone.amount_cents),
    }),
    kind: 'commission_withdrawal_undone',
    at: now,
    subjectId: undone.id,
  })
}
