/** Compares dotted versions of the native app (seed §9). */

/** Seed §4: what an app that never told its version has. */
export const DEFAULT_APP_VERSION = '0.0.0'

/**
 * Negative when `one` is older, positive when newer, 0 when equal. Missing and unreadable parts count as 0.
 * @public Promised by the seed (§9); no screen asks yet.
 */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one.split('.'), other.split('.')]
  for (let part = 0; part < Math.max(left.length, right.length); part += 1) {
    const difference = numberOf(left[part]) - numberOf(right[part])
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}

function numberOf(part: string | undefined): number {
  const digits = /^\d+/.exec((part ?? '').trim())
  return digits === null ? 0 : Number(digits[0])
}
