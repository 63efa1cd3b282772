/**
 * `node scripts/denver-listings.ts LISTINGS.csv`: writes `data/denver/listings.csv` from Inside Airbnb's listings of
 * Denver. Coordinates, owners and figures stay as published; titles, which are their hosts' own sentences, are made up,
 * with the quotes, emoji and line breaks that hosts write. The same file always gives the same result.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { type Chance, createChance } from '../sim/chance.ts'
import { FIRST_NAMES, RENTAL_NAMES } from '../sim/names.ts'
import { root } from './command.js'

const COLUMNS = [
  'id',
  'name',
  'host_id',
  'neighbourhood',
  'latitude',
  'longitude',
  'room_type',
  'minimum_nights',
  'calculated_host_listings_count',
] as const

export type Listing = Readonly<Record<(typeof COLUMNS)[number], string>>

/** How hosts dress a title up; most leave it plain. `*` is the place, `@` a first name. */
const DRESSES: readonly { readonly title: string; readonly weight: number }[] = [
  { title: '*', weight: 400 },
  { title: '*, 30+ days', weight: 60 },
  { title: '* | walk to parks & cafés', weight: 40 },
  { title: '@’s *', weight: 30 },
  { title: '★ *', weight: 12 },
  { title: '* — quiet, sunny', weight: 12 },
  { title: '♥ * ♥ comfy, clean, close', weight: 8 },
  { title: '“The Nest” – *', weight: 6 },
  { title: '*  with  two  spaces ', weight: 5 },
  { title: '🏔️ * 🌳', weight: 5 },
  { title: '"Blue Door" *', weight: 4 },
  { title: '*\nhot tub, pets OK', weight: 4 },
  { title: '* 🐶👨‍👩‍👧 families welcome', weight: 3 },
  { title: '77" screen; *', weight: 2 },
  { title: '\u200B* ² ½', weight: 2 },
  { title: 'Casa de @: * ☀️ ¡bienvenidos!', weight: 2 },
  { title: '*\r\n"@\u00A0& friends"', weight: 1 },
  { title: 'בית שקט, *', weight: 1 },
  { title: 'بيت هادئ – *', weight: 1 },
  { title: '静かな家 *', weight: 1 },
]
const TOTAL_WEIGHT = DRESSES.reduce((sum, { weight }) => sum + weight, 0)

/** The file with made-up titles, in the order and columns of the given one. */
export function withMadeUpTitles(content: string): string {
  const chance = createChance(1)
  const listings: Listing[] = parse(content, { columns: true })
  const rows = listings.map((listing) => COLUMNS.map((column) => cell(valueOf(chance, listing, column))))
  return `${[COLUMNS, ...rows].map((row) => row.join(',')).join('\n')}\n`
}

function valueOf(chance: Chance, listing: Listing, column: keyof Listing): string {
  return column === 'name' ? titleOf(chance, listing) : listing[column]
}

function titleOf(chance: Chance, { id, neighbourhood }: Listing): string {
  const place = `${chance.pick(RENTAL_NAMES, id, 'kind')} in ${neighbourhood}`
  return dressOf(chance, id)
    .replace('*', place)
    .replace('@', chance.pick(FIRST_NAMES, id, 'host'))
}

function dressOf(chance: Chance, id: string): string {
  let left = chance.number(id, 'dress') * TOTAL_WEIGHT
  return DRESSES.find(({ weight }) => (left -= weight) < 0)!.title
}

/** As RFC 4180 has it. */
function cell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

if (import.meta.main) {
  const [from] = process.argv.slice(2)
  if (from === undefined) throw new Error('Which file? node scripts/denver-listings.ts LISTINGS.csv')
  const to = join(root, 'data', 'denver', 'listings.csv')
  await writeFile(to, withMadeUpTitles(await readFile(from, 'utf8')))
  console.log(`${to} is written.`)
}
