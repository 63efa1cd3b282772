/**
 * What a helper reads stands in a schema of views that are named like the tables they show, without the rows of the
 * owner that the helper's share does not reach (decision 62). A read puts that schema before the tables, so that every
 * query, whoever wrote it, finds the views; the rule stands here alone. They are made anew after migrations, table by
 * table, from what the catalogue says: a table that comes later and names a place or a visit is covered by itself.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

export const SHARED_SCHEMA = 'shared'

const VIEWS_LOCK = 3_853_314_792

/** Names of settings of a transaction, which a view asks for; without them it answers an error. */
export const SHARE_SETTING = 'crew.share'
export const PRICES_SETTING = 'crew.sees_prices'
export const MONEY_SETTING = 'crew.sees_money'

const SHARE = `current_setting('${SHARE_SETTING}')::uuid`
const SEES_PRICES = `current_setting('${PRICES_SETTING}')::boolean`
const SEES_MONEY = `current_setting('${MONEY_SETTING}')::boolean`
const OWNER = `(select owner_id from public.share where id = ${SHARE})`
const IS_WHOLE = `(select is_whole from public.share where id = ${SHARE})`

/**
 * Asked as a list that a query makes once and looks up by hash. As a join, which “exists” becomes, the planner may walk
 * all hidden places for each row: a helper of a portfolio of 500 places waited a hundred times as long as its owner.
 */
const isOneOf = (value: string, list: string) => `coalesce(${value} in (${list}), false)`

/** The places of the owner that the share does not reach. */
const HIDDEN_PLACE = `create view shared.hidden_place as
  select place.id, place.complex_id from public.share join public.property place on place.customer_id = share.owner_id
  where share.id = ${SHARE} and not share.is_whole
    and not ${isOneOf('place.group_id', `select property_group_id from public.share_group where share_id = ${SHARE}`)}
    and not ${isOneOf(
      'place.complex_id',
      `select complex.id from public.share_group reached
        join public.complex on complex.complex_group_id = reached.complex_group_id where reached.share_id = ${SHARE}`,
    )}`

const isHidden = (place: string) => isOneOf(place, 'select id from shared.hidden_place')

const isComplexHidden = (complex: string) => isOneOf(complex, 'select complex_id from shared.hidden_place')

const through = (table: string, column: string) =>
  isHidden(`(select through.property_id from public.${table} through where through.id = seen.${column})`)

/** By which column a row leads to a place, and when it is out of reach. */
const HIDDEN_BY: Readonly<Record<string, string>> = {
  property_id: isHidden('seen.property_id'),
  visit_id: through('visit', 'visit_id'),
  weekly_job_id: through('weekly_job', 'weekly_job_id'),
  order_id: through('on_demand_order', 'order_id'),
  source_id: through('stay_source', 'source_id'),
  complex_id: isComplexHidden('seen.complex_id'),
  dispute_id: isHidden(`(select through.property_id from public.dispute
    join public.visit through on through.id = dispute.visit_id where dispute.id = seen.dispute_id)`),
}

const isGroupHidden = (column: string) =>
  `(seen.customer_id = ${OWNER} and not ${IS_WHOLE} and not exists (
    select from public.share_group reached where reached.share_id = ${SHARE} and reached.${column} = seen.id))`
const OF_ACCOUNT = `(seen.customer_id = ${OWNER} and not (${SEES_MONEY} and ${IS_WHOLE}))`
const OF_PAYMENT = `(not (${SEES_MONEY} and ${IS_WHOLE}) and exists (
  select from public.payment where payment.id = seen.payment_id and payment.customer_id = ${OWNER}))`
/** What each who looks after the places has of its own, beside what the owner has. */
const OF_ANOTHER = `(seen.customer_id = ${OWNER} and seen.share_id is distinct from ${SHARE})`
const TIP = `(seen.customer_id = ${OWNER} and not ${SEES_MONEY})`

/** What is hidden besides, by table. */
const HIDDEN_OF: Readonly<Record<string, string>> = {
  property: isHidden('seen.id'),
  complex: isComplexHidden('seen.id'),
  property_group: isGroupHidden('property_group_id'),
  complex_group: isGroupHidden('complex_group_id'),
  bulk_change: OF_ANOTHER,
  job_filter: OF_ANOTHER,
  payment: OF_ACCOUNT,
  invoice: OF_ACCOUNT,
  credit_change: OF_ACCOUNT,
  coupon_use: OF_ACCOUNT,
  write_off: OF_ACCOUNT,
  tax_exemption: OF_ACCOUNT,
  billing_details: OF_ACCOUNT,
  billing_terms: OF_ACCOUNT,
  payment_line: OF_PAYMENT,
  refund: OF_PAYMENT,
  chargeback: OF_PAYMENT,
  payment_method: `(seen.user_id = ${OWNER} and not (${SEES_MONEY} and ${IS_WHOLE}))`,
  tip: TIP,
  waiting_tip: TIP,
  price: `(not ${SEES_PRICES})`,
  extra_work: `(not ${SEES_PRICES})`,
}

/** What is hidden of a row that shows. */
const HIDDEN_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  visit: { price_lines: SEES_PRICES, price_cents: SEES_PRICES },
}

/** Before migrations: a table whose column goes may have no view that shows it. */
export async function dropSharedViews<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`drop schema if exists ${sql.id(SHARED_SCHEMA)} cascade`.execute(db)
}

/** After migrations, by the owner of the tables. Changes nothing where all is as it should be. */
export async function makeSharedViews<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${VIEWS_LOCK})`.execute(trx)
    const tables = await readColumns(trx)
    // A database of before shares, as tests of migrations make.
    if (!tables.has('share_group')) return
    const views = [...tables].flatMap(([table, columns]) => viewOf(table, columns) ?? [])
    const definitions = [HIDDEN_PLACE, ...views]
    const mark = createHash('sha256').update(definitions.join(';')).digest('hex')
    if (await isMade(trx, mark, definitions.length)) return
    await dropSharedViews(trx)
    await sql`create schema ${sql.id(SHARED_SCHEMA)}`.execute(trx)
    for (const definition of definitions) await sql.raw(definition).execute(trx)
    await sql.raw(`comment on schema ${SHARED_SCHEMA} is '${mark}'`).execute(trx)
  })
}

/** The application reads them, and nothing more. */
export async function grantSharedViews<Tables>(db: Kysely<Tables>, role: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace
    where nspname = ${SHARED_SCHEMA} and not (has_schema_privilege(${role}, oid, 'usage') and not exists (
      select from pg_class where relnamespace = pg_namespace.oid and relkind = 'v'
        and not has_table_privilege(${role}, pg_class.oid, 'select')))
  `.execute(db)
  if (rows.length === 0) return
  await sql`grant usage on schema ${sql.id(SHARED_SCHEMA)} to ${sql.id(role)}`.execute(db)
  await sql`grant select on all tables in schema ${sql.id(SHARED_SCHEMA)} to ${sql.id(role)}`.execute(db)
}

async function readColumns<Tables>(db: Kysely<Tables>): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    group by relname order by relname
  `.execute(db)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

function viewOf(table: string, columns: readonly string[]): string | null {
  const hidden = [
    ...Object.entries(HIDDEN_BY).flatMap(([column, rule]) => (columns.includes(column) ? rule : [])),
    ...(HIDDEN_OF[table] === undefined ? [] : [HIDDEN_OF[table]]),
  ]
  if (hidden.length === 0 || table.startsWith('share')) return null
  const shown = columns.map((column) => {
    const rule = HIDDEN_COLUMNS[table]?.[column]
    const name = `seen."${column}"`
    return rule === undefined
      ? name
      : `case when seen.customer_id <> ${OWNER} or ${rule} then ${name} end as "${column}"`
  })
  const rules = hidden.map((rule) => `not ${rule}`).join('\n    and ')
  return `create view shared."${table}" as select ${shown.join(', ')} from public."${table}" seen\n  where ${rules}`
}

async function isMade<Tables>(db: Kysely<Tables>, mark: string, count: number): Promise<boolean> {
  const { rows } = await sql<{ mark: string | null; count: number }>`
    select obj_description(oid, 'pg_namespace') as mark,
      (select count(*)::int from pg_class where relnamespace = pg_namespace.oid and relkind = 'v') as count
    from pg_namespace where nspname = ${SHARED_SCHEMA}
  `.execute(db)
  return rows[0]?.mark === mark && rows[0].count === count
}
