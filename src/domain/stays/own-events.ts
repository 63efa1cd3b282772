/**
 * Our own calendars travel: a host gives one to a platform, the platform gives it back in its feed, and a visit would
 * become a stay. Whatever we write is therefore named so that we know it again.
 */
const OWN_DOMAIN = 'events.crew'
export const OWN_PRODUCT = '-//Crew//Calendar//EN'

/** The UID of an event in a calendar of ours, the same for as long as it is the same thing. @public */
export function ownUid(id: string): string {
  return `${id}@${OWN_DOMAIN}`
}

/** Also where a platform has put something of its own before or after it. */
export function isOwnUid(uid: string): boolean {
  return uid.toLowerCase().includes(`@${OWN_DOMAIN}`)
}
