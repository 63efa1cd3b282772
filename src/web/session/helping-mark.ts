/** Whether this browser works on somebody else's places, known before the user is: of those nothing is kept here. */
export const HELPING_MARK = 'crew_helping'

export function isHelping(): boolean {
  try {
    return localStorage.getItem(HELPING_MARK) !== null
  } catch {
    return false
  }
}
