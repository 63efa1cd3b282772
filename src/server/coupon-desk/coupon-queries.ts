/** Coupons as operators write and read them, each with its versions and with who used it. */
import { sql, type Updateable } from 'kysely'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { CouponFacts } from '#domain/pricing/coupons.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { CouponRow } from '../coupons/queries.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { Database } from '../db/tables.ts'
import { pageOf, readPageMark, readTimeMark } from '../page-mark.ts'
import type { OperatorScope } from '../scope.ts'

const COUPONS_SHOWN = 50
const USES_SHOWN = 50
const VERSIONS_SHOWN = 20
const CODES = /^[A-Za-z0-9_-]{1,32}$/

/** Those of the city on the desk and of every city, by code. */
export async function listCoupons(db: Db, { marketId }: OperatorScope, cursor: string | undefined) {
  const after = readPageMark(cursor, (value) => CODES.test(value), CODES)
  const rows = await db
    .selectFrom('coupon')
    .where((where) => where.or([where('market_id', 'is', null), where('market_id', '=', marketId)]))
    .$if(after !== undefined, (query) => query.where('code', '>', after!.id))
    .orderBy('code')
    .limit(COUPONS_SHOWN + 1)
    .selectAll()
    .execute()
  const { rows: page, nextCursor } = pageOf(
    rows.map((row) => ({ ...row, id: row.code, mark: row.code })),
    COUPONS_SHOWN,
  )
  return { rows: page, nextCursor }
}

/** Null where it is another city's. */
export function findShownCoupon(db: Db, { marketId }: OperatorScope, code: string) {
  return db
    .selectFrom('coupon')
    .where((eb) => eb(eb.fn<string>('upper', ['code']), '=', code.toUpperCase()))
    .where((where) => where.or([where('market_id', 'is', null), where('market_id', '=', marketId)]))
    .selectAll()
    .executeTakeFirst()
}

/** Of two that begin at once only one gets a code. */
export async function lockCodes(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('codes of coupons', 0))`.execute(db)
}

type Columns = Omit<Updateable<Database['coupon']>, 'code' | 'version' | 'use_count' | 'given_cents'>
type Written = {
  readonly kind: 'made' | 'changed' | 'ended' | 'resumed'
  readonly facts: CouponFacts
  readonly by: UserId
  readonly now: Instant
}

export async function insertCoupon(
  db: Db,
  coupon: Columns & { readonly code: string; readonly name: string },
  written: Written,
): Promise<void> {
  await db.insertInto('coupon').values(coupon).execute()
  await insertVersion(db, coupon.code, 1, written)
}

export async function updateCoupon(
  db: Db,
  { code, version }: Pick<CouponRow, 'code' | 'version'>,
  columns: Columns,
  written: Written,
): Promise<number> {
  const next = version + 1
  await db
    .updateTable('coupon')
    .set({ ...columns, version: next })
    .where('code', '=', code)
    .execute()
  await insertVersion(db, code, next, written)
  return next
}

async function insertVersion(db: Db, code: string, version: number, { kind, facts, by, now }: Written) {
  await db
    .insertInto('coupon_version')
    .values({
      coupon_code: code,
      version,
      kind,
      facts: toJson(facts),
      saved_at: toTimestamp(now),
      saved_by: by,
    })
    .execute()
}

/** Newest first. */
export function listVersions(db: Db, _scope: OperatorScope, code: string) {
  return db
    .selectFrom('coupon_version')
    .innerJoin('users', 'users.id', 'coupon_version.saved_by')
    .where('coupon_version.coupon_code', '=', code)
    .orderBy('coupon_version.version', 'desc')
    .limit(VERSIONS_SHOWN)
    .select([
      'coupon_version.kind',
      'coupon_version.facts',
      'coupon_version.saved_at',
      'users.name as saved_by_name',
    ])
    .execute()
}

type UseRow = {
  id: string
  customer_id: UserId
  customer_name: string
  service_key: string
  amount_cents: number
  used_at: Instant
  visit_id: VisitId | null
  mark: string
}

/** Of customers of the city on the desk, newest first. */
export async function listUses(
  db: Db,
  { marketId }: OperatorScope,
  { code, cursor }: { readonly code: string; readonly cursor?: string | undefined },
) {
  const after = readTimeMark(cursor)
  const { rows } = await sql<UseRow>`
    select used.work_id as id, used.customer_id, users.name as customer_name, used.amount_cents, used.used_at,
      used.visit_id, coalesce(visit.service_key, wanted.service_key) as service_key,
      (used.used_at at time zone 'UTC')::text || '+00' as mark
    from coupon_use used
    join users on users.id = used.customer_id
    left join visit on visit.id = used.visit_id
    left join on_demand_order wanted on wanted.id = used.order_id
    where used.coupon_code = ${code} and users.market_id = ${marketId}
      and (${after?.value ?? null}::timestamptz is null
        or (used.used_at, used.work_id) < (${after?.value ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by used.used_at desc, used.work_id desc
    limit ${USES_SHOWN + 1}
  `.execute(db)
  return pageOf(rows, USES_SHOWN)
}

export async function hasService(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('service')
    .where('key', '=', key)
    .where('is_active', '=', true)
    .select('key')
    .executeTakeFirst()
  return row !== undefined
}

type Wanted = Pick<CouponFacts, 'isOfMarket' | 'serviceKey' | 'isFirstOrderOnly'>

/** Customers who are there, or who have ordered nothing yet. */
export async function countCustomers(
  db: Db,
  { marketId }: OperatorScope,
  { isOfMarket, isFirstOrderOnly }: Wanted,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from users
    where type = 'Customer' and (not ${isOfMarket}::boolean or market_id = ${marketId})
      and (not ${isFirstOrderOnly}::boolean
        or not exists (select from visit where customer_id = users.id and price_lines is not null))
  `.execute(db)
  return rows[0]!.count
}

/** From the sums of days; a coupon for first orders is for the newcomers of those days. */
export async function sumWorks(
  db: Db,
  { marketId }: OperatorScope,
  { isOfMarket, serviceKey, isFirstOrderOnly }: Wanted,
  { from, until }: { readonly from: LocalDate; readonly until: LocalDate },
): Promise<{ works: number; cents: number }> {
  const { rows } = await sql<{ works: number; cents: number }>`
    select
      coalesce(sum(least(completed, case when ${isFirstOrderOnly}::boolean then new_customers else completed end)), 0)::integer
        as works,
      coalesce(round(sum(case
        when not ${isFirstOrderOnly}::boolean then revenue_cents
        when completed = 0 then 0
        else revenue_cents::numeric * least(new_customers, completed) / completed
      end)), 0)::bigint as cents
    from daily_number
    where date >= ${from}::date and date < ${until}::date
      and (not ${isOfMarket}::boolean or market_id = ${marketId})
      and (${serviceKey}::text is null or service_key = ${serviceKey})
  `.execute(db)
  return rows[0]!
}
