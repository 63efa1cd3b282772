/** Whether this device keeps what somebody read, known before its database is opened. */
const MARK = 'crew_keeps'

/** What is kept from now on, or is to be forgotten: a page that goes away meanwhile leaves that to the next one. */
export function markKept(isKept: boolean): void {
  try {
    localStorage.setItem(MARK, isKept ? 'yes' : 'forget')
  } catch {
    return
  }
}

export function markForgotten(): void {
  try {
    localStorage.removeItem(MARK)
  } catch {
    return
  }
}

/** What is kept may be shown, or is to be forgotten; nothing was ever kept where it is undefined. */
export function keptHere(): 'yes' | 'forget' | undefined {
  try {
    const mark = localStorage.getItem(MARK)
    if (mark === null) return undefined
    return mark === 'forget' ? 'forget' : 'yes'
  } catch {
    return undefined
  }
}
