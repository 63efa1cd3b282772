/** Where a list that is sorted by time, newest first, goes on: the instant and id of the last row, as opaque text. */
import { type Instant, instant } from '#domain/time.ts'
import { Refused } from '../refused.ts'
import { type Id, isId } from '#domain/ids.ts'

export type PageMark<Row extends string = string> = { readonly at: Instant; readonly id: Row }

function toCursor({ at, id }: PageMark): string {
  return Buffer.from(`${at} ${id}`).toString('base64url')
}

/** Throws bad_input for a text that no list has given out. */
export function fromCursor<Row extends Id<string>>(cursor: string | undefined): PageMark<Row> | null {
  if (cursor === undefined) return null
  const [, at, id] = /^(\d{1,15}) (\S+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (id === undefined || !isId<Row>(id))
    throw new Refused('bad_input', { faults: { cursor: 'listChanged' } })
  return { at: instant(Number(at)), id }
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
