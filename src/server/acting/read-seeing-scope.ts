/** Whose pages a call reads that an operator makes to see what a person sees. */
import { HIDDEN_FROM_SEEING, onlyReads } from '#contract/acting.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isId, type SeeingId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { isReadOnly } from '../db/errors.ts'
import { Refused } from '../refused.ts'
import { isOperator, mintScopeOf, type UserScope } from '../scope.ts'
import { findSeen } from './seeing-queries.ts'

type Asked = {
  readonly key: string
  readonly endpoint: Endpoint
  readonly scope: UserScope | null
  /** The header `Seeing-As`. */
  readonly seeingAs: unknown
}

/** Null where the call is nobody's looking. Refuses whatever is no read, and what is the person's alone. */
export async function readSeeingScope(
  app: App,
  { key, endpoint, scope, seeingAs }: Asked,
): Promise<UserScope | null> {
  if (seeingAs === undefined) return null
  if (scope === null) throw new Refused('sign_in_needed')
  if (!isOperator(scope)) throw new Refused('forbidden')
  const seen =
    typeof seeingAs === 'string' && isId<SeeingId>(seeingAs)
      ? await findSeen(app.db, scope, seeingAs)
      : undefined
  if (seen === undefined || seen.ends_at <= app.ports.clock.now()) throw new Refused('seeing_ended')
  if (!onlyReads(key)) throw new Refused('seeing_only')
  if (endpoint.repliesFile || HIDDEN_FROM_SEEING.has(key)) throw new Refused('seeing_hidden')
  return mintScopeOf({ ...seen, locale: scope.locale })
}

/** The database itself lets such a call change nothing, whatever its name says. */
export async function answerReading<Answer>(
  app: App,
  answer: (app: App) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await app.db
      .transaction()
      .setAccessMode('read only')
      .execute((trx) => answer({ ...app, db: trx }))
  } catch (error) {
    if (isReadOnly(error)) throw new Refused('seeing_only')
    throw error
  }
}
