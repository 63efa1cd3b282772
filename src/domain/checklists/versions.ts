/** Lists are kept in versions: a visit keeps those that its crew saw when it began. */
import { DAY_MS, type Instant } from '../time.ts'

export type Version = {
  readonly version: number
  readonly savedAt: Instant
  /** Null while it holds. */
  readonly replacedAt: Instant | null
}

/** As long as a phone shows what it last read (`src/web/offline`). */
const SEEN_FOR_MS = 7 * DAY_MS

/**
 * The version that a visit keeps which began at `at`: the one that its phone showed, which may have read it days before,
 * otherwise the one that held then. Null where there was none.
 */
export function versionAt<Kept extends Version>(
  versions: readonly Kept[],
  at: Instant,
  seen: number | null,
): Kept | null {
  const shown = versions.find(({ version }) => version === seen)
  if (shown !== undefined && couldBeSeen(shown, at)) return shown
  const held = versions.filter(({ savedAt }) => savedAt <= at)
  return held.reduce<Kept | null>((last, each) => (last && last.version > each.version ? last : each), null)
}

function couldBeSeen({ savedAt, replacedAt }: Version, at: Instant): boolean {
  return savedAt <= at && (replacedAt === null || replacedAt > at - SEEN_FOR_MS)
}
