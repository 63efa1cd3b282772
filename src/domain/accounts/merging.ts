/** Which two accounts may become one, what has to be settled first, and what of two the one that stays keeps. */
import type { Cents } from '../money.ts'
import type { Refusal, RefusalReason } from '../refusals.ts'

export const MERGE_SIDES = ['kept', 'closed'] as const

/** Of two values, the one of the account that stays or of the one that is closed. */
export type MergeSide = (typeof MERGE_SIDES)[number]

type Account = {
  readonly id: string
  readonly type: 'Customer' | 'Crew' | 'Operator'
  readonly marketId: string
  /** Of the bank account that its payouts go to, as the provider names it; null where none is known. */
  readonly bank: string | null
  readonly isMerged: boolean
  /** Its owner asked for it to be deleted. */
  readonly isLeaving: boolean
  readonly hasHospitable: boolean
  /** A file of places is being read for it, or many jobs are being changed. */
  readonly isImporting: boolean
}

/** The account that is closed, with what could not be found again once it is. */
export type ClosingAccount = Account & {
  readonly hasSecondFactor: boolean
  /** Payments that are not through. */
  readonly openPaymentCount: number
  /** What it owes by the books, on payments, on invoices and for visits that nobody has billed yet. */
  readonly owedCents: Cents
  readonly creditCents: Cents
  /** Commissions that wait or are there. */
  readonly commissionCents: Cents
  /** What its work earned and no payout has brought yet, or what it owes of that. */
  readonly earningsCents: Cents
  readonly openPayoutCount: number
  /** Complaints, refunds, chargebacks and requests that nobody has decided. */
  readonly openCaseCount: number
  /** Visits on the way or at work, and orders whose card is being asked. */
  readonly underWayCount: number
  /** Of a crew: it has visits to come at the time of visits of the account that stays. */
  readonly hasClash: boolean
}

/** In the order in which an operator settles them. */
const HINDRANCES: readonly (readonly [RefusalReason, (kept: Account, closed: ClosingAccount) => boolean])[] =
  [
    ['merge_itself', (kept, closed) => kept.id === closed.id],
    ['merge_other_kind', (kept, closed) => kept.type !== closed.type || kept.type === 'Operator'],
    ['merge_other_city', (kept, closed) => kept.marketId !== closed.marketId],
    ['account_merged', (kept, closed) => kept.isMerged || closed.isMerged],
    ['merge_two_banks', haveTwoBanks],
    ['merge_leaving', (kept, closed) => kept.isLeaving || closed.isLeaving],
    ['merge_second_factor', (_kept, closed) => closed.hasSecondFactor],
    ['merge_under_way', (kept, closed) => closed.underWayCount > 0 || kept.isImporting || closed.isImporting],
    ['merge_money_open', (_kept, closed) => closed.openPaymentCount > 0 || closed.owedCents !== 0],
    ['merge_case_open', (_kept, closed) => closed.openCaseCount > 0],
    ['merge_credit_left', (_kept, closed) => closed.creditCents !== 0],
    ['merge_commissions_left', (_kept, closed) => closed.commissionCents !== 0 || isPaid(closed, 'Customer')],
    ['merge_earnings_left', (_kept, closed) => isPaid(closed, 'Crew')],
    ['merge_visits_clash', (_kept, closed) => closed.hasClash],
    ['merge_two_hospitable', (kept, closed) => kept.hasHospitable && closed.hasHospitable],
  ]

/** Customers are paid the commissions that they withdraw, crews what they earned. */
function isPaid({ type, earningsCents, openPayoutCount }: ClosingAccount, whose: Account['type']): boolean {
  return type === whose && (earningsCents !== 0 || openPayoutCount > 0)
}

/**
 * We do not know whose tax number stands behind an account; the provider does, and tells us the bank. Two crews that
 * are paid to two banks may be two people, or two firms of one, whose books and forms are nobody's to join.
 */
function haveTwoBanks(kept: Account, closed: Account): boolean {
  return kept.type === 'Crew' && kept.bank !== null && closed.bank !== null && kept.bank !== closed.bank
}

/** Everything that stands in the way now. Money of the account that stays is no hindrance: its accounts in the books stay. */
export function hindrancesOf(kept: Account, closed: ClosingAccount): RefusalReason[] {
  return HINDRANCES.flatMap(([reason, hinders]) => (hinders(kept, closed) ? [reason] : []))
}

export function refuseMerge(kept: Account, closed: ClosingAccount): Refusal | null {
  const [reason] = hindrancesOf(kept, closed)
  return reason === undefined ? null : { refused: reason }
}

/** An address of mail or a phone, and whether the account is the one that it opens. */
export type Reached = { readonly value: string; readonly isHolder: boolean }

/** Where the chosen one is empty the other stays; whichever of the two held it, the account that stays holds it. */
export function reachedAfter(choice: MergeSide, kept: Reached, closed: Reached): Reached {
  const chosen = { kept, closed }[choice]
  const { value } = chosen.value === '' ? { kept: closed, closed: kept }[choice] : chosen
  const isHolder = [kept, closed].some((each) => each.isHolder && isSameAddress(each.value, value))
  return { value, isHolder: isHolder && value !== '' }
}

export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The names that the second list gets so that no two of both are one: `Rentals` becomes `Rentals 2`. */
export function namesBeside(taken: readonly string[], names: readonly string[]): string[] {
  const used = new Set([...taken, ...names].map((name) => name.toLowerCase()))
  const first = new Set(taken.map((name) => name.toLowerCase()))
  return names.map((name) => {
    if (!first.has(name.toLowerCase())) return name
    let number = 2
    while (used.has(`${name} ${number}`.toLowerCase())) number += 1
    used.add(`${name} ${number}`.toLowerCase())
    return `${name} ${number}`
  })
}
