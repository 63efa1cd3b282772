/**
 * Texts to phones in the GSM alphabet (3GPP TS 23.038), of which 160 characters are one segment. One sign beyond it
 * makes a segment 70 characters, and every text to a Spanish reader two or three: so what looks nearly the same is sent.
 */
const ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each takes the place of two. */
const EXTENDED = '^{}\\[~]|€'
const SEGMENT_LENGTH = 160
/** Below this a title says nothing any more, so a long link makes a second segment instead. */
const SHORTEST_TITLE = 24

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '·': '-',
  '×': 'x',
  '\u00a0': ' ',
  '\u202f': ' ',
}

export function inGsmAlphabet(text: string): string {
  return [...text.normalize('NFC')].map(plainSign).join('')
}

function plainSign(sign: string): string {
  if (ALPHABET.includes(sign) || EXTENDED.includes(sign)) return sign
  const alike = LOOKS_LIKE[sign]
  if (alike !== undefined) return alike
  const bare = sign.normalize('NFD').replace(/\p{Mark}/gu, '')
  return bare !== '' && ALPHABET.includes(bare) ? bare : '?'
}

/** How much of a segment a text in the GSM alphabet takes. */
export function gsmLength(text: string): number {
  return [...text].reduce((length, sign) => length + (EXTENDED.includes(sign) ? 2 : 1), 0)
}

/** One segment where the link leaves room for a title; what is cut is the title, never the link or how to end it. */
export function smsText(parts: {
  readonly title: string
  readonly link: string
  readonly end: string
}): string {
  const rest = inGsmAlphabet(`${parts.link} ${parts.end}`)
  const room = SEGMENT_LENGTH - gsmLength(`Crew:  ${rest}`)
  return `Crew: ${cut(inGsmAlphabet(parts.title), Math.max(SHORTEST_TITLE, room))} ${rest}`
}

function cut(text: string, room: number): string {
  if (gsmLength(text) <= room) return text
  let kept = text
  while (gsmLength(kept) > room - 3) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}...`
}
