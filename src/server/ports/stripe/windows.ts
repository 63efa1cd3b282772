/** Stripe lists newest first; what is to be read oldest first is read window of time by window of time. */
import { HOUR_MS, type Instant, instant } from '#domain/time.ts'
import { ask } from './failures.ts'
import { secondsOf } from './values.ts'

/** What the client answers to a list: its first page when it is awaited, everything when it is gone through. */
type Listing<Item> = PromiseLike<{ readonly data: readonly Item[]; readonly has_more: boolean }> &
  AsyncIterable<Item>
type Window = { readonly gte: number; readonly lt: number }

const PAGE = 100
const FIRST_WINDOW_MS = 24 * HOUR_MS

type Span = { readonly since: Instant; readonly until: Instant }

export async function* oldestFirst<Item>(
  list: (created: Window, limit: number) => Listing<Item>,
  span: Span,
): AsyncGenerator<Item> {
  for await (const { items } of windowsOldestFirst(list, span)) yield* items
}

/**
 * A window that is almost empty doubles the next, one that is full is halved, down to an hour. Each says up to when all
 * has been read.
 */
export async function* windowsOldestFirst<Item>(
  list: (created: Window, limit: number) => Listing<Item>,
  { since, until }: Span,
): AsyncGenerator<{ readonly items: readonly Item[]; readonly until: Instant }> {
  let from = Math.max(0, since)
  let width = FIRST_WINDOW_MS
  while (from <= until) {
    const created = { gte: secondsOf(instant(from)), lt: secondsOf(instant(from + width)) }
    const page = await ask(() => list(created, PAGE))
    if (page.has_more && width > HOUR_MS) {
      width = Math.max(HOUR_MS, width / 2)
      continue
    }
    const items = page.has_more ? await ask(() => Array.fromAsync(list(created, PAGE))) : [...page.data]
    from += width
    yield { items: items.reverse(), until: instant(created.lt * 1_000) }
    if (page.data.length < PAGE / 2) width *= 2
  }
}
