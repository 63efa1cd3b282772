import type { Db } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

export async function countProperties(db: Db, scope: CustomerScope): Promise<number> {
  const row = await db
    .selectFrom('property')
    .where('customer_id', '=', scope.userId)
    .where('removed_at', 'is', null)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export function findCard(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('payment_method')
    .where('user_id', '=', scope.userId)
    .select(['last4', 'expires_month', 'expires_year'])
    .executeTakeFirst()
}

/** Newest first. */
export function listDeclinedPayments(db: Db, scope: CustomerScope, limit: number) {
  return db
    .selectFrom('payment')
    .where('customer_id', '=', scope.userId)
    .where('state', '=', 'declined')
    .where('kind', '<>', 'invoice_part')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .select(['id', 'total_cents', 'next_attempt_at'])
    .execute()
}
