/**
 * Which statements are prepared. Planning a select costs many times what running it does, and PostgreSQL keeps the plan of
 * a statement that has a name, for each connection. What is asked again and again gets one; what is asked once, as lists of
 * every length are, gets none, and there are never more than so many, since each connection keeps each.
 */
import { errorCode, errorText } from '../error-code.ts'

export type StatementNames = {
  /** Undefined where it is better planned each time. */
  nameOf(text: string): string | undefined
  /** An error of this statement under its name: from now on it has another, or none. */
  heed(error: unknown, text: string, name: string): void
}

/** In the life of a process: what people ask all day is there within its first minute. */
const OFTEN = 10
/** A plan takes some tens of kilobytes: with 12 connections 400 of them stay below a hundred megabytes. */
const MOST_NAMED = 400
/** Of whose asking is kept count before the counting begins anew. */
const MOST_COUNTED = 4_000
const LONGEST_TEXT = 16_000

export const NO_NAMES: StatementNames = { nameOf: () => undefined, heed: () => {} }

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  let given = 0
  let isGivenUp = false

  const giveName = (text: string) => {
    const name = `crew_${given++}`
    names.set(text, name)
    return name
  }

  const count = (text: string) => {
    const times = (counts.get(text) ?? 0) + 1
    if (times >= OFTEN) {
      counts.delete(text)
      return giveName(text)
    }
    if (counts.size >= MOST_COUNTED) counts.clear()
    counts.set(text, times)
    return undefined
  }

  return {
    nameOf: (text) => {
      if (isGivenUp) return undefined
      const known = names.get(text)
      if (known !== undefined) return known
      if (names.size >= MOST_NAMED || text.length > LONGEST_TEXT || !isPlanned(text)) return undefined
      return count(text)
    },
    heed: (error, text, name) => {
      if (isNameless(error)) isGivenUp = true
      // Of several connections the first that hears it says so for all.
      else if (isOutdated(error) && names.get(text) === name) giveName(text)
    },
  }
}

/**
 * Beginning and ending a transaction is not; and what changes rows is planned each time, since it often changes many: a
 * plan kept from when a table was small would read the grown one whole for each of them.
 */
function isPlanned(text: string): boolean {
  return /^\s*select\b/i.test(text)
}

/** A name broke, not the statement: the transaction may be done again, with another name or none. */
export function isOfNames(error: unknown): boolean {
  return isOutdated(error) || isNameless(error)
}

/** What it answers is another now, as after another release changed a table. */
function isOutdated(error: unknown): boolean {
  return errorCode(error) === '0A000' && errorText(error, 'routine') === 'RevalidateCachedQuery'
}

/** A pooler that nobody told us of gave us another's session. */
function isNameless(error: unknown): boolean {
  return ['26000', '42P05'].includes(errorCode(error))
}
