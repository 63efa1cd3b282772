import type { workDesk } from '#contract/work-desk.ts'
import type { Handlers } from '../http/handler.ts'
import { readDeskJob, readDeskPlace } from './read-place.ts'
import { readDeskVisit } from './read-visit.ts'
import { sendDoorLink } from './send-door-link.ts'

export const workDeskHandlers: Handlers<typeof workDesk> = {
  'GET /api/operator-job': ({ app, scope, query }) => readDeskJob(app, scope, query.id),
  'GET /api/operator-place': ({ app, scope, query }) => readDeskPlace(app, scope, query),
  'GET /api/operator-visit': ({ app, scope, query, now }) => readDeskVisit(app, scope, query.id, now),
  'POST /api/send-door-link': async ({ app, scope, body }) => {
    await sendDoorLink(app, scope, body.visitId)
    return { ok: true }
  },
}
