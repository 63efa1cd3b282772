/** What a frozen account may not do (seed §4, product §3, field 44): reading and support stay. */

import { type Refusal, refuse } from '../refusals.ts'
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

/** The refusal of an act by a frozen account, or null where the account may. */
export function refuseIfFrozen(account: Freezable, action: string, now: Instant): Refusal | null {
  return isFrozen(account, now) && isRefusedWhenFrozen(action) ? refuse('account_frozen') : null
}

export function isRefusedWhenFrozen(action: string): action is FrozenAction {
  return (FROZEN_REFUSES as readonly string[]).includes(action)
}
