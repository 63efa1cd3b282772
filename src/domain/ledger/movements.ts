/**
 * What moved our balance at the provider without anything of ours behind it, as balanced postings.
 *
 * | movement         | debit                | credit            |
 * |------------------|----------------------|-------------------|
 * | platform_payout  | platform_bank        | provider_clearing |
 * | fee              | provider_fees        | provider_clearing |
 * | adjustment       | provider_adjustments | provider_clearing |
 *
 * Each the other way round where the money came in. A fee that the provider takes of any other movement is booked
 * alike, but for charges and chargebacks, whose fees are booked with them.
 */
import { type Cents, cents } from '../money.ts'
import type { AccountKind } from './accounts.ts'
import { debit, type Journal, journal } from './journal.ts'

const BOOKED_AS: Readonly<Record<string, AccountKind>> = {
  platform_payout: 'platform_bank',
  fee: 'provider_fees',
  adjustment: 'provider_adjustments',
}

const FEE_IS_BOOKED_WITH_IT: ReadonlySet<string> = new Set(['charge', 'chargeback', 'chargeback_won'])

/** `amountCents` has its sign: positive where it came in. Without postings where it is booked by what it is about. */
export function providerMoved(movement: {
  readonly movementId: string
  readonly kind: string
  readonly amountCents: number
  readonly feeCents: number
}): Journal {
  const { movementId, kind, amountCents, feeCents } = movement
  const account = BOOKED_AS[kind]
  const moved: Cents = cents(account === undefined ? 0 : amountCents)
  const fee = cents(FEE_IS_BOOKED_WITH_IT.has(kind) ? 0 : feeCents)
  return journal(`movement:${movementId}`, [
    ...(account === undefined ? [] : [debit(account, null, cents(-moved))]),
    debit('provider_fees', null, fee),
    debit('provider_clearing', null, cents(moved - fee)),
  ])
}
