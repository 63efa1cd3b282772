/** The one table that is searched, and what a number names. Each read is bounded, however many people there are. */
import { sql } from 'kysely'
import type { FoundKind } from '#contract/search.ts'
import type { SearchEntryId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'

const MOST_FOUND = 30
/** Of those that have the words, however common these are, so many are looked at. */
const MOST_LOOKED_AT = 400
const MOST_PINNED = 20
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
export async function findByNumber(
  db: Db,
  { marketId }: OperatorScope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<NumberedRow[]> {
  const between = (column: string) => sql`${sql.ref(column)} between ${from}::uuid and ${to}::uuid`
  const { rows } = await sql<NumberedRow>`
    select found.*, owner.name as owner_name, false as is_removed
    from (
      (select entry.kind, entry.subject_id as id, entry.owner_id, entry.title, entry.detail,
          null::integer as year, null::integer as number
        from search_entry entry where ${between('entry.subject_id')} limit 5)
      union all
      (select 'visit', visit.id, visit.customer_id, property.name, visit.date::text, null, null
        from visit join property on property.id = visit.property_id where ${between('visit.id')} limit 5)
      union all
      (select 'job', job.id, job.customer_id, property.name, job.starts_on::text, null, null
        from weekly_job job join property on property.id = job.property_id where ${between('job.id')} limit 5)
      union all
      (select 'order', orders.id, orders.customer_id, property.name, orders.date::text, null, null
        from on_demand_order orders join property on property.id = orders.property_id
        where ${between('orders.id')} limit 5)
      union all
      (select 'payment', payment.id, payment.customer_id, '', payment.period_start::text, null, null
        from payment where ${between('payment.id')} limit 5)
      union all
      (select 'invoice', invoice.id, invoice.customer_id, '', invoice.issued_on::text, invoice.year, invoice.number
        from invoice where ${between('invoice.id')} limit 5)
      union all
      (select 'payout', payout.id, payout.crew_id, '', payout.period_end::text, null, null
        from payout where ${between('payout.id')} limit 5)
    ) as found
    join users owner on owner.id = found.owner_id and owner.market_id = ${marketId}
    limit ${MOST_FOUND}
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

/** Pinned first by name, then what was opened last. */
export async function listMarks(db: Db, { marketId, userId }: OperatorScope) {
  const read = async (isPinned: boolean) => {
    const { rows } = await sql<FoundRow>`
      select ${COLUMNS}
      from search_mark mark
      join search_entry entry on entry.subject_id = mark.subject_id and entry.market_id = ${marketId}
      join users owner on owner.id = entry.owner_id
      where mark.operator_id = ${userId} and mark.is_pinned = ${isPinned}
      order by ${isPinned ? sql`entry.folded_title` : sql`mark.opened_at desc`}, entry.subject_id
      limit ${isPinned ? MOST_PINNED : MOST_RECENT}
    `.execute(db)
    return rows
  }
  return { pinned: await read(true), recent: await read(false) }
}

/** Whether there is such a thing in the operator's market. */
export async function isEntryOf(db: Db, { marketId }: OperatorScope, id: SearchEntryId): Promise<boolean> {
  const row = await db
    .selectFrom('search_entry')
    .where('subject_id', '=', id)
    .where('market_id', '=', marketId)
    .select('subject_id')
    .executeTakeFirst()
  return row !== undefined
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
