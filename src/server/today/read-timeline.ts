/** A visit's timeline for whoever may see the visit. */
import type { VisitId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { instant, MINUTE_MS, parseInstant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { findVisit } from '../visits/queries.ts'
import { findEvents, firstNameOf } from './queries.ts'

/** A phone's clock and ours differ by this much at least before it is worth showing. */
const SAME_MOMENT_MS = MINUTE_MS

type Row = Awaited<ReturnType<typeof findEvents>>[number]

export async function readTimeline(app: App, scope: UserScope, visitId: VisitId) {
  const visit = await findVisit(app.db, scope, visitId)
  if (visit === undefined) throw new Refused('not_found')
  const rows = await findEvents(app.db, visitId)
  return { timeZone: visit.time_zone, entries: rows.map((row) => toEntry(row, scope)) }
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
    receivedAt: isLate ? row.at : null,
    by: row.actor_role,
    byName: isNamed ? firstNameOf(row.name) : null,
    isMe,
    reason: textOf(detail.reason),
    note: textOf(typeof detail.note === 'object' ? detail.note[scope.locale] : detail.note),
    amountCents: amountOf(detail.amountCents ?? detail.feeCents, scope),
    expectedAt: detail.expectedAt === undefined ? null : instant(detail.expectedAt),
  }
}

function happenedAtOf(row: Row) {
  const happenedAt = row.detail.happenedAt
  if (happenedAt !== undefined) return parseInstant(happenedAt)
  return row.transition === 'complete' && row.completed_at !== null ? row.completed_at : row.at
}

function textOf(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}

/** A crew sees its pay elsewhere, not what a customer pays. */
function amountOf(amount: Cents | undefined, scope: UserScope) {
  return amount !== undefined && scope.type !== 'Crew' ? amount : null
}
