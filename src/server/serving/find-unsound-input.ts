/**
 * What no endpoint can use, whatever its schema says: NUL (PostgreSQL answers an error), halves of surrogate pairs, and
 * JSON nested deeper than any form is.
 */

export type Unsound = { readonly path: string }

const DEEPEST = 16

/** The first unsound value of an input by its path, or null. Does not recurse deeper than `DEEPEST`. */
export function findUnsound(input: unknown, path: readonly string[] = []): Unsound | null {
  if (typeof input === 'string')
    return input.includes('\0') || !input.isWellFormed() ? { path: path.join('.') } : null
  if (typeof input !== 'object' || input === null) return null
  if (path.length >= DEEPEST) return { path: path.join('.') }
  for (const [key, value] of Object.entries(input)) {
    const unsound = findUnsound(key) === null ? findUnsound(value, [...path, key]) : { path: path.join('.') }
    if (unsound !== null) return unsound
  }
  return null
}
