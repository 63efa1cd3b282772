import type { queues } from '#contract/queues.ts'
import type { Handlers } from '../http/handler.ts'
import { countQueues, leaveItem, listQueue } from './queue-queries.ts'
import { settleQueueItem, takeQueueItem } from './settle-item.ts'

const ok = { ok: true } as const

export const queuesHandlers: Handlers<typeof queues> = {
  'GET /api/queue': async ({ app, scope, query, now }) => {
    const { rows, nextCursor } = await listQueue(app.db, scope, { ...query, now })
    return {
      nextCursor,
      items: rows.map((row) => ({
        id: row.id,
        title: row.title,
        serviceKey: row.service_key,
        personName: row.person,
        amountCents: row.amount,
        timeZone: row.time_zone,
        since: row.since,
        reason: row.reason,
        owner:
          row.owner_id === null || row.owner_name === null || row.taken_at === null
            ? null
            : { id: row.owner_id, name: row.owner_name, takenAt: row.taken_at },
      })),
    }
  },
  'GET /api/queue-counts': async ({ app, scope, now }) => {
    return { counts: await countQueues(app.db, scope, now) }
  },
  'POST /api/take-queue-item': ({ app, scope, body }) => takeQueueItem(app, scope, body),
  'POST /api/leave-queue-item': async ({ app, scope, body }) => {
    await leaveItem(app.db, scope, body)
    return ok
  },
  'POST /api/settle-queue-item': async ({ app, scope, body }) => {
    await settleQueueItem(app, scope, body)
    return ok
  },
}
