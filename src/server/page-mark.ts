/** The opaque mark of where a list goes on: the sorted value and the id of the last row shown. */
import { Refused } from './refused.ts'

export type PageMark = { readonly value: string; readonly id: string }

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/
/** As PostgreSQL writes it in UTC, to the microsecond: a millisecond would lose rows of one bulk insert. */
const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/

export function writePageMark({ value, id }: PageMark): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

/** Throws `bad_input` for marks that are not ours: what is in them reaches the database. */
export function readPageMark(
  cursor: string | undefined,
  isOurs: (value: string) => boolean = () => true,
  ids: RegExp = UUID,
): PageMark | undefined {
  if (cursor === undefined) return undefined
  const parsed = parseJson(Buffer.from(cursor, 'base64url').toString())
  const [value, id]: unknown[] = Array.isArray(parsed) ? parsed : []
  if (
    typeof value !== 'string' ||
    typeof id !== 'string' ||
    !ids.test(id) ||
    value.includes('\0') ||
    !isOurs(value)
  )
    throw new Refused('bad_input', { faults: { cursor: 'notOurPageMark' } })
  return { value, id }
}

/** Of a list that is sorted by time; `ids` where its rows have others than UUIDs. */
export function readTimeMark(cursor: string | undefined, ids: RegExp = UUID): PageMark | undefined {
  return readPageMark(cursor, isTimestampText, ids)
}

/** Cuts the one row more that was asked for, to see whether the list goes on; `mark` is the value that it is sorted by. */
export function pageOf<Row extends { readonly mark: string; readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    rows: page,
    nextCursor: last === undefined ? null : writePageMark({ value: last.mark, id: last.id }),
  }
}

export function isTimestampText(text: string): boolean {
  const [, date, time] = TIMESTAMP.exec(text) ?? []
  if (date === undefined) return false
  const at = Date.parse(`${date}T${time}Z`)
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(date)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
