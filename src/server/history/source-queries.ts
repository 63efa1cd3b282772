/** The one reader of histories: of each table that knows of a thing the latest few by its index, then the latest of all. */
import { type RawBuilder, sql } from 'kysely'
import { HISTORY_KINDS, type HistoryGroup, type HistoryKind } from '#contract/history.ts'
import type { PaymentId, PayoutId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { isTimestampText, type PageMark, pageOf, readPageMark } from '../page-mark.ts'

const PAGE = 40

/** What a table knows, as SQL; what is absent is null. */
const COLUMNS = {
  title: 'text',
  state: 'text',
  note: 'text',
  amount: 'bigint',
  who: 'uuid',
  by: 'text',
  visit: 'uuid',
  payment: 'uuid',
  payout: 'uuid',
  zone: 'text',
  detail: 'jsonb',
  entry: 'bigint',
} as const
type Column = keyof typeof COLUMNS

export type Source = {
  readonly kind: HistoryKind
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  /** A uuid, or what makes one. */
  readonly id: string
  readonly at: string
  /** What its index is sorted by before the instant, where that is the day. */
  readonly day?: string
  readonly columns?: Partial<Record<Column, string>>
}

export type HistoryEvent = {
  readonly id: string
  readonly mark: string
  readonly at: Instant
  readonly kind: HistoryKind
  readonly title: string
  readonly state: string
  readonly note: string | null
  readonly amount: number | null
  readonly name: string | null
  readonly by: 'customer' | 'crew' | 'operator' | 'system' | null
  readonly visit_id: VisitId | null
  readonly payment_id: PaymentId | null
  readonly payout_id: PayoutId | null
  readonly time_zone: string | null
  readonly detail: Readonly<Record<string, unknown>> | null
  readonly entry_id: number | null
}

export function groupOf(kind: HistoryKind): HistoryGroup {
  for (const [group, kinds] of groups) if (kinds.some((each) => each === kind)) return group
  throw new Error(`no group has ${kind}`)
}

const groups: readonly [HistoryGroup, readonly HistoryKind[]][] = [
  ['work', HISTORY_KINDS.work],
  ['money', HISTORY_KINDS.money],
  ['words', HISTORY_KINDS.words],
  ['notes', HISTORY_KINDS.notes],
  ['changes', HISTORY_KINDS.changes],
  ['sign_ins', HISTORY_KINDS.sign_ins],
]

/** A name for what has no id of its own. */
export function nameOf(kind: string, key: string): string {
  return `md5('${kind}' || ${key})::uuid`
}

/** The mark up to which is read: that of the page before, or now. */
export function readMark(cursor: string | undefined, now: Instant) {
  const mark = readPageMark(cursor, isTimestampText)
  const until = mark === undefined ? sql`${toTimestamp(now)}::timestamptz` : sql`${mark.value}::timestamptz`
  return { mark, until }
}

export async function listHistory(
  db: Db,
  sources: readonly Source[],
  { mark, until }: ReturnType<typeof readMark>,
) {
  if (sources.length === 0) return { rows: [], nextCursor: null }
  const { rows } = await sql<HistoryEvent>`
    select event.id, event.at, event.at::text as mark, event.kind, coalesce(event.title, '') as title,
      coalesce(event.state, '') as state, nullif(event.note, '') as note, event.amount, who.name, event.by,
      event.visit as visit_id, event.payment as payment_id, event.payout as payout_id, event.zone as time_zone,
      event.detail, event.entry as entry_id
    from (${sql.join(
      sources.map((source) => latest(source, until, mark)),
      sql` union all `,
    )}) as event
    left join users who on who.id = event.who
    order by event.at desc, event.id desc limit ${PAGE + 1}
  `.execute(db)
  return pageOf(rows, PAGE)
}

/** Of one table: a page of what is beyond the mark, latest first, however much it has. */
function latest(source: Source, until: RawBuilder<unknown>, mark: PageMark | undefined) {
  const { kind, from, where, id, at, day, columns = {} } = source
  const beyond =
    mark === undefined
      ? sql`${sql.raw(at)} <= ${until}`
      : sql`(${sql.raw(at)}, ${sql.raw(id)}) < (${until}, ${mark.id}::uuid)`
  const order = [day, at, id].filter((column) => column !== undefined)
  return sql`(select ${sql.raw(id)} as id, ${sql.raw(at)} as at, ${sql.lit(kind)} as kind, ${sql.raw(columnsOf(columns))}
    from ${from} where ${where} and ${beyond}
    order by ${sql.raw(order.map((column) => `${column} desc`).join(', '))} limit ${PAGE + 1})`
}

function columnsOf(columns: NonNullable<Source['columns']>): string {
  return columnNames()
    .map((name) => `(${columns[name] ?? 'null'})::${COLUMNS[name]} as "${name}"`)
    .join(', ')
}

function columnNames(): Column[] {
  return [
    'title',
    'state',
    'note',
    'amount',
    'who',
    'by',
    'visit',
    'payment',
    'payout',
    'zone',
    'detail',
    'entry',
  ]
}
