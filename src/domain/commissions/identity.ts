/** By what two accounts may turn out to be one person's (product §3, Commission; field 28). */
import { distanceFeet, type LatLng } from '../geo.ts'
import { keysOf } from '../keys.ts'

export type Place = LatLng & { readonly address: string | null }

/** `null` and empty lists match nothing. */
export type Identity = {
  readonly userId: string
  /** Empty where somebody gave none. */
  readonly email: string
  /** Normalised: see `accounts/phone.ts`. */
  readonly phone: string | null
  /** Of every card and bank account that this account has had, by the provider's fingerprint. */
  readonly cards: readonly string[]
  readonly banks: readonly string[]
  readonly devices: readonly string[]
  readonly places: readonly Place[]
}

/** What two people do not share is strong; what a household or a shop may share is weak, and a person looks at it. */
const STRENGTHS = {
  sponsor_is_same_person: 'strong',
  sponsor_shares_phone: 'strong',
  sponsor_shares_card: 'strong',
  sponsor_shares_payout_account: 'strong',
  sponsor_shares_address: 'weak',
  sponsor_shares_device: 'weak',
} as const

export type SharedTrait = keyof typeof STRENGTHS
export const SHARED_TRAITS = keysOf(STRENGTHS)

export function isStrong(trait: SharedTrait): boolean {
  return STRENGTHS[trait] === 'strong'
}

/** Everything that two accounts share, in the order of the table. */
export function sharedTraits(one: Identity, other: Identity): SharedTrait[] {
  const isShared: Readonly<Record<SharedTrait, boolean>> = {
    sponsor_is_same_person: one.userId === other.userId || isSameMailbox(one.email, other.email),
    sponsor_shares_phone: one.phone !== null && one.phone === other.phone,
    sponsor_shares_card: meet(one.cards, other.cards),
    sponsor_shares_payout_account: meet(one.banks, other.banks),
    sponsor_shares_address: one.places.some((mine) =>
      other.places.some((theirs) => isSameUnit(mine, theirs)),
    ),
    sponsor_shares_device: meet(one.devices, other.devices),
  }
  return SHARED_TRAITS.filter((trait) => isShared[trait])
}

function isSameMailbox(mine: string, theirs: string): boolean {
  return mine !== '' && mailbox(mine) === mailbox(theirs)
}

/** One person's mailbox by any of its names: case, `+tags` and, at Google, dots make no other person. */
export function mailbox(email: string): string {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const name = text.slice(0, at).split('+')[0]!
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** Coordinates closer than this are one building: about the width of a lot. */
const SAME_BUILDING_FEET = 50
/** The same words further apart than this are a street of the same name in another place. */
const SAME_STREET_FEET = 1_500

function isSameUnit(mine: Place, theirs: Place): boolean {
  const [one, other] = [partsOf(mine.address), partsOf(theirs.address)]
  if (one.unit !== other.unit) return false
  const distance = distanceFeet(mine, theirs)
  if (distance < SAME_BUILDING_FEET) return true
  return one.street !== '' && one.street === other.street && distance < SAME_STREET_FEET
}

const UNIT = /(?:#|\b(?:apartment|apt|unit|suite|ste)\b\.?)\s*#?\s*([a-z0-9-]+)/

const SHORT_WORDS: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  boulevard: 'blvd',
  drive: 'dr',
  road: 'rd',
  lane: 'ln',
  court: 'ct',
  place: 'pl',
  circle: 'cir',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}

/** The line with the house number in the post's short words, and the unit apart from it. */
function partsOf(address: string | null): { readonly street: string; readonly unit: string | null } {
  const text = (address ?? '').toLowerCase()
  const unit = UNIT.exec(text)
  const street = text.replace(UNIT, ' ').split(',')[0]!
  const words = street
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
  return { street: words.map((word) => SHORT_WORDS[word] ?? word).join(' '), unit: unit?.[1] ?? null }
}

function meet(mine: readonly string[], theirs: readonly string[]): boolean {
  return mine.some((each) => theirs.includes(each))
}
