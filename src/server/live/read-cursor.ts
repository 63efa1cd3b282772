/** How far a listener has read: a snapshot of transactions. */
/** `pg_snapshot` as text: `xmin:xmax:xip,xip`. */
export type Cursor = string & { readonly __cursor: true }

/** Null for what is no cursor of ours. */
export function parseCursor(text: string): Cursor | null {
  return isCursor(text) ? text : null
}

function isCursor(text: string): text is Cursor {
  if (!/^\d{1,15}:\d{1,15}:(\d{1,15}(,\d{1,15})*)?$/.test(text)) return false
  const { oldest, next, running } = partsOf(text)
  return (
    oldest > 0 &&
    oldest <= next &&
    running.every((each, index) => each >= (running[index - 1] ?? oldest) && each < next)
  )
}

/** Answers which transactions a cursor has seen. */
export function seenBy(cursor: Cursor): (xact: number) => boolean {
  const { oldest, next, running } = partsOf(cursor)
  return (xact) => xact < oldest || (xact < next && !running.includes(xact))
}

function partsOf(cursor: string) {
  const [oldest = '', next = '', running = ''] = cursor.split(':')
  return {
    oldest: Number(oldest),
    next: Number(next),
    running: running.split(',').filter(Boolean).map(Number),
  }
}
