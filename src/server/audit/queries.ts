import type { AuditAction } from '#contract/audit-actions.ts'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { JsonIn } from '../db/json-columns.ts'

/** Operators read what concerns their market: the actor's, or somebody else's where that is said, or every one. */
type Whose =
  | { readonly actorId: UserId; readonly concerns?: UserId | 'every market' | { readonly marketId: string } }
  /** Null where the product acted by itself. */
  | { readonly actorId: UserId | null; readonly concerns: UserId }

type Entry = Whose & {
  readonly action: AuditAction
  /** The id or key of what was acted on. */
  readonly subject: string
  readonly detail?: JsonIn<'audit_entry.detail'>
  readonly at: Instant
}

/** Who did what, for operators to look up; in the transaction of what was done. */
export async function recordAudit(
  db: Db,
  { actorId, concerns, action, subject, detail = {}, at }: Entry,
): Promise<void> {
  const market = typeof concerns === 'object' ? concerns.marketId : null
  const userId = concerns === 'every market' || typeof concerns === 'object' ? null : (concerns ?? actorId)
  await db
    .insertInto('audit_entry')
    .values((eb) => ({
      at: toTimestamp(at),
      actor_id: actorId,
      action,
      subject,
      detail: toJson(detail),
      market_id: market ?? eb.selectFrom('users').where('id', '=', userId).select('market_id'),
    }))
    .execute()
}
