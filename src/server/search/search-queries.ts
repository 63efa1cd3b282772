/** The one table that is searched, and what a number names. Each read is bounded, however many people there are. */
import { type RawBuilder, sql } from 'kysely'
import type { FoundKind } from '#contract/search.ts'
import type { SearchEntryId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

const MOST_FOUND = 30
/** Of those that have the words, however common these are, so many are looked at. */
const MOST_LOOKED_AT = 400
/** Nobody chooses ids: more of a kind begin alike only in a town of millions. */
const MOST_OF_KIND = 5
/** Pinned and opened, in every city of the operator. */
const MOST_MARKED = 200
const MOST_RECENT = 12

const COLUMNS = sql`entry.kind, entry.subject_id as id, entry.owner_id, entry.title, entry.detail, entry.is_removed,
  case when entry.subject_id = entry.owner_id then null else owner.name end as owner_name`

export type FoundRow = {
  readonly kind: FoundKind
  readonly id: SearchEntryId
  readonly owner_id: UserId
  readonly owner_name: string | null
  readonly title: string
  readonly detail: string
  readonly is_removed: boolean
}

/** What a number on paper names; an invoice's own number, by which its paper is called, comes in its parts. */
export type NumberedRow = FoundRow & { readonly year: number | null; readonly number: number | null }

/**
 * Those whose title is or begins with what was typed come first; then those that have a word for each word typed. A
 * phone's digits count as one word, however they are grouped.
 */
export async function findEntries(
  db: Db,
  { marketId }: OperatorScope,
  { text, digits }: { readonly text: string; readonly digits: string | null },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with asked as materialized (
      select search_fold(${text}) as folded,
        (select string_agg(quote_literal(word) || ':*', ' & ') from unnest(search_words(${text})) as word) as words
    ),
    wanted as materialized (
      select folded, folded || chr(1114111) as beyond,
        (quote_literal('@' || ${marketId}::text) || ' & (' || words ||
          ${digits === null ? sql`''` : sql`' | ' || quote_literal(${digits}::text) || ':*'`} || ')')::tsquery as query
      from asked
    ),
    candidate as (
      (select * from search_entry
        where market_id = ${marketId} and folded_title ~>=~ (select folded from wanted)
          and folded_title ~<~ (select beyond from wanted)
        order by folded_title using ~<~ limit ${MOST_FOUND})
      union
      (select * from search_entry
        where length(${text}) > 1 and words @@ (select query from wanted)
        limit ${MOST_LOOKED_AT})
    )
    select ${COLUMNS}
    from candidate entry cross join wanted join users owner on owner.id = entry.owner_id
    order by entry.is_removed, entry.folded_title <> wanted.folded, not starts_with(entry.folded_title, wanted.folded),
      entry.kind = 'note', entry.folded_title, entry.subject_id
    limit ${MOST_FOUND}
  `.execute(db)
  return rows
}

/** What in the market an id, or the first eight of its signs, names: few, as nobody chooses ids. */
export function findByNumber(
  db: Db,
  scope: OperatorScope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<NumberedRow[]> {
  return listNumbered(
    db,
    scope,
    (id) => sql`${sql.ref(id)} between ${from}::uuid and ${to}::uuid`,
    MOST_OF_KIND,
  )
}

/** What these ids name in the market. */
export function findByIds(db: Db, scope: OperatorScope, ids: readonly string[]): Promise<NumberedRow[]> {
  return listNumbered(db, scope, (id) => sql`${sql.ref(id)} = any(${[...ids]}::uuid[])`, ids.length)
}

/** Whatever has an id that an operator may meet, of each kind so many at most. */
async function listNumbered(
  db: Db,
  { marketId }: OperatorScope,
  wanted: (column: string) => RawBuilder<unknown>,
  most: number,
): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`
    select found.*, case when found.id = found.owner_id then null else owner.name end as owner_name
    from (
      (select entry.kind, entry.subject_id as id, entry.owner_id, entry.title, entry.detail, entry.is_removed,
          null::integer as year, null::integer as number
        from search_entry entry where ${wanted('entry.subject_id')} limit ${most})
      union all
      (select 'visit', visit.id, visit.customer_id, property.name, visit.date::text, false, null, null
        from visit join property on property.id = visit.property_id where ${wanted('visit.id')} limit ${most})
      union all
      (select 'job', job.id, job.customer_id, property.name, job.starts_on::text, false, null, null
        from weekly_job job join property on property.id = job.property_id where ${wanted('job.id')} limit ${most})
      union all
      (select 'order', orders.id, orders.customer_id, property.name, orders.date::text, false, null, null
        from on_demand_order orders join property on property.id = orders.property_id
        where ${wanted('orders.id')} limit ${most})
      union all
      (select 'payment', payment.id, payment.customer_id, '', payment.period_start::text, false, null, null
        from payment where ${wanted('payment.id')} limit ${most})
      union all
      (select 'invoice', invoice.id, invoice.customer_id, '', invoice.issued_on::text,
          invoice.voided_at is not null, invoice.year, invoice.number
        from invoice where ${wanted('invoice.id')} limit ${most})
      union all
      (select 'payout', payout.id, payout.crew_id, '', payout.period_end::text, false, null, null
        from payout where ${wanted('payout.id')} limit ${most})
    ) as found
    join users owner on owner.id = found.owner_id and owner.market_id = ${marketId}
  `.execute(db)
  return rows
}

/** An invoice by what is printed on it. */
export async function findInvoice(
  db: Db,
  { marketId }: OperatorScope,
  { year, number }: { readonly year: number; readonly number: number },
): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`
    select 'invoice' as kind, invoice.id, invoice.customer_id as owner_id, owner.name as owner_name, '' as title,
      invoice.issued_on::text as detail, invoice.voided_at is not null as is_removed, invoice.year, invoice.number
    from invoice join users owner on owner.id = invoice.customer_id
    where invoice.market_id = ${marketId} and invoice.year = ${year} and invoice.number = ${number}
  `.execute(db)
  return rows
}

/** What the operator pinned and what it opened, the last first. */
export function listMarks(db: Db, { userId }: OperatorScope) {
  return db
    .selectFrom('search_mark')
    .where('operator_id', '=', userId)
    .orderBy('is_pinned', 'desc')
    .orderBy('opened_at', 'desc')
    .orderBy('subject_id')
    .limit(MOST_MARKED)
    .select(['subject_id', 'is_pinned'])
    .execute()
}

export async function saveMark(
  db: Db,
  mark: { operatorId: UserId; id: SearchEntryId; at: Instant; isPinned?: boolean },
): Promise<void> {
  const openedAt = toTimestamp(mark.at)
  await db
    .insertInto('search_mark')
    .values({
      operator_id: mark.operatorId,
      subject_id: mark.id,
      opened_at: openedAt,
      is_pinned: mark.isPinned ?? false,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['operator_id', 'subject_id'])
        .doUpdateSet(mark.isPinned === undefined ? { opened_at: openedAt } : { is_pinned: mark.isPinned }),
    )
    .execute()
}

/** Of those that are not pinned only the last few are kept. */
export async function forgetOldMarks(db: Db, operatorId: UserId): Promise<void> {
  await sql`
    delete from search_mark where operator_id = ${operatorId} and not is_pinned and subject_id not in (
      select subject_id from search_mark where operator_id = ${operatorId} and not is_pinned
      order by opened_at desc limit ${MOST_RECENT}
    )
  `.execute(db)
}
