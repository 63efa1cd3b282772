/** Credit that customers were given and have not used: their balance in the books. */
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'

/** Locks the customer's row, so that two bills made at once cannot both use the same credit. */
export async function lockCustomerCredit(db: Db, customerId: UserId): Promise<Cents> {
  await db.selectFrom('users').where('id', '=', customerId).forNoKeyUpdate().select('id').execute()
  return customerCredit(db, customerId)
}

export async function customerCredit(db: Db, customerId: UserId): Promise<Cents> {
  const { rows } = await sql<{ credit: number }>`
    select coalesce(-sum(posting.amount_cents), 0)::bigint as credit
    from ledger_account account join ledger_posting posting on posting.account_id = account.id
    where account.kind = 'customer_credit' and account.owner_id = ${customerId}
  `.execute(db)
  return cents(Math.max(0, rows[0]!.credit))
}
