/** In the first download, beside the navigation; what else somebody may on an owner's places stands in `session/looks-after.ts`. */
import type { User } from '#web/session/user.ts'

/** Pages that are the owner's, or of whoever settles for everything. */
export function mayOpenHere(user: Pick<User, 'looks_after'> | undefined, key: string): boolean {
  const share = user?.looks_after
  if (!share) return true
  if (key === 'billing') return share.isWhole && share.rights.includes('pay')
  return key !== 'ondemand' && key !== 'customerCommissions'
}
