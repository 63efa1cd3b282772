/** A visit's timeline for whoever may see the visit. */
import type { VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { instant, MINUTE_MS, parseInstant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { findVisit } from '../visits/queries.ts'
import { firstNameOf } from './facts.ts'

const MOST_ENTRIES = 200
/** A phone's clock and ours differ by this much at least before it is worth saying. */
const SAME_MOMENT_MS = MINUTE_MS

type Row = Awaited<ReturnType<typeof findEvents>>[number]

export async function readTimeline(app: App, scope: UserScope, visitId: VisitId) {
  const visit = await findVisit(app.db, scope, visitId)
  if (visit === undefined) throw new Refused('not_found')
  const rows = await findEvents(app.db, visitId)
  return { timeZone: visit.time_zone, entries: rows.map((row) => toEntry(row, scope)) }
}

function findEvents(db: Db, visitId: VisitId) {
  return db
    .selectFrom('visit_event')
    .leftJoin('users as actor', 'actor.id', 'visit_event.actor_id')
    .innerJoin('visit', 'visit.id', 'visit_event.visit_id')
    .where('visit_id', '=', visitId)
    .orderBy('visit_event.id')
    .limit(MOST_ENTRIES)
    .select([
      'visit_event.at',
      'visit_event.actor_id',
      'visit_event.actor_role',
      'visit_event.transition',
      'visit_event.detail',
      'visit.completed_at',
      'actor.name',
    ])
    .execute()
}

function toEntry(row: Row, scope: UserScope) {
  const { detail } = row
  const happenedAt = happenedAtOf(row)
  const isLate = row.at - happenedAt >= SAME_MOMENT_MS
  const isMe = row.actor_id === scope.userId
  // Who an operator is does not concern the others.
  const isNamed = row.actor_role === 'crew' || row.actor_role === 'customer' || scope.type === 'Operator'
  return {
    what: row.transition,
    at: isLate ? happenedAt : row.at,
    heardAt: isLate ? row.at : null,
    by: row.actor_role,
    byName: isNamed ? firstNameOf(row.name) : null,
    isMe,
    reason: textOf(detail.reason),
    words: textOf(detail.words),
    amountCents: amountOf(detail.amountCents ?? detail.feeCents, scope),
    expectedAt: detail.expectedAt === undefined ? null : instant(detail.expectedAt),
  }
}

function happenedAtOf(row: Row) {
  const told = row.detail.happenedAt
  if (told !== undefined) return parseInstant(told)
  return row.transition === 'complete' && row.completed_at !== null ? row.completed_at : row.at
}

function textOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}

/** A crew sees its pay elsewhere, not what a customer pays. */
function amountOf(amount: Cents | undefined, scope: UserScope) {
  return amount !== undefined && scope.type !== 'Crew' ? amount : null
}
