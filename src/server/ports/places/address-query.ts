/** What somebody typed into an address box, taken apart: `1234 n vine st, Denver` → number, direction, street, suffix. */
export type AddressQuery = {
  readonly number: number | null
  readonly direction: 'N' | 'S' | 'E' | 'W' | null
  /** Lower-case words of the street's name, at least one. */
  readonly words: readonly string[]
  readonly suffix: string | null
}

const LONGEST_TEXT = 200
const DIRECTIONS: Readonly<Record<string, AddressQuery['direction']>> = {
  n: 'N',
  north: 'N',
  s: 'S',
  south: 'S',
  e: 'E',
  east: 'E',
  w: 'W',
  west: 'W',
}
const SUFFIXES: Readonly<Record<string, string>> = {
  st: 'St',
  str: 'St',
  street: 'St',
  av: 'Ave',
  ave: 'Ave',
  avenue: 'Ave',
  blvd: 'Blvd',
  boulevard: 'Blvd',
  dr: 'Dr',
  drive: 'Dr',
  pkwy: 'Pkwy',
  parkway: 'Pkwy',
  rd: 'Rd',
  road: 'Rd',
}

/** Null when no street or place is named. */
export function parseAddressQuery(text: string): AddressQuery | null {
  const words = splitWords(text)
  const number = words.length > 1 && /^\d{1,5}$/.test(words[0]!) ? Number(words.shift()) : null
  const direction = words.length > 1 ? (DIRECTIONS[words[0]!] ?? null) : null
  if (direction !== null) words.shift()
  const suffix = words.length > 1 ? (SUFFIXES[words.at(-1)!] ?? null) : null
  if (suffix !== null) words.pop()
  if (words[0] === 'st' && words.length > 1) words[0] = 'saint'
  return words.length === 0 ? null : { number, direction, words, suffix }
}

/** Lower case, without accents, punctuation, city, state and ZIP. */
export function splitWords(text: string): string[] {
  const street = text.slice(0, LONGEST_TEXT).split(',')[0]!
  const words = street
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .split(/[ -]+/)
    .filter((word) => word !== '')
  const city = words.lastIndexOf('denver')
  return city > 0 ? words.slice(0, city) : words
}
