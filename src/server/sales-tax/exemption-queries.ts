/** Certificates of exemption, of one customer or of a market's. */
import { sql } from 'kysely'
import type { TaxExemptionId, UserId } from '#domain/ids.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { CustomerScope, OperatorScope, UserScope } from '../scope.ts'

/** More than anybody needs, at once and over the years. */
const MOST_SHOWN = 50

const COLUMNS = [
  'exemption.id',
  'exemption.customer_id',
  'exemption.number',
  'exemption.issued_by',
  'exemption.starts_on',
  'exemption.expires_on',
  'exemption.ended_on',
  'exemption.state',
  'exemption.note',
  'exemption.asked_at',
  'exemption.decided_at',
  'exemption.file_type',
] as const

export type ExemptionRow = Awaited<ReturnType<typeof listOwn>>[number]

export function listOwn(db: Db, scope: CustomerScope) {
  return db
    .selectFrom('tax_exemption as exemption')
    .where('customer_id', '=', scope.userId)
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .select(COLUMNS)
    .execute()
}

export async function insertExemption(
  db: Db,
  scope: CustomerScope,
  given: {
    readonly id: TaxExemptionId
    readonly number: string
    readonly issuedBy: string
    readonly startsOn: LocalDate
    readonly expiresOn: LocalDate
    readonly storageKey: string
    readonly fileType: 'image/webp' | 'application/pdf'
    readonly at: Instant
  },
): Promise<void> {
  await db
    .insertInto('tax_exemption')
    .values({
      id: given.id,
      customer_id: scope.userId,
      number: given.number,
      issued_by: given.issuedBy,
      starts_on: given.startsOn,
      expires_on: given.expiresOn,
      storage_key: given.storageKey,
      file_type: given.fileType,
      asked_at: toTimestamp(given.at),
    })
    .execute()
}

/** Locks the customer, so that what is handed in at once is counted. */
export async function countAsked(db: Db, scope: CustomerScope): Promise<number> {
  await db.selectFrom('users').where('id', '=', scope.userId).forNoKeyUpdate().select('id').execute()
  const { count } = await db
    .selectFrom('tax_exemption')
    .where('customer_id', '=', scope.userId)
    .where('state', '=', 'asked')
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** One's own, or one of the operator's market; locked where it is to be changed. */
export async function findExemption(
  db: Db,
  scope: UserScope,
  id: TaxExemptionId,
  { isLocked = false }: { isLocked?: boolean } = {},
) {
  return db
    .selectFrom('tax_exemption as exemption')
    .innerJoin('users', 'users.id', 'exemption.customer_id')
    .where('exemption.id', '=', id)
    .$if(scope.type === 'Operator', (query) => query.where('users.market_id', '=', scope.marketId))
    .$if(scope.type !== 'Operator', (query) => query.where('exemption.customer_id', '=', scope.userId))
    .$if(isLocked, (query) => query.forUpdate('exemption'))
    .select([...COLUMNS, 'exemption.storage_key', 'users.market_id'])
    .executeTakeFirst()
}

type PageOfExemptions = {
  readonly isAsked: boolean
  readonly after: { readonly value: string; readonly id: string } | undefined
  readonly limit: number
}

/** Those that wait, oldest first; those decided, newest first. */
export function listOfMarket(db: Db, scope: OperatorScope, { isAsked, after, limit }: PageOfExemptions) {
  const order = isAsked ? 'asc' : 'desc'
  const beyond = sql.raw(isAsked ? '>' : '<')
  return db
    .selectFrom('tax_exemption as exemption')
    .innerJoin('users', 'users.id', 'exemption.customer_id')
    .where('users.market_id', '=', scope.marketId)
    .where('exemption.state', isAsked ? '=' : '<>', 'asked')
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(exemption.asked_at, exemption.id) ${beyond} (${after?.value}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('exemption.asked_at', order)
    .orderBy('exemption.id', order)
    .limit(limit)
    .select([
      ...COLUMNS,
      'users.name as customer_name',
      sql<string>`to_char(exemption.asked_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'`.as(
        'mark',
      ),
    ])
    .execute()
}

export async function countAskedOfMarket(db: Db, scope: OperatorScope): Promise<number> {
  const { count } = await db
    .selectFrom('tax_exemption as exemption')
    .innerJoin('users', 'users.id', 'exemption.customer_id')
    .where('users.market_id', '=', scope.marketId)
    .where('exemption.state', '=', 'asked')
    .select((the) => the.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function saveDecision(
  db: Db,
  id: TaxExemptionId,
  decided: {
    readonly state: 'approved' | 'refused' | 'withdrawn'
    readonly note: string
    readonly by: UserId
    readonly at: Instant
  },
): Promise<void> {
  await db
    .updateTable('tax_exemption')
    .set({
      state: decided.state,
      note: decided.note,
      decided_by: decided.by,
      decided_at: toTimestamp(decided.at),
    })
    .where('id', '=', id)
    .execute()
}

export async function saveEnd(db: Db, id: TaxExemptionId, endedOn: LocalDate, note: string): Promise<void> {
  await db.updateTable('tax_exemption').set({ ended_on: endedOn, note }).where('id', '=', id).execute()
}

/** Marks those that expire within the days and were not reminded of, at most `limit`. */
export async function takeExpiring(
  db: Db,
  {
    marketId,
    from,
    to,
    at,
    limit,
  }: { marketId: string; from: LocalDate; to: LocalDate; at: Instant; limit: number },
) {
  const { rows } = await sql<{
    id: TaxExemptionId
    customer_id: UserId
    number: string
    expires_on: LocalDate
  }>`
    update tax_exemption set reminded_at = ${toTimestamp(at)}
    where id in (
      select exemption.id from tax_exemption exemption join users on users.id = exemption.customer_id
      where exemption.state = 'approved' and exemption.reminded_at is null and exemption.ended_on is null
        and exemption.expires_on between ${from}::date and ${to}::date and users.market_id = ${marketId}
        and not exists (
          select from tax_exemption newer where newer.customer_id = exemption.customer_id
            and newer.state in ('asked', 'approved') and newer.expires_on > exemption.expires_on
        )
      order by exemption.expires_on, exemption.id limit ${limit} for update of exemption skip locked
    )
    returning id, customer_id, number, expires_on
  `.execute(db)
  return rows
}
