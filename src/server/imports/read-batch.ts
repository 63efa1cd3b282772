/** Turns the next rows of a file into properties and refusals, by the rules of the domain. */

import { createHash } from 'node:crypto'
import type { LatLng } from '#domain/geo.ts'
import type { ColumnMapping } from '#domain/imports/columns.ts'
import { type DetailMapping, readDetails } from '#domain/imports/details.ts'
import type { Delimiter } from '#domain/imports/file.ts'
import { type PropertyDraft, readRow } from '#domain/imports/listings.ts'
import { type Area, isInArea } from '#domain/markets/area.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import type { FoundPlace } from '../ports/places/port.ts'
import type { ImportedProperty } from './property-queries.ts'
import { isBlank, readRecords } from './read-csv.ts'

const BATCH_ROWS = 1_000
/** Every look-up is a call to a provider, so a batch that needs many is short. */
const BATCH_LOOKUPS = 100
const LOOKUPS_AT_ONCE = 4
const LONGEST_RAW = 2_000

export type BatchSource = {
  readonly path: string
  readonly delimiter: Delimiter
  readonly columnCount: number
  readonly mapping: ColumnMapping & DetailMapping
  readonly fromByte: number
  readonly fromRow: number
  readonly area: Area | null
  readonly timeZone: string
  /** Null where the provider knows no such address; throws when it is away. */
  readonly lookUp: (address: string) => Promise<FoundPlace | null>
}

export type RefusedRow = {
  readonly rowNumber: number
  readonly field: string
  readonly reason: RefusalReason
  readonly raw: string
}
type AcceptedRow = {
  readonly rowNumber: number
  readonly raw: string
  readonly property: ImportedProperty
}

export type ReadBatch = {
  readonly accepted: readonly AcceptedRow[]
  readonly refused: readonly RefusedRow[]
  readonly rowCount: number
  readonly nextByte: number
  readonly nextRow: number
  readonly isLast: boolean
}

type Waiting = { rowNumber: number; raw: string; draft: PropertyDraft; cells: readonly string[] }

export async function readBatch(source: BatchSource): Promise<ReadBatch> {
  const waiting: Waiting[] = []
  const refused: RefusedRow[] = []
  const seenKeys = new Set<string>()
  let [nextByte, nextRow, rowCount, lookups, isLast] = [source.fromByte, source.fromRow, 0, 0, true]
  for await (const { cells, raw, endByte } of readRecords(source.path, source)) {
    const row = { rowNumber: nextRow, raw: raw.trimEnd().slice(0, LONGEST_RAW) }
    ;[nextByte, nextRow] = [endByte, nextRow + 1]
    if (!isBlank(cells)) {
      rowCount += 1
      const read = readCells(cells, source, seenKeys)
      if ('refusals' in read) refused.push(...read.refusals.map((refusal) => ({ ...row, ...refusal })))
      else {
        seenKeys.add(read.draft.key)
        waiting.push({ ...row, draft: read.draft, cells: cells! })
        if (read.draft.place === null) lookups += 1
      }
    }
    if (rowCount >= BATCH_ROWS || lookups >= BATCH_LOOKUPS) {
      isLast = false
      break
    }
  }
  const located = await locate(waiting, source)
  return { ...located, refused: [...refused, ...located.refused], rowCount, nextByte, nextRow, isLast }
}

function readCells(cells: readonly string[] | null, source: BatchSource, seenKeys: ReadonlySet<string>) {
  const isShifted = cells !== null && !isBlank(cells.slice(source.columnCount))
  if (cells === null || isShifted) return { refusals: [{ field: '', reason: 'row_malformed' as const }] }
  const read = readRow(cells, source.mapping, source.area, seenKeys)
  return 'draft' in read
    ? read
    : { refusals: read.refusals.map(({ field, reason }) => ({ field: field ?? '', reason })) }
}

/** Finds the places of those that gave only an address; the rest has its place. */
async function locate(waiting: readonly Waiting[], source: BatchSource) {
  const addresses = [
    ...new Set(waiting.flatMap(({ draft }) => (draft.place === null ? [draft.address!] : []))),
  ]
  const found = await lookUpAll(addresses, source)
  const accepted: AcceptedRow[] = []
  const refused: RefusedRow[] = []
  for (const { rowNumber, raw, draft, cells } of waiting) {
    const place = draft.place ?? found.get(draft.address!)!
    if (typeof place === 'string') refused.push({ rowNumber, raw, field: 'address', reason: place })
    else accepted.push({ rowNumber, raw, property: toProperty(draft, place, cells, source) })
  }
  return { accepted, refused }
}

async function lookUpAll(addresses: readonly string[], source: BatchSource) {
  const found = new Map<string, FoundPlace | RefusalReason>()
  const open = [...addresses]
  const workers = Array.from({ length: LOOKUPS_AT_ONCE }, async () => {
    for (let address = open.pop(); address !== undefined; address = open.pop())
      found.set(address, await lookUpOne(address, source))
  })
  await Promise.all(workers)
  return found
}

async function lookUpOne(
  address: string,
  { lookUp, area }: BatchSource,
): Promise<FoundPlace | RefusalReason> {
  const place = await lookUp(address).catch(() => 'lookup_failed' as const)
  if (place === null) return 'address_unknown'
  if (place === 'lookup_failed') return place
  const isOutside = area !== null && !isInArea(area, place)
  return isOutside ? 'coordinates_out_of_range' : place
}

function toProperty(
  draft: PropertyDraft,
  place: LatLng | FoundPlace,
  cells: readonly string[],
  source: BatchSource,
): ImportedProperty {
  const { neighbourhood, kind } = readDetails(cells, source.mapping)
  const found = 'timeZone' in place ? place : null
  return {
    externalRef: draft.reference ?? hashed(draft.key),
    name: draft.name,
    lat: place.lat,
    lng: place.lng,
    address: draft.address,
    neighbourhood: neighbourhood ?? found?.neighbourhood ?? null,
    kind,
    group: draft.group,
    accessNotes: draft.accessNotes,
    timeZone: found?.timeZone ?? source.timeZone,
  }
}

/** Where the file gives no reference, its name and place are one; the tilde keeps it apart from real ones. */
function hashed(key: string): string {
  return `~${createHash('sha256').update(key).digest('hex').slice(0, 40)}`
}
