/** Whether this device keeps what somebody read, known before its database is opened. */
const MARK = 'crew_keeps'

export function markKept(isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(MARK, '1')
    else localStorage.removeItem(MARK)
  } catch {
    return
  }
}

export function hasKept(): boolean {
  try {
    return localStorage.getItem(MARK) === '1'
  } catch {
    return false
  }
}
