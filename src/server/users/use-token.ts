import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { consumeToken, type TokenPurpose } from './token-queries.ts'

/** Single use. Throws link_invalid for one that is used, unknown or too old. */
export async function useToken(db: Db, token: string, purposes: readonly TokenPurpose[], now: Instant) {
  const row = await consumeToken(db, hashToken(token), purposes)
  if (row === undefined || row.expires_at <= now) throw new Refused('link_invalid')
  return { userId: row.user_id, goesTo: row.goes_to, purpose: row.purpose }
}
