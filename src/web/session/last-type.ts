/** Who was signed in on this device last: which home to bring, and which frame to draw, before the user is known. */
import type { UserType } from '#web/urls.ts'
import { isSignedIn } from './cookies.ts'

const LAST_TYPE_KEY = 'crew_last_type'

export function rememberType(type: UserType): void {
  try {
    localStorage.setItem(LAST_TYPE_KEY, type)
    document.querySelector('[data-drawn]')?.removeAttribute('data-drawn')
  } catch {
    return
  }
}

/**
 * Whether anybody ever signed in here: who never did is a stranger, and is not welcomed back. Where the document came
 * drawn for a stranger it stays so, whatever is remembered: nothing changes under the eyes.
 */
export function isKnownDevice(): boolean {
  try {
    return localStorage.getItem(LAST_TYPE_KEY) !== null && !document.querySelector('[data-drawn]')
  } catch {
    return true
  }
}

/** A guess; undefined where nobody is signed in. */
export function lastType(): UserType | undefined {
  if (!isSignedIn()) return undefined
  try {
    const type = localStorage.getItem(LAST_TYPE_KEY)
    return type === 'Customer' || type === 'Crew' || type === 'Operator' ? type : undefined
  } catch {
    return undefined
  }
}
