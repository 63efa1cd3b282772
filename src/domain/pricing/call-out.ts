/**
 * A crew that came and could not work (decision 17). What keeps it out and lies with the customer costs a share of the
 * visit's price, most of which is the crew's; an unsafe place costs nobody anything. The fee is not taxed, and
 * neither coupons nor raises of an offer touch it. It stays below the price, so that nobody gains by not working.
 */
import { type Cents, shareOf, ZERO_CENTS } from '../money.ts'
import type { BusinessSettings } from '../settings/settings.ts'
import { type LineItem, priceOf } from './lines.ts'
import { splitLines } from './split.ts'

export const ACCESS_REASONS = ['gate', 'dog', 'nobody_home', 'unsafe', 'other'] as const
export type AccessReason = (typeof ACCESS_REASONS)[number]

export type CallOut = {
  readonly paidBy: 'customer' | 'nobody'
  readonly feeCents: Cents
  /** Of the fee. */
  readonly crewPayCents: Cents
  /** What is frozen on the visit in place of its price; empty where there is no fee. */
  readonly lines: readonly LineItem[]
}

export type CallOutSettings = Pick<
  BusinessSettings,
  'callOutFeeBasisPoints' | 'callOutCrewShareBasisPoints' | 'crewShareBasisPoints'
>

/** `price` are the lines that the visit would have had. */
export function callOutOf(
  reason: AccessReason,
  price: readonly LineItem[],
  settings: CallOutSettings,
): CallOut {
  const feeCents = reason === 'unsafe' ? ZERO_CENTS : shareOf(priceOf(price), settings.callOutFeeBasisPoints)
  if (feeCents === 0) return { paidBy: 'nobody', feeCents, crewPayCents: ZERO_CENTS, lines: [] }
  const lines: LineItem[] = [{ kind: 'call_out', amountCents: feeCents }]
  return { paidBy: 'customer', feeCents, crewPayCents: splitLines(lines, settings).crewPayCents, lines }
}
