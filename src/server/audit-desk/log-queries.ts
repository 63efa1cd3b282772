import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope, UserType } from '../scope.ts'

export type LogFilters = {
  readonly personId?: UserId | undefined
  readonly actorId?: UserId | undefined
  readonly action?: string | undefined
  readonly reach: 'both' | 'market' | 'every'
  /** From the first instant, before the second. */
  readonly from: Instant | null
  readonly to: Instant | null
}

/** The last entry of the page before. */
type Mark = { readonly at: Instant; readonly id: number }

export type LogRow = {
  readonly id: number
  readonly at: Instant
  readonly actor_id: UserId | null
  readonly action: string
  readonly subject: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly market_id: string | null
}

const MOST_ACTORS = 200

export async function listLog(
  db: Db,
  scope: OperatorScope,
  { filters, after, limit }: { filters: LogFilters; after?: string | undefined; limit: number },
): Promise<{ rows: LogRow[]; nextCursor: string | null }> {
  const found = matching(scope, filters, { mark: readMark(after), limit: limit + 1 })
  const { rows } = await sql<LogRow>`
    select id, at, actor_id, action, subject, detail, market_id from (${found}) as entry
    order by at desc, id desc limit ${limit + 1}
  `.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page,
    nextCursor: rows.length > limit && last !== undefined ? `${last.at}.${last.id}` : null,
  }
}

/** Counts up to a number: further a person does not read, and the page stays as quick in a long log. */
export async function countLog(
  db: Db,
  scope: OperatorScope,
  { filters, most }: { filters: LogFilters; most: number },
): Promise<number> {
  const found = matching(scope, filters, { mark: null, limit: most })
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from (${found}) as entry limit ${most}) as counted
  `.execute(db)
  return rows[0]!.count
}

type Person = { readonly id: UserId; readonly name: string; readonly type: UserType }

/** Whom each entry concerns, by name. */
export async function listPeopleOf(db: Db, entryIds: readonly number[]): Promise<Map<number, Person[]>> {
  if (entryIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('audit_person')
    .innerJoin('users', 'users.id', 'audit_person.person_id')
    .where('audit_person.entry_id', 'in', entryIds)
    .orderBy('users.name')
    .orderBy('users.id')
    .select(['audit_person.entry_id', 'users.id', 'users.name', 'users.type'])
    .execute()
  const people = new Map<number, Person[]>()
  for (const { entry_id: id, ...person } of rows) people.set(id, [...(people.get(id) ?? []), person])
  return people
}

export async function listByIds(db: Db, ids: readonly UserId[]): Promise<Map<UserId, Person>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').where('id', 'in', ids).select(['id', 'name', 'type']).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Undefined where the person is of another market. */
export function findPerson(db: Db, scope: OperatorScope, id: UserId): Promise<Person | undefined> {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .where('market_id', '=', scope.marketId)
    .select(['id', 'name', 'type'])
    .executeTakeFirst()
}

export function listActors(db: Db, scope: OperatorScope): Promise<Person[]> {
  return db
    .selectFrom('users')
    .where('type', '=', 'Operator')
    .where('market_id', '=', scope.marketId)
    .orderBy('name')
    .orderBy('id')
    .limit(MOST_ACTORS)
    .select(['id', 'name', 'type'])
    .execute()
}

export function findMarket(db: Db, scope: OperatorScope) {
  return db
    .selectFrom('market')
    .where('id', '=', scope.marketId)
    .select(['name', 'time_zone'])
    .executeTakeFirstOrThrow(() => new Refused('not_found'))
}

/** Of the operator's market and of every market, each by an index: one has few entries where the other has many. */
function matching(
  scope: OperatorScope,
  filters: LogFilters,
  { mark, limit }: { mark: Mark | null; limit: number },
): RawBuilder<unknown> {
  const { personId, reach } = filters
  const at = personId === undefined ? sql`entry.at` : sql`audit_person.at`
  const source =
    personId === undefined
      ? sql`audit_entry as entry`
      : sql`audit_person join audit_entry as entry on entry.id = audit_person.entry_id`
  const conditions = sql.join(conditionsOf(filters, at, mark), sql` and `)
  const newest = (whose: RawBuilder<unknown>) => sql`(
    select entry.* from ${source} where ${whose} and ${conditions}
    order by ${at} desc, entry.id desc limit ${limit}
  )`
  const parts = [
    ...(reach === 'every' ? [] : [newest(sql`entry.market_id = ${scope.marketId}`)]),
    ...(reach === 'market' ? [] : [newest(sql`entry.market_id is null`)]),
  ]
  return sql.join(parts, sql` union all `)
}

function conditionsOf(
  { personId, actorId, action, from, to }: LogFilters,
  at: RawBuilder<unknown>,
  mark: Mark | null,
): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(personId === undefined ? [] : [sql`audit_person.person_id = ${personId}`]),
    ...(actorId === undefined ? [] : [sql`entry.actor_id = ${actorId}`]),
    ...(action === undefined ? [] : [sql`entry.action = ${action}`]),
    ...(from === null ? [] : [sql`${at} >= ${toTimestamp(from)}`]),
    ...(to === null ? [] : [sql`${at} < ${toTimestamp(to)}`]),
    ...(mark === null ? [] : [sql`(${at}, entry.id) < (${toTimestamp(mark.at)}, ${mark.id}::bigint)`]),
  ]
}

/** `<milliseconds>.<id>`: entries are written by the clock of the house, which knows no less. */
function readMark(after: string | undefined): Mark | null {
  if (after === undefined) return null
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(after) ?? []
  if (at === undefined || id === undefined)
    throw new Refused('bad_input', { faults: { cursor: 'notOurPageMark' } })
  return { at: instant(Number(at)), id: Number(id) }
}
