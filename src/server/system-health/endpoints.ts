import type { systemHealth } from '#contract/system-health.ts'
import type { Handlers } from '../http/handler.ts'
import { dropTask, retryTask } from './decide-task.ts'
import { listParked } from './parked-queries.ts'
import { readHealth } from './read-health.ts'

export const systemHealthHandlers: Handlers<typeof systemHealth> = {
  'GET /api/system-health': ({ app, scope, now }) => readHealth(app, scope, now),
  'GET /api/parked-tasks': async ({ app, query }) => {
    const { page, nextCursor } = await listParked(app.db, query.cursor)
    return {
      tasks: page.map((task) => ({
        id: task.id,
        kind: task.kind,
        lane: task.lane,
        tries: task.attempts,
        error: task.last_error ?? '',
        createdAt: task.created_at,
        parkedAt: task.parked_at,
      })),
      nextCursor,
    }
  },
  'POST /api/retry-task': ({ app, scope, body }) => retryTask(app, scope, body),
  'POST /api/drop-task': ({ app, scope, body }) => dropTask(app, scope, body),
}
