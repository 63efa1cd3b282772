import type { Db } from '../db/client.ts'
import type { UserScope } from '../scope.ts'
import { referralCodeOf } from './queries.ts'

/** What a sponsor sends: whoever opens it and registers was brought by it (seed §5). */
export async function readInvitationLink(db: Db, scope: UserScope, origin: string): Promise<string> {
  return invitationLink(origin, await referralCodeOf(db, scope))
}

export function invitationLink(origin: string, code: string): string {
  return `${origin}/get-started?sponsor=${code}`
}
