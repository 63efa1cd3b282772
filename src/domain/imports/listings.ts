/** One row of a customer's file becomes a property draft, or is refused with every reason there is. */

import { cellText, isPlainText } from '../accounts/shown-text.ts'
import { isLatLng, type LatLng } from '../geo.ts'
import { keysOf } from '../keys.ts'
import { type Area, isInArea } from '../markets/area.ts'
import type { RefusalReason } from '../refusals.ts'
import type { ColumnMapping, ImportField } from './columns.ts'
import { joinAddress } from './join-address.ts'

export type PropertyDraft = {
  /** The same in a later import of the same file: it then updates and adds nothing twice. */
  readonly key: string
  readonly reference: string | null
  readonly name: string
  /** `null`: the address has to be looked up. */
  readonly place: LatLng | null
  readonly address: string | null
  readonly group: string | null
  readonly accessNotes: string | null
}

type RowRefusal = { readonly field: ImportField | null; readonly reason: RefusalReason }
export type RowResult = { readonly draft: PropertyDraft } | { readonly refusals: readonly RowRefusal[] }

const MAX_LENGTHS = {
  reference: 100,
  name: 200,
  lat: 30,
  lng: 30,
  address: 300,
  city: 100,
  state: 100,
  zip: 20,
  group: 100,
  accessNotes: 2_000,
} as const

const DEGREES = /^[+-]?\d{1,3}(?:[.,]\d{1,20})?$/

/** Reads one row; `seenKeys` are those of the rows before it in the same file. */
export function readRow(
  row: readonly string[],
  mapping: ColumnMapping,
  /** Of the customer's market; a row outside is refused. */
  area: Area | null,
  seenKeys: ReadonlySet<string>,
): RowResult {
  const cells = cellsOf(row, mapping)
  const refusals = [...textRefusals(cells), ...placeRefusals(cells, area)]
  const draft = draftOf(cells)
  if (refusals.length === 0 && seenKeys.has(draft.key))
    refusals.push({ field: 'reference', reason: 'reference_duplicated' })
  return refusals.length === 0 ? { draft } : { refusals }
}

type Cells = Readonly<Record<ImportField, string | null>>

function cellsOf(row: readonly string[], mapping: ColumnMapping): Cells {
  const cell = (field: ImportField) => cellText(row[mapping[field] ?? -1]) || null
  return {
    reference: cell('reference'),
    name: cell('name'),
    lat: cell('lat'),
    lng: cell('lng'),
    address: cell('address'),
    city: cell('city'),
    state: cell('state'),
    zip: cell('zip'),
    group: cell('group'),
    accessNotes: cell('accessNotes'),
  }
}

function textRefusals(cells: Cells): RowRefusal[] {
  const refusals: RowRefusal[] = cells.name === null ? [{ field: 'name', reason: 'name_missing' }] : []
  for (const field of keysOf(MAX_LENGTHS)) {
    const text = field === 'address' ? joinAddress(cells) : cells[field]
    if (text === null) continue
    if (!isPlainText(text)) refusals.push({ field, reason: 'control_characters' })
    if ([...text].length > MAX_LENGTHS[field]) refusals.push({ field, reason: 'text_too_long' })
  }
  return refusals
}

function placeRefusals({ lat, lng, address }: Cells, area: Area | null): RowRefusal[] {
  if (lat === null && lng === null)
    return address === null ? [{ field: 'lat', reason: 'coordinates_missing' }] : []
  const place = placeOf(lat, lng)
  if (place === null)
    return [{ field: isLatLng({ lat: degrees(lat), lng: 0 }) ? 'lng' : 'lat', reason: 'coordinates_invalid' }]
  const isOutside = area !== null && !isInArea(area, place)
  return isOutside ? [{ field: 'lat', reason: 'coordinates_out_of_range' }] : []
}

/** Nothing stands at 0, 0 in the Gulf of Guinea: it is what broken exports write. */
function placeOf(lat: string | null, lng: string | null): LatLng | null {
  const place = { lat: degrees(lat), lng: degrees(lng) }
  return isLatLng(place) && (place.lat !== 0 || place.lng !== 0) ? place : null
}

function degrees(text: string | null): number | null {
  return text !== null && DEGREES.test(text) ? Number(text.replace(',', '.')) : null
}

function draftOf(cells: Cells): PropertyDraft {
  const { reference, group, accessNotes } = cells
  const address = joinAddress(cells)
  const name = cells.name ?? ''
  const place = placeOf(cells.lat, cells.lng)
  const where =
    place === null ? (address ?? '').toLowerCase() : `${place.lat.toFixed(5)},${place.lng.toFixed(5)}`
  const key = reference === null ? `place:${name.toLowerCase()}|${where}` : `ref:${reference}`
  return { key, reference, name, place, address, group, accessNotes }
}
