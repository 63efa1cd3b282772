/** What the build tells the server of a page that people open first (`scripts/page-parts.ts`). */
import type { Language } from '#domain/language.ts'

type Parts = {
  /** Built files, relative to the root, of the screen and its words. */
  readonly scripts: Readonly<Record<Language, readonly string[]>>
  /** Addresses that the page reads before it can show anything. */
  readonly reads: readonly string[]
}

/** By type of user (nothing for strangers) and path: `'Customer /jobs'`, `' /login'`. */
export type PageParts = Record<string, Parts>

/** Who was signed in on a device last; its scripts write it, for what the document brings along. */
export const LAST_TYPE_COOKIE = 'crew_last_type'
