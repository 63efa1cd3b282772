/** Who brought whom: the first touch wins, and nobody sponsors themself (product §3, seed §5, field 28). */

import { distanceFeet, type LatLng } from '../geo.ts'
import { type Refusal, type RefusalReason, refuse } from '../refusals.ts'

/** What makes two accounts the same person. `null` and empty lists match nothing. */
export type Identity = {
  readonly userId: string
  /** Normalised: see `accounts/phone.ts`. */
  readonly phone: string | null
  readonly email: string
  readonly cardFingerprints: readonly string[]
  readonly payoutAccountIds: readonly string[]
  readonly places: readonly LatLng[]
}

export const CODE = /^[A-Za-z0-9_-]{1,32}$/

/** Coordinates closer than this are one address: about the width of a lot. */
const SAME_ADDRESS_FEET = 50

/** A code as it may be kept in a cookie; `null` where it is none. */
export function cleanCode(text: string | null | undefined): string | null {
  return typeof text === 'string' && CODE.test(text) ? text : null
}

/** The code to keep: the one already there, else the offered one if it is a code. */
export function firstTouch(
  kept: string | null | undefined,
  offered: string | null | undefined,
): string | null {
  return cleanCode(kept) ?? cleanCode(offered)
}

/** The code that names the sponsor of a newcomer: a sponsor's before a coupon's (seed §5). */
export function sponsorCode(codes: {
  readonly sponsorCode?: string | undefined
  readonly couponCode?: string | undefined
}): string | undefined {
  return codes.sponsorCode ?? codes.couponCode
}

/** The sponsor of a newcomer, or why there is none; a refusal about a shared trait is shown to the operator. */
export function decideSponsor(
  newcomer: Identity,
  sponsor: Identity | null,
  existingSponsorId: string | null,
): { readonly sponsorId: string } | Refusal {
  if (existingSponsorId !== null) return refuse('already_sponsored')
  if (sponsor === null) return refuse('sponsor_unknown')
  const shared = sharedTrait(newcomer, sponsor)
  return shared === null ? { sponsorId: sponsor.userId } : refuse(shared)
}

/** Asked again when a card, phone, payout account or address is added later. */
export function sharedTrait(one: Identity, other: Identity): RefusalReason | null {
  if (one.userId === other.userId || mailbox(one.email) === mailbox(other.email))
    return 'sponsor_is_same_person'
  if (one.phone !== null && one.phone === other.phone) return 'sponsor_shares_phone'
  if (meet(one.cardFingerprints, other.cardFingerprints)) return 'sponsor_shares_card'
  if (meet(one.payoutAccountIds, other.payoutAccountIds)) return 'sponsor_shares_payout_account'
  const isNear = one.places.some((mine) =>
    other.places.some((theirs) => distanceFeet(mine, theirs) < SAME_ADDRESS_FEET),
  )
  return isNear ? 'sponsor_shares_address' : null
}

function meet(mine: readonly string[], theirs: readonly string[]): boolean {
  return mine.some((each) => theirs.includes(each))
}

/** One person's mailbox by any of its names: case and `+tags` make no other person. */
function mailbox(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  return `${local.split('+')[0]}@${domain}`
}
