/** The lines of iCalendar (RFC 5545): how text is escaped (§3.3.11) and how what is long is folded (§3.1). */

const LONGEST_LINE_OCTETS = 75

export type IcalLine = readonly [name: string, value: string]

/** Each line folded, ended as the format asks. */
export function writeLines(lines: readonly IcalLine[]): string {
  return lines.map(([name, value]) => `${fold(`${name}:${value}`)}\r\n`).join('')
}

/** What people wrote, as a value: its own signs are kept from meaning anything, and no sign moves a printer. */
export function icalText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** Between signs, never within one: 75 octets a line, of which the space that goes on is one. */
function fold(line: string): string {
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const sign of line) {
    const size = octetsOf(sign.codePointAt(0)!)
    if (octets + size > LONGEST_LINE_OCTETS) {
      parts.push(part)
      part = ''
      octets = 1
    }
    part += sign
    octets += size
  }
  return [...parts, part].join('\r\n ')
}

/** In UTF-8. */
function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x8_00) return 2
  return codePoint < 0x1_00_00 ? 3 : 4
}
