/** Customers, or crews, who look like the same person, each found by an index. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import type { AccountRow } from './queries.ts'

const MOST = 10
const MOST_OF_A_KIND = 20
/** A card or bank account that more accounts share is a company's, and says of nobody who it is. */
const MOST_OF_A_CARD = 3

type Candidate = Pick<
  AccountRow,
  'id' | 'name' | 'email' | 'phone' | 'created_at' | 'brand' | 'last4' | 'bank_name' | 'bank_last4'
> & {
  readonly alike: readonly ('email' | 'phone' | 'card' | 'bank' | 'name')[]
}

/** Those who share most come first. */
export async function findCandidates(
  db: Db,
  { marketId }: OperatorScope,
  { id, type, name, email, phone }: Pick<AccountRow, 'id' | 'type' | 'name' | 'email' | 'phone'>,
): Promise<readonly Candidate[]> {
  const found = sql.join(
    [
      ...(email === '' ? [] : [idsBy(type, 'email', sql`lower(users.email) = lower(${email})`)]),
      ...(phone === null ? [] : [idsBy(type, 'phone', sql`users.phone = ${phone}`)]),
      idsBy(type, 'name', sql`users.market_id = ${marketId} and users.name = ${name}`),
      type === 'Crew' ? idsByBank(id) : idsByCard(id),
    ],
    sql` union all `,
  )
  const { rows } = await sql<Candidate>`
    with alike as (
      select found.id, array_agg(distinct found.by order by found.by) as alike
      from (${found}) as found (id, by) where found.id <> ${id} group by found.id
    )
    select users.id, users.name, users.email, users.phone, users.created_at, method.brand, method.last4,
      payout.bank_name, payout.bank_last4, alike.alike
    from alike join users on users.id = alike.id
    left join payment_method method on method.user_id = users.id and method.pays_bills
    left join payout_account payout on payout.user_id = users.id
    where users.type = ${type} and users.market_id = ${marketId}
      and not exists (select from account_merge where from_id = users.id)
      and not exists (select from account_closing closing
        where closing.user_id = users.id and closing.taken_back_at is null)
    order by cardinality(alike.alike) desc, users.created_at desc, users.id
    limit ${MOST}
  `.execute(db)
  return rows
}

const idsBy = (type: AccountRow['type'], by: string, where: RawBuilder<unknown>) =>
  sql`(select users.id, ${by}::text from users where ${where} and users.type = ${type} limit ${MOST_OF_A_KIND})`

/** As the marks of people have it: a bank account, whoever was paid to it. */
const idsByBank = (id: UserId) => sql`(
  select counted.user_id, 'bank'::text from (
    select shared.user_id, count(*) over () as count from (
      select there.user_id from identity_mark own
      join identity_mark there on there.kind = own.kind and there.mark = own.mark
      where own.user_id = ${id} and own.kind = 'bank' and there.user_id <> ${id} limit ${MOST_OF_A_CARD + 1}
    ) as shared
  ) as counted where counted.count <= ${MOST_OF_A_CARD}
)`

const idsByCard = (id: UserId) => sql`(
  select counted.user_id, 'card'::text from (
    select shared.user_id, count(*) over () as count from (
      select there.user_id from payment_method own
      join payment_method there on there.fingerprint = own.fingerprint
      where own.user_id = ${id} and there.user_id <> ${id} limit ${MOST_OF_A_CARD + 1}
    ) as shared
  ) as counted where counted.count <= ${MOST_OF_A_CARD}
)`
