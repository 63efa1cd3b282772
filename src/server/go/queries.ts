import type { PaymentId, UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CrewScope, UserScope } from '../scope.ts'

type GoPurpose = 'visit' | 'receipt' | 'offer' | 'share' | 'invoice'

export type WantedLink = {
  readonly purpose: GoPurpose
  readonly subjectId: string
  /** For whom it is. */
  readonly userId: UserId
  readonly now: Instant
}

/** One live link for one thing and person: that one lasts until then where it is there already. */
export async function saveGoLink(
  db: Db,
  { purpose, subjectId, userId, now }: WantedLink,
  { code, expiresAt }: { readonly code: string; readonly expiresAt: Instant },
): Promise<{ code: string; expiresAt: Instant }> {
  const row = await db
    .insertInto('go_link')
    .values({
      code,
      purpose,
      subject_id: subjectId,
      user_id: userId,
      created_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'subject_id', 'user_id'])
        .where('revoked_at', 'is', null)
        .doUpdateSet({ expires_at: toTimestamp(expiresAt) }),
    )
    .returning(['code', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { code: row.code, expiresAt: row.expires_at }
}

/** The live link with this code, counted as used. */
export function useGoLink(db: Db, code: string, now: Instant) {
  return db
    .updateTable('go_link')
    .set((the) => ({ uses: the('uses', '+', 1), last_used_at: toTimestamp(now) }))
    .where('code', '=', code)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', toTimestamp(now))
    .returning(['purpose', 'subject_id', 'user_id'])
    .executeTakeFirst()
}

/** The live codes on the doors of a crew's own visits, by visit. Whoever has the visit opens it by its code. */
export async function findDoorCodes(
  db: Db,
  _scope: CrewScope,
  visitIds: readonly VisitId[],
  now: Instant,
): Promise<ReadonlyMap<string, string>> {
  if (visitIds.length === 0) return new Map()
  const links = await db
    .selectFrom('go_link')
    .where('purpose', '=', 'visit')
    .where('subject_id', 'in', visitIds)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', toTimestamp(now))
    .orderBy('created_at')
    .select(['subject_id', 'code'])
    .execute()
  return new Map(links.map(({ subject_id: visitId, code }) => [visitId, code]))
}

/** One that pays an invoice, or says that it is paid. */
export function findInvoiceLink(db: Db, code: string, now: Instant) {
  return db
    .selectFrom('go_link')
    .where('code', '=', code)
    .where('purpose', '=', 'invoice')
    .where('expires_at', '>', toTimestamp(now))
    .where('revoked_at', 'is', null)
    .select('subject_id')
    .executeTakeFirst()
}

/** What is public of somebody who shares a code; of an account that was merged, of the one that stayed. */
export function sharerOf(db: Db, userId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', (eb) =>
      eb.fn.coalesce(
        eb.selectFrom('account_merge').where('from_id', '=', userId).select('into_id'),
        eb.val(userId),
      ),
    )
    .select(['name', 'type', 'referral_code'])
    .executeTakeFirst()
}

/** Who takes part in a visit. The caller shows it to nobody else. */
export function visitBehindLink(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .select(['customer_id', 'crew_id', 'date'])
    .executeTakeFirst()
}

export async function isOwnPayment(db: Db, scope: UserScope, paymentId: PaymentId): Promise<boolean> {
  const payment = await db
    .selectFrom('payment')
    .where('id', '=', paymentId)
    .where('customer_id', '=', scope.userId)
    .select('id')
    .executeTakeFirst()
  return payment !== undefined
}
