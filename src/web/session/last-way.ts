/** How somebody signed in on this device last: that way is offered first. */
const LAST_WAY_KEY = 'crew_last_way'

const WAYS = ['password', 'code', 'passkey'] as const
export type Way = (typeof WAYS)[number]

export function rememberWay(way: Way): void {
  try {
    localStorage.setItem(LAST_WAY_KEY, way)
  } catch {
    return
  }
}

export function lastWay(): Way | undefined {
  try {
    const kept = localStorage.getItem(LAST_WAY_KEY)
    return WAYS.find((way) => way === kept)
  } catch {
    return undefined
  }
}
