/** What a frozen account may not do (seed §4, product §3, field 44): reading and support stay. */

import type { Instant } from '../time.ts'

export const FROZEN_REFUSES = [
  'take_assignment',
  'take_route',
  'accept_offer',
  'confirm',
  'start_travel',
  'start',
  'complete',
  'book',
  'payout',
] as const

/** An act that a frozen account is refused. */
export type FrozenAction = (typeof FROZEN_REFUSES)[number]

export type Freezable = { readonly frozenUntil: Instant | null }

/** Frozen while the time is before `frozenUntil`; at that very instant the account is free again (seed §4). */
export function isFrozen(account: Freezable, now: Instant): boolean {
  return account.frozenUntil !== null && now < account.frozenUntil
}

/** Whether it is one of the acts that are refused with `account_frozen`. */
export function isRefusedWhenFrozen(action: string): action is FrozenAction {
  const refused: readonly string[] = FROZEN_REFUSES
  return refused.includes(action)
}
