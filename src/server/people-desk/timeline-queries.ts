/** What happened with a person, from every table that knows of it: of each the latest few by its index, then the latest of all. */
import { type RawBuilder, sql } from 'kysely'
import type { PersonEventKind } from '#contract/people-desk.ts'
import type { PaymentId, UserId, VisitId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { isTimestampText, type PageMark, pageOf, readPageMark } from '../page-mark.ts'
import type { UserType } from '../scope.ts'

const PAGE = 40

export type PersonEvent = {
  readonly id: string
  readonly mark: string
  readonly at: Instant
  readonly kind: PersonEventKind
  readonly title: string
  readonly state: string
  readonly amount: number | null
  readonly by_name: string | null
  readonly visit_id: VisitId | null
  readonly payment_id: PaymentId | null
  /** Of a visit, whose day is one of its place. */
  readonly time_zone: string | null
}

type Table = {
  readonly from: RawBuilder<unknown>
  readonly id: string
  readonly at: string
  /** What its index is sorted by before the instant, where that is the day. */
  readonly day?: string
  readonly where: RawBuilder<unknown>
  readonly select: string
}

export async function listEvents(
  db: Db,
  { id, type, cursor, now }: { id: UserId; type: UserType; cursor?: string | undefined; now: Instant },
) {
  const mark = readPageMark(cursor, isTimestampText)
  const until = mark === undefined ? sql`${toTimestamp(now)}::timestamptz` : sql`${mark.value}::timestamptz`
  const tables = [...ofEverybody(id), ...ofWork(id, type, until), ...ofMoney(id, type)]
  const { rows } = await sql<PersonEvent>`
    select event.id, event.at, event.at::text as mark, event.kind, event.title, event.state, event.amount,
      operator.name as by_name, event.visit_id, event.payment_id,
      property.time_zone
    from (
      select null::uuid as id, null::timestamptz as at, '' as kind, '' as title, '' as state, null::bigint as amount,
        null::uuid as by_id, null::uuid as visit_id, null::uuid as payment_id
      where false
      union all ${sql.join(
        tables.map((table) => latest(table, until, mark)),
        sql` union all `,
      )}
    ) as event
    left join users operator on operator.id = event.by_id
    left join visit on event.kind = 'visit' and visit.id = event.visit_id
    left join property on property.id = visit.property_id
    order by event.at desc, event.id desc limit ${PAGE + 1}
  `.execute(db)
  return pageOf(rows, PAGE)
}

/** Of one table: a page of what is beyond the mark, latest first, however much it has. */
function latest(
  { from, id, at, day, where, select }: Table,
  until: RawBuilder<unknown>,
  mark: PageMark | undefined,
) {
  const beyond =
    mark === undefined
      ? sql`${sql.raw(at)} <= ${until}`
      : sql`(${sql.raw(at)}, ${sql.raw(id)}) < (${until}, ${mark.id}::uuid)`
  const order = [day, at, id].filter((column) => column !== undefined)
  return sql`(select ${sql.raw(id)}, ${sql.raw(at)}, ${sql.raw(select)} from ${from} where ${where} and ${beyond}
    order by ${sql.raw(order.map((column) => `${column} desc`).join(', '))} limit ${PAGE + 1})`
}

function ofEverybody(id: UserId): Table[] {
  return [
    {
      from: sql`users`,
      id: 'id',
      at: 'created_at',
      where: sql`id = ${id}`,
      select: `'account_made', '', '', null, null, null, null`,
    },
    {
      from: sql`notice`,
      id: 'id',
      at: 'created_at',
      where: sql`user_id = ${id} and is_in_app`,
      select: `'notice', title, event, null, null, visit_id, null`,
    },
    {
      from: sql`visit_message`,
      id: 'id',
      at: 'created_at',
      where: sql`sender_id = ${id}`,
      select: `'message', left(text, 200), '', null, null, visit_id, null`,
    },
    {
      from: sql`person_note`,
      id: 'id',
      at: 'created_at',
      where: sql`person_id = ${id} and removed_at is null`,
      select: `'note', left(text, 200), '', null, author_id, null, null`,
    },
    {
      from: sql`audit_entry`,
      id: `md5('audit' || id)::uuid`,
      at: 'audit_entry.at',
      // A note stands there itself.
      where: sql`subject = ${id}::text and action <> 'add_note'`,
      select: `'operator', action, '', null, actor_id, null, null`,
    },
  ]
}

function ofWork(id: UserId, type: UserType, until: RawBuilder<unknown>): Table[] {
  if (type === 'Operator') return []
  const person = type === 'Crew' ? 'crew_id' : 'customer_id'
  return [
    {
      from: sql`visit join property on property.id = visit.property_id`,
      id: 'visit.id',
      at: 'visit.starts_at',
      day: 'visit.date',
      where: sql`${sql.ref(`visit.${person}`)} = ${id} and visit.date <= (${until} at time zone 'UTC')::date + 1
        and visit.state in ('completed', 'missed', 'cancelled', 'skipped')`,
      select: `'visit', property.name, visit.state, null, null, visit.id, null`,
    },
    {
      from: sql`dispute`,
      id: 'id',
      at: 'opened_at',
      where: sql`${sql.ref(person)} = ${id}`,
      select: `'dispute', left(note, 200), state, null, null, visit_id, null`,
    },
  ]
}

function ofMoney(id: UserId, type: UserType): Table[] {
  const payout: Table = {
    from: sql`payout`,
    id: 'id',
    at: 'created_at',
    where: sql`crew_id = ${id}`,
    select: `'payout', kind, state, amount_cents, null, null, null`,
  }
  if (type !== 'Customer') return type === 'Crew' ? [payout] : []
  return [
    // Commissions that a customer had sent to its bank.
    payout,
    {
      from: sql`payment`,
      id: 'id',
      at: 'created_at',
      where: sql`customer_id = ${id}`,
      select: `'payment', kind, state, total_cents, null, null, id`,
    },
    {
      from: sql`on_demand_order`,
      id: 'id',
      at: 'created_at',
      where: sql`customer_id = ${id}`,
      select: `'order', service_key, state, total_cents, null, visit_id, null`,
    },
    {
      from: sql`credit_change`,
      id: 'id',
      at: 'created_at',
      where: sql`customer_id = ${id}`,
      select: `'credit', reason, kind, amount_cents, operator_id, null, null`,
    },
  ]
}
