/** Whom a call is made for: the person who asks, or the one that an operator names in `Acting-For`. */
import type { Endpoint } from '#contract/endpoint.ts'
import { isId, type UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import { isOperator, mintScopeOf, type UserScope } from '../scope.ts'
import { findHolder } from './queries.ts'

const TYPE_OF = { customer: 'Customer', crew: 'Crew' } as const

type Asked = {
  readonly key: string
  readonly endpoint: Endpoint
  readonly scope: UserScope | null
  readonly actingFor: unknown
}

/**
 * The scope of the person whose things they are, which says who acts. Refusals are said in the operator's language; the
 * person is of the operator's market and of the kind that the endpoint is for.
 */
export async function readActingScope(
  app: App,
  { key, endpoint, scope, actingFor }: Asked,
): Promise<UserScope | null> {
  if (actingFor === undefined || scope === null) return scope
  const { operatorsActFor, access } = endpoint
  if (!isOperator(scope)) throw new Refused('forbidden')
  // What anybody reads is the same for everybody.
  if (access === 'public' && key.startsWith('GET ')) return scope
  if (operatorsActFor === undefined) throw new Refused('forbidden')
  if (access !== 'customer' && access !== 'crew') throw new Refused('forbidden')
  if (typeof actingFor !== 'string' || !isId<UserId>(actingFor)) throw new Refused('not_found')
  const holder = await findHolder(app.db, scope, actingFor)
  if (holder?.type !== TYPE_OF[access]) throw new Refused('not_found')
  const actedBy = { userId: scope.userId, name: scope.name }
  return mintScopeOf({ ...holder, locale: scope.locale }, { actedBy })
}
