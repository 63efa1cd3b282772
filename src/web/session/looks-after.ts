/** Whose places this browser works on, and what it may do there. A courtesy: the server decides about every call. */
import type { Right } from '#domain/sharing/rights.ts'
import { type User, useUser } from './user.ts'

type Own = Pick<User, 'looks_after'> | undefined

/** `isWhole`: of what is the account's. On one's own places one may everything. */
export function mayHere(user: Own, right: Right, isWhole = false): boolean {
  const share = user?.looks_after
  if (!share) return true
  return share.rights.includes(right) && (share.isWhole || !isWhole)
}

export function useMayHere(): (right: Right, isWhole?: boolean) => boolean {
  const user = useUser()
  return (right, isWhole) => mayHere(user, right, isWhole)
}
