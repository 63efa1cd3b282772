/** For whom a call is made in a browser that works on the places of somebody else. */
import type { Endpoint } from '#contract/endpoint.ts'
import { SHARED_CALLS } from '#contract/shared-calls.ts'
import { mayShare } from '#domain/sharing/rights.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { type CustomerScope, type Helper, mintScopeOf } from '../scope.ts'
import { findOwner, listAccounts } from './queries.ts'

type Asked = { readonly key: string; readonly endpoint: Endpoint; readonly session: Session | null }

/**
 * The owner's scope, which says who asks; null where the call is about whoever is signed in. Refuses what is the owner's
 * alone, what the role does not hold, and everything of an owner once it ended the access.
 */
export async function readSharedScope(
  app: App,
  { key, endpoint, session }: Asked,
): Promise<CustomerScope | null> {
  const share = session?.share ?? null
  if (session === null || share === null) return null
  const need = SHARED_CALLS[key]
  if (need === undefined && endpoint.access !== 'customer') return null
  if (share.isEnded) throw new Refused('share_ended')
  if (need === undefined) throw new Refused('share_owner_only')
  if (!mayShare(share, need)) throw new Refused('share_forbids')
  const owner = await findOwner(app.db, share.ownerId)
  if (owner === undefined) throw new Refused('share_ended')
  const { userId, name, locale } = session.scope
  const { shareId, role, isWhole } = share
  return mintScopeOf(
    { ...owner, type: 'Customer', locale },
    { helper: { shareId, userId, name, role, isWhole } },
  )
}

/** The owners of whose places somebody hears, each with what it may do there: for what is sent to it unasked. */
export async function readScopesOfHelper(
  db: Db,
  { userId, name, locale }: CustomerScope,
): Promise<readonly { readonly scope: CustomerScope; readonly helper: Helper }[]> {
  const shares = (await listAccounts(db, userId)).filter((share) => share.gets_notices)
  const found = await Promise.all(
    shares.map(async ({ id, owner_id, role, is_whole: isWhole }) => {
      const owner = await findOwner(db, owner_id)
      if (owner === undefined) return []
      const helper = { shareId: id, userId, name, role, isWhole }
      return { scope: mintScopeOf({ ...owner, type: 'Customer', locale }, { helper }), helper }
    }),
  )
  return found.flat()
}
