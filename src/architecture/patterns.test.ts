/**
 * What strangers write is matched in a time that grows with its length, not with the square of it: a file of 64 kB once
 * held the server for six seconds. Every pattern that may do more is named here, with what keeps its texts short.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')
/** What runs in the server; a page that is slow with its own person's text is slow for nobody else. */
const ROOMS = ['contract', 'domain', 'server']

/** By file and pattern. */
const SHORT: Readonly<Record<string, string>> = {
  'domain/images.ts ^((?:https:\\/\\/[^/?#]+)?[^?#]*?\\/images\\/)([^?#]*)(.*)$': 'a link that we made',
  'domain/accounts/blocklist.ts ^[^\\p{L}]+|[^\\p{L}]+$': 'a password: 1,000',
  'domain/commissions/identity.ts (?:#|\\b(?:apartment|apt|unit|suite|ste)\\b\\.?)\\s*#?\\s*([a-z0-9-]+)':
    'the address of a place: 300',
  'domain/complexes/units.ts ^([^\\d]*)(\\d{1,9})\\s*[-–]\\s*([^\\d]*)(\\d{1,9})$':
    'the doors of a building as somebody wrote them: 6,000',
  'domain/house-texts/markup.ts \\n(?:[ \\t]*\\n)+|\\n(?=#{2,3} )|(?<=^#{2,3} .*)\\n':
    'an operator’s: 40,000',
  'domain/house-texts/markup.ts ^(#{2,3}) +(.+)$': 'an operator’s: 40,000',
  'domain/partners/amount.ts \\s*USD$': 'a cell that was found no longer than 200',
  'domain/partners/lines.ts ^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$': 'a cell that was found no longer than 200',
  'domain/partners/period.ts \\s+(?:-|–|—|to|through|a)\\s+|[–—]': 'a cell that was found no longer than 200',
  'domain/stays/feed-event.ts ^\\s*(?:r[eé]serv\\p{L}*|booked|gebucht|guest|huésped)\\s*[-–:]\\s*(.+)$':
    'a summary cut at 1,000',
  "domain/stays/feed-event.ts ^(?:(?:not available|unavailable|blocked|closed|maintenance|owner(?:'s)?|no disponible|bloquead[oa]|cerrad[oa]|mantenimiento|propietari[oa])\\b[ ,]*(?:stay|week|weekend|days?)?)+\\s*$":
    'a summary cut at 1,000',
  'server/imports/read-text-bytes.ts [^\\s,;"|]*$': 'the end of what was read, cut at 40',
  'server/config.ts \\/+$': 'an address of whoever runs the server',
  'server/hospitable-keys.ts \\/+$': 'an address of whoever runs the server',
  'server/ports/matrix/osrm.ts \\/+$': 'an address of whoever runs the server',
  'server/ports/places/photon.ts \\/+$': 'an address of whoever runs the server',
  'server/ports/places/embedded.ts [a-z]+$': 'digits and two letters',
  'server/documents/write-document.ts \\s*<meta name="description"[^>]*>': 'the page as it was built',
  'server/serving/describe-api.ts [^A-Za-z]+(.)': 'the name of an endpoint',
}

test.each([
  ['/(a+)+$/', true],
  ['/\\s+$/', true],
  ['/^\\s+/', false],
  ['/^[^@]+@[^@]+$/', false],
  ['/a{1,20}b/', false],
])('tells whether %s may take the square of a text', (pattern, isSlow) => {
  expect(patternsIn('a.ts', `const a = ${pattern}`).some(mayBeSlow)).toBe(isSlow)
})

test('a pattern that may take the square of a text reads short ones only', () => {
  const slow = ROOMS.flatMap((room) =>
    readdirSync(join(SOURCE, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.(test|testing)\./.test(path))
      .map((path) => `${room}/${path}`),
  ).flatMap((path) =>
    patternsIn(path, readFileSync(join(SOURCE, path), 'utf8'))
      .filter(mayBeSlow)
      .map(({ source }) => `${path} ${source}`),
  )
  expect([...new Set(slow)].sort()).toEqual(Object.keys(SHORT).sort())
})

type Pattern = { readonly source: string; readonly flags: string }

function mayBeSlow({ source, flags }: Pattern): boolean {
  return analyse({ source, flags }).reports.length > 0
}

function patternsIn(path: string, text: string): Pattern[] {
  const found: Pattern[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node && isPattern(node.regex))
      found.push({ source: node.regex.pattern, flags: node.regex.flags })
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(path, text).program)
  return found
}

function isPattern(value: unknown): value is { readonly pattern: string; readonly flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value
}
