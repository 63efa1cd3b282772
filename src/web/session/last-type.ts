/** Who was signed in on this device last: which home to bring, and which frame to draw, before the user is known. */
import type { UserType } from '#web/urls.ts'
import { isSignedIn } from './cookies.ts'

const LAST_TYPE_KEY = 'crew_last_type'

export function rememberType(type: UserType): void {
  try {
    localStorage.setItem(LAST_TYPE_KEY, type)
  } catch {
    return
  }
}

/** Whether anybody ever signed in here: who never did is a stranger, and is not welcomed back. */
export function isKnownDevice(): boolean {
  try {
    return localStorage.getItem(LAST_TYPE_KEY) !== null
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
