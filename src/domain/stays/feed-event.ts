/** What an event of a platform's calendar tells: who has the place, and how sure that is. */
import type { Platform, StayKind } from './stay.ts'

export type EventTexts = { readonly summary: string; readonly description: string }

export type ReadEvent = {
  readonly kind: StayKind
  readonly isGuess: boolean
  readonly platform: Platform | null
  readonly code: string | null
  readonly guests: number | null
  readonly pets: number | null
}

/** By the host of a feed's address; `other` where it is nobody's that we know. */
export function platformOf(host: string): Platform {
  const name = host.toLowerCase()
  const isOf = (...domains: readonly string[]) =>
    domains.some((each) => name === each || name.endsWith(`.${each}`))
  if (/(^|\.)airbnb\.[a-z.]{2,6}$/.test(name)) return 'airbnb'
  if (isOf('vrbo.com', 'homeaway.com', 'abritel.fr', 'fewo-direkt.de', 'stayz.com.au')) return 'vrbo'
  if (isOf('booking.com')) return 'booking'
  if (isOf('google.com')) return 'google'
  return isOf('hospitable.com', 'smartbnb.io') ? 'hospitable' : 'other'
}

/** Reservations of their own; the other calendars carry what was booked anywhere. */
const OWN: ReadonlySet<Platform> = new Set<Platform>(['airbnb', 'vrbo', 'booking'])

/** Vrbo's sites of other countries write their own language. */
const CLOSED =
  /not available|unavailable|no disponible|indispon|nicht verfügbar|blocked|bloquead|bloqué|blockiert|gesperrt|closed|cerrad|maintenance|mantenimiento/i
const OWNER = /\bowner('s)?\b|\bpropietari[oa]\b|\bpropriétaire\b|\beigentümer/i
const BOOKED = /\br[eé]serv|\bbooked\b|\bbooking\b|\bgebucht\b|\bguest|\bhuésped/i
/** As Booking.com wrote it for some time: closed by a guest, whose name comes after. */
const CLOSED_BY_GUEST = /^closed\s*[-–]\s*(?!not available)\S/i

/** Whoever comes after it may be called Owner or Closed, unless that is all that comes. */
const RESERVED_FOR = /^\s*(?:r[eé]serv\p{L}*|booked|gebucht|guest|huésped)\s*[-–:]\s*(.+)$/iu
const NO_NAME =
  /^(?:(?:not available|unavailable|blocked|closed|maintenance|owner(?:'s)?|no disponible|bloquead[oa]|cerrad[oa]|mantenimiento|propietari[oa])\b[ ,]*(?:stay|week|weekend|days?)?)+\s*$/i

/** Booking.com names guests and closed days alike: a block that may be guests, which only the host can say. */
export function readEvent(platform: Platform, words: EventTexts): ReadEvent {
  const text = `${words.summary}\n${words.description}`
  const own = OWN.has(platform) ? platform : null
  const found = {
    code: codeIn(text),
    guests: guestsIn(text),
    pets: countIn(text, /\b(?:pets|mascotas)\s*[:=]\s*(\d{1,3})\b/i),
  }
  const said = withoutName(words.summary)
  if (OWNER.test(said)) return { kind: 'owner', isGuess: false, platform: own, ...found }
  if (platform === 'booking' && CLOSED_BY_GUEST.test(words.summary))
    return { kind: 'stay', isGuess: false, platform: own, ...found }
  if (CLOSED.test(said))
    return platform === 'booking'
      ? { kind: 'block', isGuess: true, platform: own, ...found }
      : { kind: 'block', isGuess: false, platform: null, ...found, code: null }
  return { kind: 'stay', isGuess: !BOOKED.test(words.summary), platform: own, ...found }
}

function withoutName(summary: string): string {
  const [, name] = RESERVED_FOR.exec(summary) ?? []
  return name === undefined || NO_NAME.test(name) ? summary : summary.slice(0, -name.length)
}

/** Airbnb writes its number into the address of the reservation's page: until 2022 one address, since then another. */
function codeIn(text: string): string | null {
  return /\/reservations?\/(?:details\/|itinerary\?code=)([A-Z0-9]{6,20})\b/.exec(text)?.[1] ?? null
}

/** Said at once, or grown-ups and children each by themselves, or in passing. */
function guestsIn(text: string): number | null {
  const said = countIn(text, /\b(?:guests|huéspedes)\s*[:=]\s*(\d{1,3})\b/i)
  const adults = countIn(text, /\b(?:adults|adultos)\s*[:=]\s*(\d{1,3})\b/i)
  const children = countIn(text, /\b(?:children|niños)\s*[:=]\s*(\d{1,3})\b/i)
  if (said !== null) return said
  if (adults !== null) return adults + (children ?? 0)
  return countIn(text, /\b(\d{1,3}) (?:guests?|huésped(?:es)?)\b/i)
}

function countIn(text: string, pattern: RegExp): number | null {
  const digits = pattern.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}
