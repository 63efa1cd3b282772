import type { AuditAction } from '#contract/audit-actions.ts'
import type { UserId } from '#domain/ids.ts'
import { addDays, instantAt, type LocalDate, localTime } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { OperatorScope } from '../scope.ts'
import {
  countLog,
  findMarket,
  findPerson,
  type LogFilters,
  type LogRow,
  listActors,
  listByIds,
  listLog,
  listPeopleOf,
} from './log-queries.ts'

export type AskedLog = {
  readonly personId?: UserId | undefined
  readonly actorId?: UserId | undefined
  readonly action?: AuditAction | undefined
  readonly reach: 'both' | 'market' | 'every'
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
}

const PAGE = 50
const MOST_COUNTED = 1_000
const MIDNIGHT = localTime('00:00')

export async function readLog(
  db: Db,
  scope: OperatorScope,
  { cursor, ...asked }: AskedLog & { readonly cursor?: string | undefined },
) {
  const market = await findMarket(db, scope)
  const filters = filtersOf(asked, market.time_zone)
  const { rows, nextCursor } = await listLog(db, scope, { filters, after: cursor, limit: PAGE })
  const { personId } = asked
  return {
    timeZone: market.time_zone,
    marketName: market.name,
    count: await countLog(db, scope, { filters, most: MOST_COUNTED }),
    mostCounted: MOST_COUNTED,
    person: personId === undefined ? null : ((await findPerson(db, scope, personId)) ?? null),
    actors: await listActors(db, scope),
    entries: await describeRows(db, rows),
    nextCursor,
  }
}

export async function describeRows(db: Db, rows: readonly LogRow[]) {
  const people = await listPeopleOf(
    db,
    rows.map(({ id }) => id),
  )
  const actors = await listByIds(db, [...new Set(rows.flatMap(({ actor_id }) => actor_id ?? []))])
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor_id === null ? null : (actors.get(row.actor_id) ?? null),
    action: row.action,
    subject: row.subject,
    people: people.get(row.id) ?? [],
    isEveryMarket: row.market_id === null,
    detail: withoutSecrets(row.detail),
  }))
}

export function filtersOf({ from, to, ...asked }: AskedLog, zone: string): LogFilters {
  return {
    ...asked,
    from: from === undefined ? null : instantAt(from, MIDNIGHT, zone),
    to: to === undefined ? null : instantAt(addDays(to, 1), MIDNIGHT, zone),
  }
}

const SECRET = /password|token|secret|hash$|cookie|authorization/i

/** Nothing of that kind is written; what a mistake wrote is not shown either. */
export function withoutSecrets(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(detail)
      .filter(([field]) => !SECRET.test(field))
      .map(([field, value]) => [field, isRecord(value) ? withoutSecrets(value) : value]),
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
