import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { UserScope } from '../scope.ts'

/** The same person with the freeze read anew: it may have begun since the request did (threats S6). */
export async function freshFrozenScope<Scope extends UserScope>(db: Db, scope: Scope): Promise<Scope> {
  const { frozen_until } = await db
    .selectFrom('users')
    .where('id', '=', scope.userId)
    .select('frozen_until')
    // A freeze that is being written is waited for: it comes before this act or after it, never beside it.
    .forShare()
    .executeTakeFirstOrThrow()
  return { ...scope, frozenUntil: frozen_until satisfies Instant | null }
}
