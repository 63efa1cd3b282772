import { QUEUE_RULES, QUEUES, type Queue } from '#contract/queue-kinds.ts'
import type { queues } from '#contract/queues.ts'
import { type Capability, mayDo, type StaffRole } from '#domain/staff/roles.ts'
import type { Handlers } from '../http/handler.ts'
import { lacksSecondFactor } from '../http/lacks-second-factor.ts'
import type { Session } from '../http/session.ts'
import { Refused } from '../refused.ts'
import { decideQueueItems } from './decide-items.ts'
import { listFilters, removeFilter } from './filter-queries.ts'
import { leaveItem } from './owner-queries.ts'
import { listQueue, type QueueRow } from './queue-queries.ts'
import { countInMarkets } from './read-counts.ts'
import { saveQueueFilter } from './save-filter.ts'
import { checkWorks, takeQueueItem } from './take-item.ts'

const ok = { ok: true } as const

export const queuesHandlers: Handlers<typeof queues> = {
  'GET /api/queue': async ({ app, scope, session, query, now }) => {
    const role = roleOf(session)
    const { seenWith, workedWith } = QUEUE_RULES[query.kind]
    if (!mayDo(role, seenWith)) throw new Refused('role_forbids')
    const { rows, nextCursor } = await listQueue(app.db, scope, { ...query, now })
    return { nextCursor, items: rows.map(toItem), canWork: mayDo(role, workedWith) }
  },
  'GET /api/queue-counts': ({ app, scope, now }) => countInMarkets(app.db, scope, now),
  'POST /api/take-queue-item': ({ app, scope, session, body }) => {
    return takeQueueItem(app, scope, roleOf(session), body)
  },
  'POST /api/leave-queue-item': async ({ app, scope, body }) => {
    await leaveItem(app.db, scope, body)
    return ok
  },
  'POST /api/decide-queue-items': ({ app, scope, session, body }) => {
    checkWorks(roleOf(session), body.kind)
    if (lacksSecondFactor(app, session!, movedBy(body.kind))) throw new Refused('second_factor_needed')
    return decideQueueItems(app, scope, body)
  },
  'GET /api/queue-filters': async ({ app, scope }) => {
    const filters = await listFilters(app.db, scope)
    return {
      filters: filters.flatMap((filter) => {
        const kind = QUEUES.find((each) => each === filter.kind)
        return kind === undefined ? [] : [{ ...filter, kind }]
      }),
    }
  },
  'POST /api/save-queue-filter': ({ app, scope, body }) => saveQueueFilter(app, scope, body),
  'POST /api/remove-queue-filter': async ({ app, scope, body }) => {
    await removeFilter(app.db, scope, body.id)
    return ok
  },
}

/** Support decides referrals, but commissions come and go by it: that is money, as everywhere else. */
const movedBy = (kind: Queue): Capability => (kind === 'referrals' ? 'money' : QUEUE_RULES[kind].workedWith)

const roleOf = (session: Session | null): StaffRole | null => session?.staffRole ?? null

function toItem(row: QueueRow) {
  return {
    id: row.id,
    title: row.title,
    serviceKey: row.service_key,
    personName: row.person,
    amountCents: row.amount,
    timeZone: row.time_zone,
    since: row.since,
    isAnytime: row.is_anytime ?? false,
    dueAt: row.due_at,
    reason: row.reason,
    visitId: row.visit_id,
    personId: row.person_id,
    paymentId: row.payment_id,
    owner:
      row.owner_id === null || row.owner_name === null || row.taken_at === null
        ? null
        : { id: row.owner_id, name: row.owner_name, takenAt: row.taken_at },
  }
}
