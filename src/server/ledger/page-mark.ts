/** Where a list that is sorted by time, newest first, goes on: the instant and id of the last row, as opaque text. */
import type { Instant } from '#domain/time.ts'
import { Refused } from '../refused.ts'

export type PageMark = { readonly at: Instant; readonly id: string }

function toCursor({ at, id }: PageMark): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** Throws bad_input for a text that no list has given out. */
export function fromCursor(cursor: string | undefined): PageMark | null {
  if (cursor === undefined) return null
  const parts = /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (parts === null) throw new Refused('bad_input', { faults: { cursor: 'listChanged' } })
  return { at: Number(parts[1]) as Instant, id: parts[2]! }
}

/** Cuts the one row more that was asked for, to see whether the list goes on. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  markOf: (row: Row) => PageMark,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  return { rows: page, nextCursor: rows.length > limit ? toCursor(markOf(page.at(-1)!)) : null }
}
