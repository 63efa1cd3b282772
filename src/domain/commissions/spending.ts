/** What a sponsor may do with what it earned: pay its own bills, or have it sent to its bank (product §4). */
import { type Cents, cents } from '../money.ts'
import { type Refusal, refuse } from '../refusals.ts'
import type { BusinessSettings } from '../settings/settings.ts'

export type SpendingKind = 'credit' | 'with_payout' | 'withdrawal'

/** One commission that is the sponsor's. Below zero where more was reversed than was left of it. */
export type Spendable<CommissionId extends string = string> = {
  readonly id: CommissionId
  readonly leftCents: Cents
}

export type Use<CommissionId extends string = string> = {
  readonly id: CommissionId
  readonly amountCents: Cents
}

/** What is left when commissions that went below zero are paid off. */
export function spendableCents(commissions: readonly Spendable[]): Cents {
  return cents(commissions.reduce((sum, { leftCents }) => sum + leftCents, 0))
}

/** Out of which commissions an amount comes: the oldest first, which the caller puts first. */
export function decideSpending<CommissionId extends string>(
  commissions: readonly Spendable<CommissionId>[],
  { kind, amountCents }: { readonly kind: SpendingKind; readonly amountCents: number },
  settings: Pick<BusinessSettings, 'commissionWithdrawalMinimumCents'>,
): Use<CommissionId>[] | Refusal {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) return refuse('amount_invalid')
  if (amountCents > spendableCents(commissions)) return refuse('nothing_available')
  if (kind === 'withdrawal' && amountCents < settings.commissionWithdrawalMinimumCents)
    return refuse('below_withdrawal_minimum')
  const uses: Use<CommissionId>[] = []
  let wanted = amountCents
  for (const { id, leftCents } of commissions) {
    const used = Math.min(wanted, Math.max(0, leftCents))
    if (used > 0) uses.push({ id, amountCents: cents(used) })
    wanted -= used
  }
  return uses
}

export type CommissionState =
  | 'pending'
  | 'parked'
  | 'available'
  | 'spent'
  | 'on_its_way'
  | 'in_bank'
  | 'returned'
  | 'reversed'

export type CommissionShown = {
  readonly amountCents: number
  readonly reversedCents: number
  readonly usedCents: number
  readonly isReleased: boolean
  readonly isParked: boolean
  /** What it was last used for; the state of its payout where there is one. */
  readonly lastUse: { readonly kind: SpendingKind; readonly payoutState: string | null } | null
}

/** Where one commission stands; of one that was used in part, that part is told beside it. */
export function commissionStateOf(shown: CommissionShown): CommissionState {
  const { amountCents, reversedCents, usedCents, lastUse } = shown
  const kept = amountCents - reversedCents
  if (kept <= 0 && usedCents === 0) return 'reversed'
  if (lastUse !== null && usedCents >= kept) {
    if (lastUse.kind === 'credit') return 'spent'
    if (lastUse.payoutState === 'paid') return 'in_bank'
    return lastUse.payoutState === 'returned' ? 'returned' : 'on_its_way'
  }
  if (shown.isParked) return 'parked'
  return shown.isReleased ? 'available' : 'pending'
}
