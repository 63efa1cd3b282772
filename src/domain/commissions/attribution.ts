/** Who brought whom: the latest link wins, and nobody sponsors themself (product §3, seed §5, field 28). */

import { isStrong, type SharedTrait } from './identity.ts'

export const CODE = /^[A-Za-z0-9_-]{1,32}$/

/** A code as it may be kept in a cookie; `null` where it is none. */
export function cleanCode(text: string | null | undefined): string | null {
  return typeof text === 'string' && CODE.test(text) ? text : null
}

/** The code to keep: the offered one if it is a code, else the one already there. */
export function latestTouch(
  kept: string | null | undefined,
  offered: string | null | undefined,
): string | null {
  return cleanCode(offered) ?? cleanCode(kept)
}

/** The code that names the sponsor of a newcomer: a sponsor's before a coupon's (seed §5). */
export function sponsorCode(codes: {
  readonly sponsorCode?: string | undefined
  readonly couponCode?: string | undefined
}): string | undefined {
  return codes.sponsorCode ?? codes.couponCode
}

export type Sponsorship = 'clear' | 'parked' | 'refused'

/**
 * What becomes of a sponsorship, by all that its two accounts share and what an operator has seen and let pass. Asked
 * when it begins and again whenever it earns, matures or is spent: cards and addresses come later.
 */
export function judgeSponsorship(shared: readonly SharedTrait[], allowed: readonly string[]): Sponsorship {
  const open = shared.filter((trait) => !allowed.includes(trait))
  if (open.some(isStrong)) return 'refused'
  return open.length === 0 ? 'clear' : 'parked'
}
